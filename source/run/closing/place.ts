import type {PublicationStep, PublishRequest} from '../../delivery/steps/table.ts';
import type {Plan} from '../../resolve/decide.ts';
import type {Policy} from '../../resolve/policy.ts';
import {hasTree, type Repository, type Worktree} from '../../worktree/repository.ts';
import type {TreeState} from '../../worktree/verify/tree-state.ts';
import type {Analysis} from '../analyze.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';
import type {Closing, ClosingSite, WrittenClosing} from './closing.ts';
import type {HostRepository} from './follow-head.ts';
import type {ClosingRequest} from './request.ts';
import type {Vouching} from './trust.ts';

type Events<Result> = AsyncGenerator<RunEvent, Result>;

/** A plan, and what it was made from. */
export type MadePlan<At extends Repository = Repository> = {analysis: Analysis<At>; plan: Plan};

/**
 * What follows a plan, in the order in which it is called. There are two places: a working tree, and the head of a pull
 * request on the host.
 */
export type ClosingSteps = {
	/** Checks what the steps need; returns the working tree as it is then, null if that does not matter. */
	prepareClosing: (
		request: ClosingRequest,
		site: Pick<ClosingSite<Repository>, 'repository' | 'prompts'>,
		context: Context,
	) => Promise<TreeState | null>;
	warnOfOtherEdits: (request: ClosingRequest, before: TreeState | null) => RunWarning[];
	lookUpWriters: (
		request: ClosingRequest,
		analysis: Analysis<Repository>,
		isAttended: boolean,
		context: Context,
	) => Promise<Vouching>;
	/** What earlier runs wrote and `--over-objections` takes although people have answered it. */
	warnOfAnswered: (closing: Closing<Repository>, context: Context) => Promise<RunWarning[]>;
	/** Adds what the steps need to know of the pull request. */
	begin: (closing: Closing<Repository>, context: Context) => Promise<Closing<Repository>>;
	previewCommit: (closing: Closing<Repository>, plan: Plan, context: Context) => Events<void>;
	previewPublication: (closing: Closing<Repository>, request: PublishRequest, context: Context) => Events<void>;
	/** Null if nothing can be pushed. */
	preparePush: (closing: Closing<Repository>, context: Context) => Events<Closing<Repository> | null>;
	previewCodeRuns: (closing: Closing<Repository>, context: Context) => Events<void>;
	preparePublication: (closing: Closing<Repository>, context: Context) => Events<Closing<Repository>>;
	stepsToRecord: (closing: Closing<Repository>) => PublicationStep[];
	/** Writes the plan, or records it; returns the id of the run, null if there is nothing to write. */
	write: (
		made: MadePlan,
		record: {request: ClosingRequest; steps: readonly PublicationStep[]} | null,
		context: Context,
	) => Events<string | null>;
	/** Takes the steps; returns the plan that is written then. */
	close: (closing: WrittenClosing<Repository> & {policy: Policy}, context: Context) => Events<MadePlan>;
};

type Known = {repository: Repository; analysis: Analysis<Repository>};

/** The same in the working tree, which the steps that are chosen for one have. */
export const inTree = <Closing extends Known>(closing: Closing) => withRepository(closing, treeOf(closing.repository));

/** The same at the head of the pull request, where a repository without a working tree is once that is read. */
export const atHead = <Closing extends Known>(closing: Closing) => withRepository(closing, headOf(closing.repository));

const withRepository = <Closing extends Known, At extends Repository>(closing: Closing, repository: At) => ({
	...closing,
	repository,
	analysis: {...closing.analysis, repository},
});

export function treeOf(repository: Repository): Worktree {
	if (!hasTree(repository)) throw new Error('there is no working tree');
	return repository;
}

export function headOf(repository: Repository): HostRepository {
	const {root, head} = repository;
	if (root !== null || head === null) throw new Error('the repository is not at the head of a pull request');
	return {...repository, root, head};
}
