import {openHostWait} from '../code-host/host-wait.ts';
import type {HostPatience, HostWorld, OnWait} from '../code-host/port.ts';
import type {Failure} from '../failure.ts';

/** A wait before a retry; `ms` is null if the host names no time. */
export type Wait = {cause: 'limit' | 'transient'; reason: string; ms: number | null};

export type Bounds = HostPatience & {
	/** Maximum number of waits for one query, by cause. */
	waits: Record<Wait['cause'], number>;
};

const fifteenMinutes = 15 * 60_000;

export const defaultBounds: Bounds = {
	waits: {limit: 5, transient: 3},
	totalMs: fifteenMinutes,
	requiredMs: fifteenMinutes,
};

/** For writes: what may have taken effect is not sent again. */
export const noWaits: Bounds = {...defaultBounds, waits: {limit: 0, transient: 0}};

/** First wait if the host names none; each further one is twice as long. GitHub requires a minute after a limit. */
const firstHostWaitMs: Record<Wait['cause'], number> = {limit: 60_000, transient: 1000};

/** Waits and returns null, or returns the failure if that would exceed the bounds. Throws the signal's reason. */
export type Patience = (wait: Wait & {failure: Failure}) => Promise<Failure | null>;

/** Returns a factory: one patience per query, with a shared total. */
export function createPatience({
	sleep,
	signal,
	onWait,
	bounds,
}: Pick<HostWorld, 'sleep' | 'signal'> & {onWait: OnWait; bounds: Bounds}): () => Patience {
	const wait = openHostWait({sleep, signal, hostPatience: bounds}, onWait);
	let total = 0;
	return () => {
		const waits = {limit: 0, transient: 0};
		return async ({cause, reason, ms: asked, failure}) => {
			const ms = asked ?? firstHostWaitMs[cause] * 2 ** waits[cause];
			waits[cause] += 1;
			if (waits[cause] > bounds.waits[cause]) return failure;
			const why = failure.message;
			if (asked !== null && asked > bounds.requiredMs) return bounds.deadline?.refuses(asked, why) ?? failure;
			if (total + ms > bounds.totalMs) return bounds.deadline?.refuses(ms, why) ?? failure;
			total += ms;
			const refused = await wait({reason, ms}, {why});
			signal.throwIfAborted();
			return refused;
		};
	};
}
