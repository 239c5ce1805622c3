import type {OnHostWait, Patience, Sleep} from '../patience.ts';

/** The turns of writes, one after the other. */
export type Pace = {
	/** Waits until the next write may leave. @throws the signal's reason */
	ready: () => Promise<void>;
	/** The same, and counts that write. @throws the signal's reason */
	turn: () => Promise<void>;
	/** Waits until a request may leave that only prepares a write. Any number may wait at a time. @throws the signal's reason */
	part: () => Promise<void>;
	/** For a client that writes: waits out limits and never sends what may have taken effect. */
	takePatience: () => Patience;
	/** When writing may be tried again after a limit, in milliseconds since the epoch. */
	until: () => number;
};

/**
 * Below the limits on requests that create content, which are 80 a minute and 500 an hour, because other programs of the
 * same account count too. Source: docs.github.com, "Rate limits for the REST API" and "Best practices for using the REST API".
 */
const spacingMs = 1000;
const windows = [
	{ms: 60_000, most: 80},
	{ms: 3_600_000, most: 480},
] as const;

/** Below the limit on requests that change anything: 900 points a minute, of which each takes five (same source). */
const parts = {ms: 60_000, most: 150};

/** After so many refusals of the same write, it is not sent again. */
const mostRefusals = 4;

/** If the host names no time. Each further wait is twice as long. */
const firstWaitMs = 60_000;

export function createPace(options: {now: () => number; sleep: Sleep; signal: AbortSignal; onWait: OnHostWait}): Pace {
	const {now, sleep, signal, onWait} = options;
	/** When writes left, oldest first. */
	const left: number[] = [];
	/** When parts leave, oldest first. */
	const planned: number[] = [];
	let until = 0;

	const ready = async () => {
		signal.throwIfAborted();
		const ms = earliest(left) - now();
		if (ms > spacingMs) onWait({reason: 'limit on writes', ms});
		if (ms > 0) await sleep(ms, signal);
	};

	const turn = async () => {
		await ready();
		left.push(now());
	};

	const part = async () => {
		signal.throwIfAborted();
		const before = planned.at(-parts.most);
		const at = Math.max(now(), before === undefined ? 0 : before + parts.ms);
		const ms = at - now();
		planned.push(at);
		// The others of the same minute wait as long.
		if (ms > spacingMs && planned.length % parts.most === 1) onWait({reason: 'limit on writes', ms});
		if (ms > 0) await sleep(ms, signal);
	};

	const takePatience = (): Patience => {
		let refusals = 0;
		return async ({cause, reason, ms: asked}) => {
			if (cause !== 'limit') return false;
			const ms = asked ?? firstWaitMs * 2 ** refusals;
			refusals += 1;
			until = now() + ms;
			if (refusals === mostRefusals) return false;
			onWait({reason, ms});
			await sleep(ms, signal);
			await turn();
			return true;
		};
	};

	return {ready, turn, part, takePatience, until: () => (until > now() ? until : now() + firstWaitMs)};
}

/** When the next write may leave after these. */
function earliest(left: readonly number[]): number {
	const last = left.at(-1);
	if (last === undefined) return 0;
	const ends = windows.map(({ms, most}) => (left.at(-most) ?? Number.NEGATIVE_INFINITY) + ms);
	return Math.max(last + spacingMs, ...ends);
}

/** How long so many writes take at least, in milliseconds. */
export function estimateMs(writes: number): number {
	const left: number[] = [];
	for (let index = 0; index < writes; index += 1) left.push(earliest(left));
	return left.at(-1) ?? 0;
}
