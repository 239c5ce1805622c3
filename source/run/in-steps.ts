import {setImmediate} from 'node:timers/promises';
import type {Steps} from '../review/steps.ts';

/**
 * Lets the program hear signals and keys between the steps of some work.
 * @throws the signal's reason
 */
export async function inSteps<Result>(steps: Steps<Result>, signal: AbortSignal | null): Promise<Result> {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		await setImmediate();
		signal?.throwIfAborted();
	}
}
