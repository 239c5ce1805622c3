/** The classes of remarks, from the easiest. */
export const complexities = ['simple', 'medium', 'complex'] as const;

export type Complexity = (typeof complexities)[number];

export const dataSetChangeTypes = ['addition', 'modification', 'deletion'] as const;

export type ChangeType = (typeof dataSetChangeTypes)[number];

/** What is known of the right answer; null where it is not. Lines are 1-based and inclusive. */
export type GroundTruth = {
	/** Separate places that are changed. */
	changes: number | null;
	lines: {start: number; end: number} | null;
	/** Null also for a word of the data set that is not one of these three. */
	changeType: ChangeType | null;
	/** From 0 to 1: how sure a model should be at least. */
	confidence: number | null;
	/** What may stand in place of `lines`, each as lines: any of them is right. */
	replacements: readonly (readonly string[])[] | null;
};

/** One remark of a reviewer, as a benchmark asks about it. */
export type Entry = {
	/** Its place in the data set: `simple[3]`. */
	id: string;
	complexity: Complexity;
	/** Markdown, as the reviewer wrote it. */
	body: string;
	path: string;
	line: number;
	truth: GroundTruth;
	/** The lines of the file; null where the data set has none. */
	file: readonly string[] | null;
};

export type DataSet = {
	/** For people: where it comes from. */
	source: string;
	/** Of everything in it: two with the same hash are the same. */
	hash: string;
	/** The classes in turns, so that the first requests are of all of them. */
	entries: readonly Entry[];
	/** What a reader of the figures should know of it. */
	notes: readonly string[];
};

/** So many entries of each class. */
export function countByComplexity(entries: readonly Entry[]): Record<Complexity, number> {
	const count = (complexity: Complexity) => entries.filter(entry => entry.complexity === complexity).length;
	return {simple: count('simple'), medium: count('medium'), complex: count('complex')};
}

/** One entry of each class after the other, as long as they last. */
export function inTurns(entries: readonly Entry[]): Entry[] {
	const classes = complexities.map(complexity => entries.filter(entry => entry.complexity === complexity));
	const longest = Math.max(...classes.map(({length}) => length));
	return Array.from({length: longest}, (_, index) => classes.flatMap(members => members[index] ?? [])).flat();
}
