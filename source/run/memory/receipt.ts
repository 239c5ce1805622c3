import {memoryFile} from '../../resolve/memory-file.ts';
import {count} from '../../text/sentences.ts';

/** What was read of the memory of a repository, and used in a run. */
export type MemoryReceipt = {
	/** The default branch of the base repository; null if it is unknown. */
	branch: string | null;
	/** Object id of its tip; null if it is unknown. */
	commit: string | null;
	/** How many entries hold today. */
	entries: number;
	/** Why none of them is used; null if they are. */
	problem: string | null;
	/** Entries that match too much of this pull request to be used in it: their ids, and how many findings of how many. */
	tooBroad: {entry: string; matches: number; of: number}[];
	/** Whether the pull request changes the file, which has no effect on it; null if its files are not known. */
	isChanged: boolean | null;
};

/** `main at 1a2b3c4d5e` */
export const tipOf = ({branch, commit}: {branch: string; commit: string}): string =>
	`${branch} at ${commit.slice(0, 10)}`;

/** `memory: 3 findings declined by .pr-resolve/declined.json of main at 1a2b3c4d5e`; null if it was not read. */
export function memoryLine({branch, commit}: MemoryReceipt, declined: number): string | null {
	if (branch === null || commit === null) return null;
	return `memory: ${count(declined, 'finding')} declined by ${memoryFile} of ${tipOf({branch, commit})}`;
}

/** What a person should know of it besides. */
export function memoryWarnings(memory: MemoryReceipt): string[] {
	const {problem, tooBroad, isChanged} = memory;
	return [
		...(problem === null ? [] : [problemOf(memory, problem)]),
		...tooBroad.map(
			({entry, matches, of}) =>
				`entry ${entry} of ${memoryFile} is too broad to be used here: it matches ${matches} of ${count(of, 'finding')} by bots`,
		),
		...(isChanged === true ? [changed] : []),
	];
}

function problemOf({branch, commit}: MemoryReceipt, problem: string): string {
	return branch === null || commit === null
		? `the memory of the team could not be read (${problem}): nothing is declined by it`
		: `nothing is declined by memory: ${memoryFile} of ${tipOf({branch, commit})} ${problem}`;
}

/** A pull request must not silence the reviewers for itself. */
export const changed = `the pull request changes ${memoryFile}; that has no effect until it is on the default branch`;

/** What follows after an entry was written: nothing adds it for the user. */
export const keptWords = `written to ${memoryFile}; to share it: git add ${memoryFile}`;
