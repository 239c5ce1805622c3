import type {PublicationStep} from '../../delivery/steps/table.ts';
import type {Plan} from '../../resolve/decide.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {TreeState} from '../../worktree/verify/tree-state.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';
import type {Closing, ClosingSite, WrittenClosing} from './closing.ts';
import type {ClosingRequest, PublishRequest} from './request.ts';
import type {Vouching} from './trust.ts';

type Events<Result> = AsyncGenerator<RunEvent, Result>;

/** A plan, and what it was made from. */
export type MadePlan<Place extends Repository> = {analysis: Analysis<Place>; plan: Plan};

/** What follows a plan, in the order in which it is called: in a working tree, or without one. */
export type ClosingSteps<Place extends Repository> = {
	/** Checks what the steps need; returns the working tree as it is then, null if that does not matter. */
	prepareClosing: (
		request: ClosingRequest,
		site: Pick<ClosingSite<Place>, 'repository' | 'prompts'>,
		context: Context,
	) => Promise<TreeState | null>;
	warnOfOtherEdits: (request: ClosingRequest, before: TreeState | null) => RunWarning[];
	lookUpWriters: (
		request: ClosingRequest,
		analysis: Analysis<Place>,
		isAttended: boolean,
		context: Context,
	) => Promise<Vouching>;
	/** What earlier runs wrote and `--over-objections` takes although people have answered it. */
	warnOfAnswered: (closing: Closing<Place>, context: Context) => Promise<RunWarning[]>;
	/** Adds what the steps need to know of the pull request. */
	begin: (closing: Closing<Place>, context: Context) => Promise<Closing<Place>>;
	previewCommit: (closing: Closing<Place>, plan: Plan, context: Context) => Events<void>;
	previewPublication: (closing: Closing<Place>, request: PublishRequest, context: Context) => Events<void>;
	/** Null if nothing can be pushed. */
	preparePush: (closing: Closing<Place>, context: Context) => Events<Closing<Place> | null>;
	previewCodeRuns: (closing: Closing<Place>, context: Context) => Events<void>;
	preparePublication: (closing: Closing<Place>, context: Context) => Events<Closing<Place>>;
	stepsToRecord: (closing: Closing<Place>) => PublicationStep[];
	/** Writes the plan, or records it; returns the id of the run, null if there is nothing to write. */
	write: (
		made: MadePlan<Place>,
		record: {request: ClosingRequest; steps: readonly PublicationStep[]} | null,
		context: Context,
	) => Events<string | null>;
	/** Takes the steps; returns the plan that is written then. */
	close: (closing: WrittenClosing<Place> & {policy: Policy}, context: Context) => Events<MadePlan<Place>>;
};
