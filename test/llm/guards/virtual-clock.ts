import {setImmediate} from 'node:timers/promises';
import type {Clock} from '../../../source/system/clock.ts';

/** A clock whose time goes on only while `run` waits, and then as fast as it can: from one sleeper to the next. */
export type VirtualClock = Clock & {
	/** Waits for the promise, letting time pass. */
	run: <Value>(promise: Promise<Value>) => Promise<Value>;
	/** Every sleep that was asked for, in milliseconds. */
	sleeps: number[];
	pass: (ms: number) => void;
};

export function virtualClock(random: () => number = () => 0): VirtualClock {
	let now = Date.UTC(2026, 10, 20, 12);
	const sleepers = new Set<{at: number; wake: () => void}>();
	const sleeps: number[] = [];

	return {
		now: () => now,
		random,
		sleeps,
		pass(ms) {
			now += ms;
		},
		async sleep(ms, signal) {
			signal?.throwIfAborted();
			sleeps.push(ms);
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			const sleeper = {at: now + ms, wake: resolve};
			sleepers.add(sleeper);
			signal?.addEventListener('abort', () => {
				sleepers.delete(sleeper);
				reject(signal.reason);
			});
			await promise;
		},
		async run(promise) {
			let isOver = false;
			const over = () => {
				isOver = true;
			};
			promise.then(over, over);
			while (!isOver) {
				await setImmediate();
				if (isOver) break;
				const next = [...sleepers].sort((one, other) => one.at - other.at)[0];
				if (!next) continue;
				sleepers.delete(next);
				now = Math.max(now, next.at);
				next.wake();
			}
			return promise;
		},
	};
}
