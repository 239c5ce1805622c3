/** How long the next check of a file may take, after checks that did not finish. */
export type Allowance = {
	/** In milliseconds; 0 for no further check of this file. */
	of: (path: string) => number;
	/** A check of the file had this many milliseconds and did not finish. */
	spend: (path: string, ms: number) => void;
};

/** In timeouts: what one file may cost, and what all files may cost before each gets only the shortest check. */
const perFile = 2;
const perRun = 12;
const shortest = 1 / 5;

/**
 * A file gets a whole timeout at first and half of what is left for each later check, so that a few more checks find the
 * change to blame. Valid files take milliseconds, so the shortest check is long enough for them.
 */
export function openAllowance(timeoutMs: number): Allowance {
	const shortestMs = timeoutMs * shortest;
	const left = new Map<string, number>();
	let spent = 0;
	const leftFor = (path: string) => left.get(path) ?? (spent < perRun * timeoutMs ? perFile * timeoutMs : shortestMs);
	return {
		of: path => {
			const ms = leftFor(path);
			return ms > 0 ? Math.max(ms / 2, shortestMs) : 0;
		},
		spend: (path, ms) => {
			left.set(path, leftFor(path) - ms);
			spent += ms;
		},
	};
}
