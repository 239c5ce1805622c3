import type {MadePlan} from '../../delivery/place.ts';
import type {Prompts} from '../../delivery/prompts.ts';
import type {DeliveryRequest} from '../../delivery/request.ts';
import type {StepRunner} from '../../delivery/step-runner.ts';
import type {Conflict} from '../../resolve/conflict.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {SyntaxChecker} from '../../worktree/syntax/checker.ts';
import type {TreeState} from '../../worktree/verify/tree-state.ts';
import type {AnalyzeRequest} from '../analyze.ts';
import type {Asker} from '../asking/asker.ts';
import type {WaitForCircuit} from '../asking/circuit-wait.ts';
import type {Snapshot} from '../files/snapshot.ts';
import type {Driver} from '../state.ts';

/** A plan, and what is to follow the writing. */
export type Planned = MadePlan & {
	/** What it was made by. */
	policy: Policy;
	/** The working tree before anything is written; null if no step needs it. */
	before: TreeState | null;
	/** The steps after writing; null if none is asked for. */
	steps: (StepRunner & {request: DeliveryRequest}) | null;
};

/** What a person is asked on the way. */
export type RoundQuestions = {
	/** How to settle the conflicts that are open; only for the strategy that asks. */
	settle: (conflicts: readonly Conflict[], snapshot: Snapshot) => Promise<Decision[]>;
	/** Before the code of these people is run. @throws {Failure} unless it may be */
	confirmCode: (strangers: readonly string[], flag: '--verify' | '--hooks') => Promise<void>;
	/** After an open circuit refused questions; null: the setting decides. */
	waitForCircuit: WaitForCircuit | null;
	/** Whether to write the plan; only for `confirm`. */
	confirm: (made: MadePlan) => Promise<boolean>;
	/** Null if git may not ask in the terminal. */
	prompts: Prompts | null;
};

export type RoundSite = {
	repository: Repository;
	/** Closed by the first plan. */
	checker: SyntaxChecker;
	driver: Driver;
	questions: RoundQuestions;
	/** For the questions of several rounds; null: the round opens its own. */
	asker: Asker | null;
};

/** What settings alone decide of an analysis. */
export type AnalysisRules = Pick<AnalyzeRequest, 'rules' | 'filters' | 'trustAuthors'> & {policy: Policy};

/** One run, from reading the pull request to the last step after writing. */
export type RoundRequest = {
	request: AnalyzeRequest;
	policy: Policy;
	/**
	 * `show`: analyze only; `preview`: with the diff; `answer`: take the steps after writing, and write nothing; `confirm`: show
	 * the plan and ask first; `write`: apply at once. With steps that only answer, no action writes.
	 */
	action: 'show' | 'preview' | 'answer' | 'confirm' | 'write';
	/** The steps after writing; null for none. */
	delivery: DeliveryRequest | null;
	/** Why a provider that is set is not used; null if there is nothing to warn of. */
	modelOff: string | null;
};
