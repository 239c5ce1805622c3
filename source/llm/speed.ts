import type {ServerWork, Stretch} from './providers/provider.ts';

/** How fast a model reads prompts and writes answers, in tokens per second. */
export type Speed = {inputPerSecond: number; outputPerSecond: number};

/** In shorter stretches most of the time is something else. */
const shortest = {read: 100, written: 10} as const;

/** The speed in some requests together; null if too little was read or written to know. */
export function speedOf(works: readonly ServerWork[]): Speed | null {
	const inputPerSecond = rateOf(works.map(({read}) => read).filter(({tokens}) => tokens >= shortest.read));
	const outputPerSecond = rateOf(works.map(({written}) => written).filter(({tokens}) => tokens >= shortest.written));
	return inputPerSecond === null || outputPerSecond === null ? null : {inputPerSecond, outputPerSecond};
}

function rateOf(stretches: readonly Stretch[]): number | null {
	const sum = (of: keyof Stretch) => stretches.reduce((all, stretch) => all + stretch[of], 0);
	return sum('ms') > 0 ? (1000 * sum('tokens')) / sum('ms') : null;
}

/**
 * Mean tokens of a question about a comment in prose: measured over 120 real ones by `npm run bench -- prompt-size`.
 * Those of an answer are what an edit of a few lines and its reason take, without thinking.
 */
export const meanQuestion = {input: 1241, output: 300} as const;

/** Milliseconds to read a question of the usual size and to answer it. */
export function questionTime({inputPerSecond, outputPerSecond}: Speed): {readMs: number; allMs: number} {
	const readMs = (1000 * meanQuestion.input) / inputPerSecond;
	return {readMs, allMs: readMs + (1000 * meanQuestion.output) / outputPerSecond};
}

/**
 * Whether requests that were sent at once were answered one after the other, from as many answers as there are workers. Of n
 * requests, the last waits for n - 1 others then, and all together for half of that.
 */
export function wasSerial(works: readonly ServerWork[], workers: number): boolean {
	if (workers < 2 || works.length < workers) return false;
	const first = works.slice(0, workers);
	const waited = first.reduce((sum, {queueMs}) => sum + queueMs, 0);
	const worked = first.reduce((sum, {read, written}) => sum + read.ms + written.ms, 0);
	return waited >= (usualNoise * (worked * (workers - 1))) / 2;
}

/** Answers differ in length, and not all requests leave in the same moment. */
const usualNoise = 0.8;
