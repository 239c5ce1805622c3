import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';
import type {AnalysisInput} from '../analyze.ts';
import type {Context} from '../context.ts';
import {answeredIn} from '../decisions/answers.ts';
import {inSteps} from '../generators.ts';
import {dayOf, type Entry, entryId, holdsOn} from './entry.ts';
import {matchMemory} from './match-memory.ts';
import {memoryOfClone, readOwnMemory} from './own-memory.ts';
import {entriesAt, tipFor} from './read-memory.ts';

export type SurveyedEntry = {
	id: string;
	entry: Entry;
	/** Whether it has not expired. */
	holds: boolean;
	/** Whether the default branch has it, and the file in the working tree. */
	onBranch: boolean;
	here: boolean;
};

/** What holds, and what the working tree would change. */
export type MemorySurvey = {
	/** The default branch and the object id of its tip; null if it is not known here. */
	tip: {branch: string; commit: string} | null;
	/** Why nothing on the default branch is used; null if it is. */
	problem: string | null;
	entries: SurveyedEntry[];
};

/**
 * Compares the memory on the default branch with the file in the working tree.
 * @param pullRequest whose base repository is meant; null: that of the clone, as it was fetched last
 * @throws {Failure} usage `bad-memory`
 */
export async function surveyMemory(
	pullRequest: PullRequest | null,
	repository: Repository,
	context: Context,
): Promise<MemorySurvey> {
	const tip = await (pullRequest ? tipFor(pullRequest, repository, context) : memoryOfClone(repository, context));
	const known = tip && 'oid' in tip ? tip : null;
	const {entries, problem} = known ? entriesAt(known) : {entries: [], problem: null};
	const own = hasTree(repository) ? await readOwnMemory(repository.root) : [];
	const [there, here] = [entries, own].map(list => new Map(list.map(entry => [JSON.stringify(entry), entry] as const)));
	const today = dayOf(context.now());
	return {
		tip: known && {branch: known.branch, commit: known.oid},
		problem,
		entries: [...new Map([...(there ?? []), ...(here ?? [])])].map(([key, entry]) => ({
			id: entryId(entry),
			entry,
			holds: holdsOn(entry, today),
			onBranch: there?.has(key) ?? false,
			here: here?.has(key) ?? false,
		})),
	};
}

/** What a memory would decline of the findings of a pull request; `tooBroad`: ids of the entries that it would not use. */
export type MemoryTrial = {
	declined: (Pick<Finding, 'id' | 'title' | 'path'> & {entry: string})[];
	tooBroad: string[];
};

/** @throws the signal's reason */
export async function tryMemory(
	entries: readonly SurveyedEntry[],
	{findings, answers}: Pick<AnalysisInput, 'findings' | 'answers'>,
	context: Context,
): Promise<MemoryTrial> {
	const all = entries.map(({entry}) => entry);
	const matched = matchMemory(findings, all, dayOf(context.now()), answeredIn(answers));
	const {declined, tooBroad} = await inSteps(matched, context.signal);
	return {
		declined: findings.flatMap(({id, title, path}) => {
			const entry = declined.get(id);
			return entry ? {id, title, path, entry: entryId(entry)} : [];
		}),
		tooBroad: tooBroad.map(({entry}) => entryId(entry)),
	};
}
