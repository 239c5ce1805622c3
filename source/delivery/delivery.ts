import type {Standing} from '../code-host/publisher.ts';
import type {Plan} from '../resolve/decide.ts';
import type {Policy} from '../resolve/policy.ts';
import type {Analysis} from '../run/analyze.ts';
import type {NamedPullRequest} from '../run/code-host.ts';
import type {FileResult} from '../run/events.ts';
import type {RunState} from '../run/state.ts';
import type {Repository, Worktree} from '../worktree/repository.ts';
import type {TreeState} from '../worktree/verify/tree-state.ts';
import type {Prompts} from './prompts.ts';
import type {ThreadsRead} from './publish/read-threads.ts';
import type {DeliveryRequest} from './request.ts';

/** Where the steps after writing are taken. */
export type DeliverySite<Place extends Repository = Worktree> = {
	repository: Place;
	/** The run whose files were written; null if it wrote none. */
	runId: string | null;
	/** Of the pull request; null if it is unknown, as in some recordings. */
	number: number | null;
	/** On the host; null for a recording. */
	target: NamedPullRequest | null;
	/** Null if git may not ask in the terminal. */
	prompts: Prompts | null;
};

/** The same for a recorded run, which names its pull request. */
export type RunSite<Place extends Repository = Worktree> = DeliverySite<Place> & {
	/** Id of the run. */
	runId: string;
	number: number;
	target: NamedPullRequest;
};

/** What the steps work on, after a plan. */
export type Delivery<Place extends Repository = Worktree> = DeliverySite<Place> & {
	request: DeliveryRequest;
	/** What the run read and planned. */
	analysis: Analysis<Place>;
	/** The pull request when the push was prepared; null if nothing is pushed. */
	standing: Standing | null;
	/** What was read to plan the writes to the pull request, before anything was written; null if none follow a push. */
	threads: ThreadsRead | null;
	/** What is known of the run now. */
	state: () => RunState;
	/** What a person takes of earlier runs although people had answered it when the threads were read; absent: nothing. */
	taken?: 'everything' | 'decided';
	/** Aborts when the user wants no more runs of the verification; null if nothing can tell. */
	stopVerifying: AbortSignal | null;
};

/** The same once the plan was written. */
export type WrittenDelivery<Place extends Repository = Worktree> = Delivery<Place> & {
	written: Written<Place>;
	/** What the plan was made by. */
	policy: Policy;
};

/** With a run that wrote something. */
export type OwnWritten = WrittenDelivery & {runId: string};

export type Written<Place extends Repository = Worktree> = {
	/** What the plan was made from. */
	analysis: Analysis<Place>;
	plan: Plan;
	files: readonly FileResult[];
	/** The working tree before, without what the commit takes along of earlier runs; null if it is unknown or no step needs it. */
	before: TreeState | null;
};
