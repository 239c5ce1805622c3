import type {Standing} from '../code-host/publisher.ts';
import type {Plan} from '../resolve/decide.ts';
import type {Analysis} from '../run/analyze.ts';
import type {NamedPullRequest} from '../run/code-host.ts';
import type {Context} from '../run/context.ts';
import type {DeliveryStep, Pushed, RunEvent} from '../run/events.ts';
import type {RunWarning} from '../run/warning.ts';
import {hasTree, type Repository, type Worktree} from '../worktree/repository.ts';
import type {Run} from '../worktree/run-record.ts';
import type {TreeState} from '../worktree/verify/tree-state.ts';
import type {FileEdit} from '../worktree/write.ts';
import type {Delivery, DeliverySite, RunSite, WrittenDelivery} from './delivery.ts';
import type {HostRepository} from './follow-head.ts';
import type {DeliveryOffer} from './offer/offered.ts';
import type {RevertedThreads} from './publish/revert-threads.ts';
import type {PushObstacle} from './push/push-obstacles.ts';
import type {DeliveryRequest} from './request.ts';
import type {RevertRecord} from './revert-run.ts';
import type {TakeStep} from './run-steps.ts';
import type {PublicationStep} from './steps/table.ts';

type Events<Result> = AsyncGenerator<RunEvent, Result>;

/** A step that may follow a written plan, in one place. The members are in the order in which they are called. */
export type Step<At extends Repository> = {
	name: DeliveryStep;
	isAsked: (request: DeliveryRequest) => boolean;
	/** What a person may want to know before it is taken. */
	warn?: (delivery: Delivery<At>, context: Context) => Promise<RunWarning[]>;
	/** Tells what it would do. */
	preview?: (delivery: Delivery<At>, plan: Plan, context: Context) => Events<void>;
	/** Looks whether it can be taken; null if not, after the event that tells why. */
	prepare?: (delivery: Delivery<At>, context: Context) => Events<Delivery<At> | null>;
	/** Reads what the record of the run has of it, once it is sure that the plan is written. */
	intend?: (delivery: Delivery<At>, context: Context) => Events<Delivery<At>>;
	/**
	 * Takes it, after the plan was written. Returns false if no other may follow.
	 * @param keep takes what the next steps work on, if that is something else by now
	 */
	take: (delivery: WrittenDelivery<At>, context: Context, keep: (next: WrittenDelivery<At>) => void) => Events<unknown>;
	/** Takes what a run has recorded of it and not done; null if nothing is left of it. */
	resume: (resumed: Resumed<At>) => TakeStep;
	/** Takes back what a run has pushed or said, as far as that is left; null if nothing is left of it. */
	revert?: (reverting: Reverting<At>) => TakeStep;
};

/** A run that is continued. */
export type Resumed<At extends Repository> = {
	run: Run;
	site: DeliverySite<At> & {runId: string};
	/** Whether anything of it is left in its files. */
	stands: boolean;
	/** What these steps have pushed. */
	pushed: () => Pushed | null;
	/** Whether hooks may change its lines, whatever it began with. */
	acceptsHooks: boolean;
};

/** A run that another one reverts on its pull request. */
export type Reverting<At extends Repository> = {
	run: Run;
	/** The run with the reverse edits. */
	by: Run;
	/** Of the run with the reverse edits. */
	site: RunSite<At>;
	/** Whether the repository requires a sign-off. */
	requiresSignoff: boolean;
	/** Takes what was corrected in the threads; null if they cannot be written to. */
	keep: (threads: RevertedThreads | null) => void;
};

/** A plan, and what it was made from. */
export type MadePlan<At extends Repository = Repository> = {analysis: Analysis<At>; plan: Plan};

/** What was asked for, and the steps that the record of a run has from its beginning. */
export type ToRecord = {request: DeliveryRequest; steps: readonly PublicationStep[]};

/** Where a plan is delivered: to a working tree, or to the head of a pull request on the host. */
export type Place<At extends Repository> = {
	/** The repository as the place has it. */
	narrow: (repository: Repository) => At;
	/**
	 * Checks what the steps need, before anything is read; returns the working tree as it is then, null if that does not matter.
	 * Absent: nothing.
	 */
	check?: (
		request: DeliveryRequest,
		site: Pick<DeliverySite<At>, 'repository' | 'prompts'>,
		context: Context,
	) => Promise<TreeState | null>;
	/** Adds what the steps have to know of the pull request. */
	begin: (delivery: Delivery<At>, context: Context) => Promise<Delivery<At>>;
	/** Tells what code of the pull request would run, once it is known what is committed and pushed. */
	previewCode?: (delivery: Delivery<At>, context: Context) => Events<void>;
	/** Writes the plan, or records it; returns the id of the run, null if there is nothing to write. @param record null for nothing */
	write: (made: MadePlan<At>, record: ToRecord | null, context: Context) => Events<string | null>;
	/** What could follow now, if all was asked for; once more whenever more of it is known. @throws {Failure} of git */
	offer: (delivery: Delivery<At>, context: Context) => AsyncGenerator<DeliveryOffer, void>;
	/** How a pull request stands, and why nothing can be pushed to it; null if something can. @throws {Failure} of reading */
	look: (
		target: NamedPullRequest,
		repository: At,
		context: Context,
	) => Promise<{standing: Standing; obstacle: PushObstacle | null}>;
	/**
	 * Writes the reverse edits of a run as one of their own, or records them, or goes on with an earlier try; null if there is
	 * nothing to write.
	 * @throws {Failure} also for what is missing for a commit
	 */
	writeRevert: (
		run: Run,
		files: readonly FileEdit[],
		site: RunSite<At>,
		context: Context,
	) => Promise<RevertRecord | null>;
	/** In the order in which they are taken. */
	steps: readonly Step<At>[];
};

export function treeOf(repository: Repository): Worktree {
	if (!hasTree(repository)) throw new Error('there is no working tree');
	return repository;
}

export function headOf(repository: Repository): HostRepository {
	const {root, head} = repository;
	if (root !== null || head === null) throw new Error('the repository is not at the head of a pull request');
	return {...repository, root, head};
}
