import {hasFields, isBoolean, isEither, isListOf, isOneOf, isText, type Shape} from '../../system/shape.ts';
import type {PublicationStep} from '../publication.ts';
import type {RunEdit} from '../run-edit.ts';
import type {RunRecord} from '../run-record.ts';

const ways = ['local', 'api', 'git-data'] as const;

type CommitVia = (typeof ways)[number];

/** A commit that a run made. */
export type RunCommit = {
	oid: string;
	parent: string;
	headline: string;
	/** Ids of the changes in it. */
	changes: string[];
	/** Ids of the changes that it reverts; absent for none. */
	reverts?: string[];
	signed: boolean;
	/** Who made it: git here, or the code host, by one request or by its interface to git's objects. Absent: git. */
	via?: CommitVia;
	/** Its page on the code host; absent or null if that is not known. */
	url?: string | null;
};

/** What a run's step `commit` made: commits of one branch, each on the one before. */
export type CommitResult = {
	/** The run that made them. */
	run: string;
	commits: RunCommit[];
	/** The user's index: what it held of each file before and after. */
	index: {path: string; mode: string; before: string; after: string}[];
};

/** JSON has no absent values in lists of fields. */
export const isIdsOrAbsent = isEither(isOneOf(undefined), isListOf(isText)) as Shape<string[]>;

export const isRunCommit = hasFields<RunCommit>({
	oid: isText,
	parent: isText,
	headline: isText,
	changes: isListOf(isText),
	reverts: isIdsOrAbsent,
	signed: isBoolean,
	via: isOneOf(undefined, ...ways),
	url: isEither(isOneOf(undefined, null), isText),
});

/** What a commit of these edits makes and reverts. */
export function changesOf(
	edits: readonly Pick<RunEdit, 'changes' | 'reverts'>[],
): Pick<RunCommit, 'changes' | 'reverts'> {
	const changes = [...new Set(edits.flatMap(edit => edit.changes))];
	const reverts = [...new Set(edits.flatMap(edit => edit.reverts ?? []))];
	return {changes, ...(reverts.length > 0 && {reverts})};
}

const isCommitResult = hasFields<CommitResult>({
	run: isText,
	commits: isListOf(isRunCommit),
	index: isListOf(
		hasFields<CommitResult['index'][number]>({path: isText, mode: isText, before: isText, after: isText}),
	),
});

/** The key of the step in the run that commits, and in an earlier one whose edits it takes along. */
export const commitKey = (run: string, by: string) => (run === by ? 'commit' : `commit:${by}`);

/** What a step made or was about to make; null for other steps, and before the commits exist. */
export const commitResultOf = ({kind, result}: PublicationStep): CommitResult | null =>
	kind === 'commit' && isCommitResult(result) ? result : null;

/** Everything that was committed of a run, oldest first. */
export const commitsOf = ({publication}: Pick<RunRecord, 'publication'>): CommitResult[] =>
	publication.flatMap(step => (step.state === 'done' ? (commitResultOf(step) ?? []) : []));

/** What a step made, also if it was cut before that was recorded: the commits exist, and a branch may have them. */
export const storedCommitOf = (step: PublicationStep): CommitResult | null =>
	step.state === 'done' || step.state === 'intended' ? commitResultOf(step) : null;

/** As `commitsOf`, with what steps made that were cut. */
export const storedCommitsOf = ({publication}: Pick<RunRecord, 'publication'>): CommitResult[] =>
	publication.flatMap(step => storedCommitOf(step) ?? []);
