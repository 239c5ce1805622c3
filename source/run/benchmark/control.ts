import {unlessAborted} from '../../system/unless-aborted.ts';
import type {BenchmarkResult} from './result.ts';

export type Control = ReturnType<typeof createControl>;

/** Controls of a running benchmark. To end it, abort its signal. */
export function createControl() {
	const skips = new Map<string, AbortController>();
	let pause: PromiseWithResolvers<void> | null = null;
	let result: (() => BenchmarkResult) | null = null;
	const skipOf = (name: string) => {
		const known = skips.get(name) ?? new AbortController();
		skips.set(name, known);
		return known;
	};
	return {
		pause() {
			pause ??= Promise.withResolvers<void>();
		},
		resume() {
			pause?.resolve();
			pause = null;
		},
		/** Cancels the requests of a provider (by the name of its row) and sends no more. */
		skip: (name: string) => skipOf(name).abort(new Error('skipped')),
		get isPaused() {
			return pause !== null;
		},
		/** Resolves at once, or when a pause ends. @throws the signal's reason */
		async whileRunning(signal: AbortSignal): Promise<void> {
			signal.throwIfAborted();
			if (pause) await unlessAborted(pause.promise, signal);
		},
		/** Aborts when the provider is skipped. */
		skipped: (name: string) => skipOf(name).signal,
		/** The result so far; null before the benchmark has begun. */
		resultNow: () => result?.() ?? null,
		/** Called by a benchmark that begins, with the function for `resultNow`. */
		begin(resultNow: () => BenchmarkResult) {
			result = resultNow;
		},
	};
}
