import type {Standing} from '../../code-host/publisher.ts';
import {Failure, type Remedy} from '../../failure.ts';
import type {Candidate} from '../../worktree/commit/gather.ts';
import type {Committer} from '../../worktree/commit/identity.ts';
import type {HookRun} from '../hooks/hook-run.ts';
import type {OfferedWrites} from '../steps/step.ts';

/** What a step after writing would do, or why it is not possible; the remedy is empty if nothing helps. */
export type Offered<What> = {what: What} | {reason: string; remedy: Remedy};

export type OfferedCommit = {
	/** That gets it; null: what is offered of the push names it. */
	branch: string | null;
	changes: number;
	files: number;
	/** Whole, in the order of the commits. */
	messages: string[];
	/** `Name <address>` of who commits. */
	committer: string;
	/** What it has of earlier runs although people have answered it since, named. */
	answered: string[];
};

export type OfferedVerification = {
	/** Without secrets. */
	command: string;
	/** Who made the code that it runs, without write access. */
	strangers: string[];
};

export type OfferedPush = {
	/** `owner/name`. */
	repository: string;
	branch: string;
	/** Whether the host makes the commits there, so that a commit is on the pull request at once. */
	isByHost: boolean;
	requiresSignoff: boolean;
	/** People whose changes are pushed, without write access. */
	outsiders: string[];
	/** What its commits have although people have answered it since, named. */
	answered: string[];
};

/** The git hooks that would be run in a step. */
export type OfferedHooks = {
	commit: HookRun['name'][];
	push: HookRun['name'][];
	/** Whether there are any, be they run or not. */
	areThere: boolean;
	/** Who made the code that they may run, without write access; null: still being looked up. */
	strangers: string[] | null;
};

/** What can follow the writing, as it is now; null: still being looked up. */
export type DeliveryOffer = {
	hooks: OfferedHooks;
	commit: Offered<OfferedCommit>;
	verify: Offered<OfferedVerification> | null;
	push: Offered<OfferedPush> | null;
	/** For what the head of the pull request has now, and after a push. */
	threads: Offered<{now: OfferedWrites; pushed: OfferedWrites}> | null;
};

export const onRecording = {reason: 'a recording is not on GitHub', remedy: ''};

/** A commit of these edits, the oldest of its messages first. */
export function commitOf(
	candidates: readonly Candidate[],
	{name, email}: Pick<Committer, 'name' | 'email'>,
	made: Pick<OfferedCommit, 'branch' | 'messages'>,
): OfferedCommit {
	const edits = candidates.map(({source}) => source.edit);
	const changes = new Set(edits.flatMap(edit => edit.changes)).size;
	const files = new Set(edits.map(({path}) => path)).size;
	return {...made, changes, files, committer: `${name} <${email}>`, answered: []};
}

/** A push to a pull request, unless something is in its way. */
export function pushOf(
	{standing: {head}, obstacle}: {standing: Pick<Standing, 'head'>; obstacle: {reason: string; remedy: Remedy} | null},
	more: Pick<OfferedPush, 'isByHost' | 'outsiders' | 'answered'>,
): Offered<OfferedPush> {
	if (obstacle) return {reason: obstacle.reason, remedy: obstacle.remedy};
	const {repository, branch, requiresSignoff} = head;
	return {what: {...more, repository, branch, requiresSignoff: requiresSignoff === true}};
}

/** A failure is why a step is not possible. */
export async function orReason<What>(look: () => Promise<Offered<What>>): Promise<Offered<What>> {
	try {
		return await look();
	} catch (error) {
		if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
		return {reason: error.message, remedy: error.remedy};
	}
}
