import {unlessAborted} from '../../system/unless-aborted.ts';
import type {BenchmarkResult} from './result.ts';

/** Controls of a running benchmark. To end it, abort its signal. */
export type Control = {
	pause: () => void;
	resume: () => void;
	/** Cancels the requests of a provider (by the name of its row) and sends no more. */
	skip: (name: string) => void;
	readonly isPaused: boolean;
	/** Resolves at once, or when a pause ends. @throws the signal's reason */
	whileRunning: (signal: AbortSignal) => Promise<void>;
	/** Aborts when the provider is skipped. */
	skipped: (name: string) => AbortSignal;
	/** The result so far; null before the benchmark has begun. */
	resultNow: () => BenchmarkResult | null;
	/** Called by a benchmark that begins, with the function for `resultNow`. */
	begin: (resultNow: () => BenchmarkResult) => void;
};

/** @param onChange called after pause, resume and skip */
export function createControl(onChange: () => void = () => {}): Control {
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
			onChange();
		},
		resume() {
			pause?.resolve();
			pause = null;
			onChange();
		},
		skip(name) {
			skipOf(name).abort(new Error('skipped'));
			onChange();
		},
		get isPaused() {
			return pause !== null;
		},
		async whileRunning(signal) {
			signal.throwIfAborted();
			if (pause) await unlessAborted(pause.promise, signal);
		},
		skipped: name => skipOf(name).signal,
		resultNow: () => result?.() ?? null,
		begin(resultNow) {
			result = resultNow;
		},
	};
}
