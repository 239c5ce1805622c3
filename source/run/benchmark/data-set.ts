import {byName} from '../../system/by-name.ts';

/** The classes of comments, from the easiest. */
export const complexities = ['simple', 'medium', 'complex'] as const;

export type Complexity = (typeof complexities)[number];

export const dataSetChangeTypes = ['addition', 'modification', 'deletion'] as const;

export type ChangeType = (typeof dataSetChangeTypes)[number];

/** The right answer, as far as it is known; otherwise null. Lines are 1-based and inclusive. */
export type GroundTruth = {
	/** Number of separate places to change. */
	changes: number | null;
	lines: {start: number; end: number} | null;
	/** Null also if the data set has another word. */
	changeType: ChangeType | null;
	/** Minimum confidence, from 0 to 1. */
	confidence: number | null;
	/** Right replacements of `lines`, each as lines. */
	replacements: readonly (readonly string[])[] | null;
};

/** One comment of a reviewer. */
export type DataSetEntry = {
	/** Its place in the data set: `simple[3]`. */
	id: string;
	complexity: Complexity;
	/** Markdown, as the reviewer wrote it. */
	body: string;
	path: string;
	line: number;
	truth: GroundTruth;
	/** The lines of the file; null if the data set does not have it. */
	file: readonly string[] | null;
};

export type DataSet = {
	/** Its origin, as text. */
	source: string;
	/** Hash of the whole content. */
	hash: string;
	/** Alternates between the classes, so that the first requests cover all of them. */
	entries: readonly DataSetEntry[];
	/** Notes for the reader of the figures. */
	notes: readonly string[];
};

export const countByComplexity = (entries: readonly DataSetEntry[]) =>
	byName(complexities, complexity => entries.filter(entry => entry.complexity === complexity).length);

/** Takes one entry of each class in turn. */
export function inTurns(entries: readonly DataSetEntry[]): DataSetEntry[] {
	const classes = complexities.map(complexity => entries.filter(entry => entry.complexity === complexity));
	const longest = Math.max(...classes.map(({length}) => length));
	return Array.from({length: longest}, (_, index) => classes.flatMap(members => members[index] ?? [])).flat();
}
