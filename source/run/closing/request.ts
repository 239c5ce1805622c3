import type {SplitBy} from '../../settings/closing-rows.ts';
import type {PublicationStep} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';

/** What a run does after it has written its files; null for what nobody asked for. */
export type ClosingRequest = {
	verify: VerifyRequest | null;
	commit: CommitRequest | null;
	push: PushRequest | null;
	publish: PublishRequest | null;
};

export type VerifyRequest = {
	/** For `/bin/sh -c`. */
	command: string;
	/** For one run of it, and for all runs together. */
	timeoutMs: number;
	budgetMs: number;
	/** Masked variables that it gets anyway. */
	env: readonly string[];
	/** Whether to run it on the code of an author without write permission. */
	trustCode: boolean;
};

export type CommitRequest = {
	split: SplitBy;
	/** The user's own message; null: as GitHub words it. */
	message: string | null;
	signoff: boolean;
	coAuthors: boolean;
};

/** To the head of the pull request; there is nothing to choose. */
export type PushRequest = Record<never, never>;

export type PublishRequest = {
	reply: boolean;
	resolveThreads: boolean;
	/** Threads that people began too. */
	resolvePeople: boolean;
	react: boolean;
	requestReview: boolean;
};

export const isAsked = ({verify, commit, push, publish}: ClosingRequest) =>
	[verify, commit, push, publish].some(step => step !== null);

/** The steps as a run records them before it writes, so that `apply --continue` knows of them after a crash. */
export function intendedSteps({commit}: ClosingRequest, {branch}: Pick<Repository, 'branch'>): PublicationStep[] {
	const step = {key: 'commit', kind: 'commit', target: `refs/heads/${branch}`} as const;
	return commit ? [{...step, state: 'intended', result: null, reason: ''}] : [];
}
