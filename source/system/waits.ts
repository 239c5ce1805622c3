/** Something outside the process that has been waited for, for so many milliseconds. */
export type Awaited = {what: string; ms: number};

/** What this process waits for: programs, hosts and stores. */
export type Waits = {
	during: <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;
	/**
	 * Follows what is waited for longest, each second from the fifth on; null once that is over. Only the
	 * newest listener is called. Returns what ends it.
	 */
	listen: (listener: Listener) => () => void;
};

type Listener = (wait: Awaited | null) => void;

/** A listener that hears of each wait once, for a line that cannot be replaced. */
export function oncePerWait(tell: (wait: Awaited) => void): Listener {
	let told: string | null = null;
	return wait => {
		if (wait && wait.what !== told) tell(wait);
		told = wait?.what ?? null;
	};
}

type WaitsClock = {
	/** In milliseconds, from any start. */
	now: () => number;
	/** Acts time and again, after so many milliseconds each; returns what ends that. */
	every: (ms: number, act: () => void) => () => void;
};

/** A shorter wait is not worth a line. */
export const shortestWaitMs = 5000;
const tickMs = 1000;

export function openWaits({now, every}: WaitsClock): Waits {
	const current = new Set<{what: string; since: number}>();
	const listeners: Listener[] = [];
	let isTold = false;
	let stop: (() => void) | null = null;
	const tell = (wait: Awaited | null) => {
		isTold = wait !== null;
		listeners.at(-1)?.(wait);
	};
	const tick = () => {
		// A set keeps the order: the first one has gone on for longest.
		const [longest] = current;
		const ms = longest ? now() - longest.since : 0;
		if (longest && ms >= shortestWaitMs) tell({what: longest.what, ms});
		else if (isTold) tell(null);
	};
	return {
		async during(what, work) {
			const wait = {what, since: now()};
			current.add(wait);
			stop ??= every(tickMs, tick);
			try {
				return await work();
			} finally {
				current.delete(wait);
				if (current.size === 0) {
					stop?.();
					stop = null;
					if (isTold) tell(null);
				}
			}
		},
		listen(listener) {
			listeners.push(listener);
			return () => {
				listeners.splice(listeners.indexOf(listener), 1);
			};
		},
	};
}

/** Does some work, followed as a wait where waits are followed. */
export const waitingFor = <Result>(
	waits: Waits | undefined,
	what: string,
	work: () => Promise<Result>,
): Promise<Result> => (waits ? waits.during(what, work) : work());
