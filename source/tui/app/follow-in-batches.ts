import type {Context} from '../../run/context.ts';
import {follow} from '../../run/generators.ts';
import {throttle} from '../../system/throttle.ts';

/** Milliseconds in which events are collected for one update. */
const batchMs = 100;

/** Follows a run with many events: those of a short time are one update of the screen. */
export async function followInBatches<Event, Result>(
	run: AsyncGenerator<Event, Result>,
	onEvents: (events: readonly Event[]) => void,
	context: Pick<Context, 'sleep'>,
): Promise<Result> {
	const told: Event[] = [];
	const tell = () => {
		if (told.length > 0) onEvents(told.splice(0));
	};
	const throttled = throttle(tell, batchMs, context);
	try {
		return await follow(run, event => {
			told.push(event);
			throttled.call();
		});
	} finally {
		await throttled.end();
		tell();
	}
}
