import * as z from 'zod/mini';
import type {OwnWords} from '../review/closing/thread-plan.ts';
import {repliesFor, splits} from '../settings/delivery-rows.ts';
import {byName} from '../system/by-name.ts';
import {countShape, hasShape} from '../system/shape.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Run} from '../worktree/run-record.ts';
import {type PublicationStep, type PublishRequest, wishNames} from './steps/table.ts';

export const codeRunShape = z.object({
	/** For one run. */
	timeoutMs: countShape,
	variables: z.object({names: z.readonly(z.array(z.string())), isOnly: z.boolean()}),
	/** Whether to run it on the code of an author without write permission. */
	trustCode: z.boolean(),
});

export const hooksShape = z.extend(codeRunShape, {
	/** Whether what pre-commit makes of the lines of the run is committed. */
	accepts: z.boolean(),
});

export const verifyShape = z.extend(codeRunShape, {
	/** For `/bin/sh -c`. */
	command: z.string(),
	/** For all runs together. */
	budgetMs: countShape,
});

/** A `fixup!` for each commit of the pull request that changes correct, and an ordinary commit for the other changes. */
const fixupShape = z.object({
	/** Object ids: where the base branch is; empty until the pull request is read. */
	bases: z.readonly(z.array(z.string())),
});

export const commitShape = z.object({
	split: z.union([z.enum(splits), fixupShape]),
	/** The user's own message; null: as GitHub words it. */
	message: z.nullable(z.string()),
	/** Null: if the repository requires it. */
	signoff: z.nullable(z.boolean()),
	coAuthors: z.boolean(),
	/** Logins of the reviewers that the run is limited to, which its commits name; empty: all. */
	only: z.readonly(z.array(z.string())),
});

export const ownWordsShape: z.ZodMiniType<OwnWords> = z.object({thread: z.string(), text: z.string()});

const publishShape: z.ZodMiniType<PublishRequest> = z.object({
	...byName(wishNames, () => z.boolean()),
	replies: z.enum(repliesFor),
	ownWords: z.exactOptional(z.readonly(z.array(ownWordsShape))),
	agentReasons: z.exactOptional(z.boolean()),
});

export const requestShape = z.object({
	verify: z.nullable(verifyShape),
	/** Before a commit and a push, if there is one; false: the user does not want them. */
	hooks: z.nullable(z.union([z.literal(false), hooksShape])),
	commit: z.nullable(commitShape),
	/** To the head of the pull request; there is nothing to choose. */
	push: z.nullable(z.object({})),
	publish: z.nullable(publishShape),
});

/** What a run records of its steps after writing. */
const detailsShape = z.object({
	closing: z.nullable(requestShape),
	number: z.nullable(countShape),
	/** Object id: the head of the pull request as it was read; absent or null if it is not known. */
	head: z.exactOptional(z.nullable(z.string())),
	/** Whether its changes have passed a verification, on that head. Absent: no. */
	isVerified: z.exactOptional(z.boolean()),
});

/** The same in a record; null if it has none, such as that of an older version. */
export const deliveryDetails = ({details}: Run): z.infer<typeof detailsShape> | null =>
	hasShape(details, detailsShape) ? details : null;

const revertShape = z.object({reverts: z.string()});

/** The id of the run that a run reverts; null for any other run. */
export const revertedBy = ({details}: Pick<Run, 'details'>): string | null =>
	hasShape(details, revertShape) ? details.reverts : null;

/** The steps as a run records them before it writes, so that `apply --continue` knows of them after a crash. */
export function intendedSteps(
	{commit, push}: z.infer<typeof requestShape>,
	{branch}: Pick<Repository, 'branch'>,
): PublicationStep[] {
	const kinds = [...(commit ? (['commit'] as const) : []), ...(push ? (['push'] as const) : [])];
	const target = `refs/heads/${branch}`;
	return kinds.map(kind => ({key: kind, kind, target, state: 'intended', result: null, reason: ''}));
}
