import type {Plan} from '../resolve/decide.ts';
import type {Context} from '../run/context.ts';
import type {DeliveryStep, Pushed, RunEvent} from '../run/events.ts';
import type {RunWarning} from '../run/warning.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Run} from '../worktree/run-record.ts';
import type {Delivery, DeliverySite, RunSite, WrittenDelivery} from './delivery.ts';
import type {RevertedThreads} from './publish/revert-threads.ts';
import type {DeliveryRequest} from './request.ts';
import type {TakeStep} from './run-steps.ts';

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
