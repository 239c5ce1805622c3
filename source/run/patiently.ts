import {Failure} from '../failure.ts';
import type {Context} from './context.ts';

/** How long another program may write to the working tree. */
const patienceMs = 10_000;
const pauseMs = 250;

/** Does work that has not begun when it fails because another program writes, once more until that is done. @throws as `work` */
export async function patiently<Result>(
	work: () => Promise<Result>,
	{now, sleep, signal}: Pick<Context, 'now' | 'sleep' | 'signal'>,
): Promise<Result> {
	const until = now() + patienceMs;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof Failure) || error.code !== 'locked' || now() >= until) throw error;
			await sleep(pauseMs, signal);
		}
	}
}
