import {Failure} from '../failure.ts';
import {elapsed} from '../text/figures.ts';
import {sentences} from '../text/sentences.ts';
import type {Clock} from './clock.ts';

/** When a command has to end. A clock that is set, and a machine that sleeps during a wait, take nothing from its time. */
export type Deadline = {
	/** In milliseconds since the epoch, by the clock as it is now. */
	at: () => number;
	/**
	 * Why a wait must not begin, because it would end later: a failure of the kind guard, `time-over`. Null if it may.
	 * @param why it is necessary
	 */
	refuses: (ms: number, why: string) => Failure | null;
	/** Does what takes so many milliseconds. By how much more or less it took does not count, if that is more than usual. */
	during: <Result>(ms: number, work: () => Promise<Result>) => Promise<Result>;
};

/** More than any wait is late by. */
const jumpMs = 30_000;

/** Whether a wait that was late by so many milliseconds means that the clock was set, or the machine slept. */
export const isJump = (lateMs: number): boolean => Math.abs(lateMs) > jumpMs;

/** @param flag that sets it */
export function openDeadline(ms: number, flag: string, {now, tick = now}: Pick<Clock, 'now' | 'tick'>): Deadline {
	const end = tick() + ms;
	let uncounted = 0;
	const leftMs = () => Math.round(end + uncounted - tick());
	return {
		at: () => now() + leftMs(),
		refuses(ms, why) {
			if (ms <= leftMs()) return null;
			const until = now() + ms;
			const reason = why.charAt(0).toUpperCase() + why.slice(1);
			const message = sentences(reason, `Waiting ${elapsed(ms)} would take longer than ${flag} allows.`);
			const time = new Date(until).toISOString().slice(11, 16);
			return new Failure('guard', 'time-over', message, `Go on after ${time} UTC.`, {retryAt: until});
		},
		async during(ms, work) {
			const [start, before] = [tick(), uncounted];
			try {
				return await work();
			} finally {
				// Other waits may have been late by the same.
				const lateMs = tick() - start - ms - (uncounted - before);
				if (isJump(lateMs)) uncounted += lateMs;
			}
		},
	};
}
