import * as z from 'zod/mini';

/** What a commit is told by before there is one. */
const named = {
	headline: z.string(),
	/** Ids of the changes in it. */
	changes: z.array(z.string()),
	/** Ids of the changes that it reverts; absent for none. */
	reverts: z.exactOptional(z.array(z.string())),
};

/** A commit that a run made. */
const runCommitShape = z.object({
	oid: z.string(),
	parent: z.string(),
	...named,
	signed: z.boolean(),
	/** Who made it: git here, or the code host, by one request or by its interface to git's objects. Absent: git. */
	via: z.exactOptional(z.enum(['local', 'api', 'git-data'])),
	/** Its page on the code host; absent or null if that is not known. */
	url: z.exactOptional(z.nullable(z.string())),
});

export type RunCommit = z.infer<typeof runCommitShape>;

/** What a run's step `commit` made: commits of one branch, each on the one before. */
const resultShape = z.object({
	/** The run that made them. */
	run: z.string(),
	commits: z.array(runCommitShape),
	/** The user's index: what it held of each file before and after. */
	index: z.array(z.object({path: z.string(), mode: z.string(), before: z.string(), after: z.string()})),
});

export type CommitResult = z.infer<typeof resultShape>;

/** What the step is about to have a code host make: commits of one branch, each on the one before. */
const intendedShape = z.object({
	/** Those of the run that are known to be made, oldest first. */
	made: z.array(runCommitShape),
	/** Object id of the commit that the first of the others is on. */
	head: z.string(),
	/** `tree`: its object id; with its parent and its run, it tells a commit whose answer was lost from one that was not made. */
	commits: z.array(z.object({tree: z.string(), ...named})),
});

export type IntendedCommits = z.infer<typeof intendedShape>;

/** Null before anything of it was prepared, and once it is not made. */
export const commit = {record: z.nullable(z.union([resultShape, intendedShape]))};
