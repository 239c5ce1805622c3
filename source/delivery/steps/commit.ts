import * as z from 'zod/mini';

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

const runCommitShape: z.ZodMiniType<RunCommit> = z.object({
	oid: z.string(),
	parent: z.string(),
	headline: z.string(),
	changes: z.array(z.string()),
	reverts: z.exactOptional(z.array(z.string())),
	signed: z.boolean(),
	via: z.exactOptional(z.enum(ways)),
	url: z.exactOptional(z.nullable(z.string())),
});

const resultShape: z.ZodMiniType<CommitResult> = z.object({
	run: z.string(),
	commits: z.array(runCommitShape),
	index: z.array(z.object({path: z.string(), mode: z.string(), before: z.string(), after: z.string()})),
});

const intendedShape: z.ZodMiniType<IntendedCommits> = z.object({
	made: z.array(runCommitShape),
	head: z.string(),
	commits: z.array(
		z.object({
			tree: z.string(),
			headline: z.string(),
			changes: z.array(z.string()),
			reverts: z.exactOptional(z.array(z.string())),
		}),
	),
});

/** Null before anything of it was prepared, and once it is not made. */
export const commit = {record: z.nullable(z.union([resultShape, intendedShape]))};
