import * as z from 'zod/mini';
import type {OwnWords} from '../review/closing/thread-plan.ts';
import {repliesFor, type SplitBy, splits} from '../settings/delivery-rows.ts';
import {byName} from '../system/by-name.ts';
import {countShape, hasShape} from '../system/shape.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Run} from '../worktree/run-record.ts';
import type {VariableChoice} from '../worktree/verify/environment.ts';
import {type PublicationStep, type PublishRequest, wishNames} from './steps/table.ts';

/** What a run does after it has written its files; null for what nobody asked for. */
export type DeliveryRequest = {
	verify: VerifyRequest | null;
	/** Before a commit and a push, if there is one; false: the user does not want them. */
	hooks: HooksRequest | false | null;
	commit: CommitRequest | null;
	push: PushRequest | null;
	publish: PublishRequest | null;
};

/** How programs run that may run the code of the pull request. */
export type CodeRunRequest = {
	/** For one run. */
	timeoutMs: number;
	variables: VariableChoice;
	/** Whether to run it on the code of an author without write permission. */
	trustCode: boolean;
};

export type HooksRequest = CodeRunRequest & {
	/** Whether what pre-commit makes of the lines of the run is committed. */
	accepts: boolean;
};

export type VerifyRequest = CodeRunRequest & {
	/** For `/bin/sh -c`. */
	command: string;
	/** For all runs together. */
	budgetMs: number;
};

export type CommitRequest = {
	split: SplitBy | FixupSplit;
	/** The user's own message; null: as GitHub words it. */
	message: string | null;
	/** Null: if the repository requires it. */
	signoff: boolean | null;
	coAuthors: boolean;
	/** Logins of the reviewers that the run is limited to, which its commits name; empty: all. */
	only: readonly string[];
};

/** A `fixup!` for each commit of the pull request that changes correct, and an ordinary commit for the other changes. */
export type FixupSplit = {
	/** Object ids: where the base branch is; empty until the pull request is read. */
	bases: readonly string[];
};

/** To the head of the pull request; there is nothing to choose. */
export type PushRequest = Record<never, never>;

export const nothingAsked: DeliveryRequest = {verify: null, hooks: null, commit: null, push: null, publish: null};

/** Whether nothing is to be changed: the threads are told what the head of the pull request has. */
export const isOnlyAnswer = ({verify, commit, push, publish}: DeliveryRequest): boolean =>
	publish !== null && verify === null && commit === null && push === null;

/** Whether what a hook makes of the lines of the run is committed. */
export const acceptsHooks = ({hooks}: Pick<DeliveryRequest, 'hooks'>): boolean => (hooks ? hooks.accepts : false);

/** A commit without any wishes. */
export const plainCommit: CommitRequest = {split: 'one', message: null, signoff: null, coAuthors: true, only: []};

const codeRun = {
	timeoutMs: countShape,
	variables: z.object({names: z.array(z.string()), isOnly: z.boolean()}),
	trustCode: z.boolean(),
};

export const ownWordsShape: z.ZodMiniType<OwnWords> = z.object({thread: z.string(), text: z.string()});

const requestShape: z.ZodMiniType<DeliveryRequest> = z.object({
	verify: z.nullable(z.object({command: z.string(), budgetMs: countShape, ...codeRun})),
	hooks: z.nullable(z.union([z.literal(false), z.object({accepts: z.boolean(), ...codeRun})])),
	commit: z.nullable(
		z.object({
			split: z.union([z.enum(splits), z.object({bases: z.array(z.string())})]),
			message: z.nullable(z.string()),
			signoff: z.nullable(z.boolean()),
			coAuthors: z.boolean(),
			only: z.array(z.string()),
		}),
	),
	push: z.nullable(z.object({})),
	publish: z.nullable(
		z.object({
			...byName(wishNames, () => z.boolean()),
			replies: z.enum(repliesFor),
			ownWords: z.exactOptional(z.readonly(z.array(ownWordsShape))),
			agentReasons: z.exactOptional(z.boolean()),
		}),
	),
});

/** What a run records of its steps after writing. */
export type DeliveryDetails = {
	closing: DeliveryRequest | null;
	number: number | null;
	/** Object id: the head of the pull request as it was read; absent or null if it is not known. */
	head?: string | null;
	/** Whether its changes have passed a verification, on that head. Absent: no. */
	isVerified?: boolean;
};

const detailsShape: z.ZodMiniType<DeliveryDetails> = z.object({
	closing: z.nullable(requestShape),
	number: z.nullable(countShape),
	head: z.exactOptional(z.nullable(z.string())),
	isVerified: z.exactOptional(z.boolean()),
});

/** The same in a record; null if it has none, such as that of an older version. */
export const deliveryDetails = ({details}: Run): DeliveryDetails | null =>
	hasShape(details, detailsShape) ? details : null;

const revertShape = z.object({reverts: z.string()});

/** The id of the run that a run reverts; null for any other run. */
export const revertedBy = ({details}: Pick<Run, 'details'>): string | null =>
	hasShape(details, revertShape) ? details.reverts : null;

/** The steps as a run records them before it writes, so that `apply --continue` knows of them after a crash. */
export function intendedSteps(
	{commit, push}: DeliveryRequest,
	{branch}: Pick<Repository, 'branch'>,
): PublicationStep[] {
	const kinds = [...(commit ? (['commit'] as const) : []), ...(push ? (['push'] as const) : [])];
	const target = `refs/heads/${branch}`;
	return kinds.map(kind => ({key: kind, kind, target, state: 'intended', result: null, reason: ''}));
}
