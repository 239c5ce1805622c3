import {specOf} from '../../llm/providers/registry.ts';
import type {PullProgress} from '../../llm/providers/spec.ts';
import {withEvents} from '../generators.ts';
import {type Draft, optionsOf, type SetupWorld} from './draft.ts';

export type PullState = {
	/** The server's own status text. */
	status: string;
	/** Bytes downloaded so far. */
	bytes: number;
	/** Null until the server reports it. */
	total: number | null;
	/** Bytes per second over the last seconds; null at first. */
	rate: number | null;
	/** Remaining milliseconds at that rate; null if unknown. */
	etaMs: number | null;
	/** Milliseconds without new data while some is missing. */
	idleMs: number;
};

/** From this time on, a download without new data is worth a word. */
export const longIdleMs = 10_000;

/** How often the state is told while the server is silent. */
const tickMs = 1000;

/**
 * Downloads a model to the local server. To cancel, abort the signal; the next pull continues the download.
 * @throws {ModelTrouble}; {Failure} as `selectProviders`; the signal's reason
 */
export function pull(model: string, draft: Draft, world: SetupWorld): AsyncGenerator<PullState, void> {
	return withEvents(async (emit, signal) => {
		const measure = pace(world.now);
		let last: PullProgress = {status: '', completed: 0, total: null};
		const over = new AbortController();
		const either = AbortSignal.any([signal, over.signal]);
		const tick = async () => {
			for (;;) {
				await world.sleep(tickMs, either);
				emit(measure(last));
			}
		};
		const options = await optionsOf(draft, world);
		const pulled = specOf(draft.provider).pull?.(options, model, signal) ?? [];
		const ticking = tick().catch(() => {});
		try {
			for await (const progress of pulled) {
				last = progress;
				emit(measure(progress));
			}
		} finally {
			over.abort();
			await ticking;
		}
	}, world.signal);
}

const windowMs = 5000;

/** Measures the speed of a download. @param now milliseconds */
export function pace(now: () => number): (progress: PullProgress) => PullState {
	let last: PullProgress | null = null;
	/** Bytes that existed before the download, of all parts seen so far. */
	let before = 0;
	let samples: {at: number; loaded: number}[] = [];
	let aliveAt = now();
	return progress => {
		const {status, completed, total} = progress;
		const at = now();
		// Work without a download, such as to verify it, may take a while.
		const isDone = total !== null && completed >= total;
		if (isDone || status !== (last?.status ?? '') || completed !== (last?.completed ?? 0)) aliveAt = at;
		// A new layer reports bytes that were already on disk: do not count them as speed.
		if (total !== (last?.total ?? null)) before += completed - (last?.completed ?? 0);
		last = progress;
		samples = [...samples.filter(sample => at - sample.at <= windowMs), {at, loaded: completed - before}];
		const [first = {at, loaded: completed - before}] = samples;
		const [loaded, ms] = [completed - before - first.loaded, at - first.at];
		const rate = ms > 0 && loaded > 0 ? (loaded / ms) * 1000 : null;
		const etaMs = rate === null || total === null ? null : ((total - completed) / rate) * 1000;
		return {status, bytes: completed, total, rate, etaMs, idleMs: at - aliveAt};
	};
}
