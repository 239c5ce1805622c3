import {hasFields, isBoolean, isEither, isListOf, isOneOf, isText, orNull, type Shape} from '../../system/shape.ts';

const ways = ['local', 'api', 'git-data'] as const;

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
	via?: (typeof ways)[number];
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

/** What the step is about to have a code host make: commits of one branch, each on the one before. */
export type IntendedCommits = {
	/** Those of the run that are known to be made, oldest first. */
	made: RunCommit[];
	/** Object id of the commit that the first of the others is on. */
	head: string;
	commits: IntendedCommit[];
};

export type IntendedCommit = {
	/** Object id of its tree: with its parent and its run, it tells a commit whose answer was lost from one that was not made. */
	tree: string;
	headline: string;
	/** Ids of the changes in it. */
	changes: string[];
	/** As of a `RunCommit`. */
	reverts?: string[];
};

/** JSON has no absent values in lists of fields. */
const isIdsOrAbsent = isEither(isOneOf(undefined), isListOf(isText)) as Shape<string[]>;

const isRunCommit = hasFields<RunCommit>({
	oid: isText,
	parent: isText,
	headline: isText,
	changes: isListOf(isText),
	reverts: isIdsOrAbsent,
	signed: isBoolean,
	via: isOneOf(undefined, ...ways),
	url: isEither(isOneOf(undefined, null), isText),
});

const isCommitResult = hasFields<CommitResult>({
	run: isText,
	commits: isListOf(isRunCommit),
	index: isListOf(
		hasFields<CommitResult['index'][number]>({path: isText, mode: isText, before: isText, after: isText}),
	),
});

const isIntended = hasFields<IntendedCommits>({
	made: isListOf(isRunCommit),
	head: isText,
	commits: isListOf(
		hasFields<IntendedCommit>({tree: isText, headline: isText, changes: isListOf(isText), reverts: isIdsOrAbsent}),
	),
});

/** Null before anything of it was prepared, and once it is not made. */
export const commit = {record: orNull(isEither(isCommitResult, isIntended))};
