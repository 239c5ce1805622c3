/** How long the next look at a file may take, after looks at it and at others that came to nothing. */
export type Allowance = {
	/** Milliseconds; 0 where there shall be no further look at this file. */
	of: (path: string) => number;
	/** A look at the file was given so many milliseconds and did not come to its end. */
	spend: (path: string, ms: number) => void;
};

/** In time-outs: what a file may cost, and what all files may cost before each is given only its shortest look. */
const perFile = 2;
const perRun = 12;
const shortest = 1 / 5;

/**
 * A file is given a whole time-out at first and half of what is left at each later look, so that a few more tell which of
 * its changes is to blame. Sound files take milliseconds: the shortest look is long enough for them.
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
