import type {MadePlan} from '../../delivery/place.ts';
import {isOnlyAnswer} from '../../delivery/request.ts';
import {nothingSpent} from '../../llm/metrics.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {SyntaxChecker} from '../../worktree/syntax/checker.ts';
import {type Analysis, type AnalysisRead, analyzeGround, readForAnalysis} from '../analyze.ts';
import {isForModel} from '../asking/askable.ts';
import type {Context} from '../context.ts';
import type {CheckedPlan} from '../plan/hold-back.ts';
import {formatWork, planOf, workOf} from '../plan/plan-of.ts';
import {argumentsFor} from '../pull-request/name.ts';
import type {TreeNeed} from '../pull-request/right-tree.ts';
import {type InterruptedSite, withInterruption} from '../records/interruption.ts';
import {withOwnWords} from '../records/kept-replies.ts';
import type {RunState} from '../state.ts';
import type {RunWarning} from '../warning.ts';
import type {Planned, RoundQuestions, RoundRequest, RoundSite} from './round-site.ts';
import {type Round, takeSteps} from './take-steps.ts';

/** A run before a model is asked and anything is written. */
export type RoundRead = Pick<Planned, 'steps' | 'before'> & {read: AnalysisRead<Repository>};

/** Changes that need review whatever the policy is: their ids, with the reason. */
export type Hold = (analysis: Analysis<Repository>) => Promise<ReadonlyMap<string, string>>;

/**
 * Reads, plans and, as the action says, writes and takes the steps after writing.
 * @throws {Failure} of any part; the signal's reason
 */
export async function takeRound(round: RoundRequest, site: RoundSite, context: Context): Promise<Round> {
	return finishRound(await readRound(round, site, context), round, site, context);
}

/** Checks what the steps after writing need, and reads the pull request. @throws as `takeRound` */
export const readRound = (round: RoundRequest, site: RoundSite, context: Context): Promise<RoundRead> =>
	explained(site, context, () => readUnexplained(round, site, context));

/** All that follows. @throws as `takeRound` */
export const finishRound = (
	read: RoundRead,
	round: RoundRequest,
	site: RoundSite,
	context: Context,
	hold: Hold = async () => new Map(),
): Promise<Round> => explained(site, context, () => finishUnexplained(read, round, site, context, hold));

/** An interruption is thrown with what it has left. */
const explained = <Result>(
	{repository, driver}: Pick<RoundSite, 'repository' | 'driver'>,
	context: Context,
	work: () => Promise<Result>,
) => withInterruption(work, () => siteOf(driver.state(), repository), context);

function siteOf({recorded, model}: RunState, place: Repository): InterruptedSite {
	const {costUsd, unknownCosts} = model?.metrics ?? nothingSpent;
	return {id: recorded, place, spent: {costUsd, unknownCosts}, tellsFailures: true};
}

async function readUnexplained(
	{request, action, delivery}: RoundRequest,
	{repository, driver, questions: {prompts}}: RoundSite,
	context: Context,
): Promise<RoundRead> {
	const steps = delivery && {...(await stepRunnerFor(repository)), request: delivery};
	const before =
		steps && action !== 'preview' ? await steps.check(steps.request, {repository, prompts}, context) : null;
	for (const warning of steps ? steps.warnOfOtherEdits(steps.request, before) : [])
		driver.tell({type: 'warning', warning});
	const read = await driver.follow(readForAnalysis(request, repository, context, neededTree({action, delivery})));
	const asked = steps && {...steps, request: await withOwnWords(steps.request, read.ground, context)};
	return {read, before, steps: asked};
}

/** Without a question, nobody sees a warning before files are written. */
function neededTree({action, delivery}: Pick<RoundRequest, 'action' | 'delivery'>): TreeNeed {
	if (action !== 'write' || (delivery && isOnlyAnswer(delivery))) return 'nothing';
	return delivery?.push ? 'branch' : 'tree';
}

async function finishUnexplained(
	{read, before, steps}: RoundRead,
	{request, policy, action, modelOff}: RoundRequest,
	site: RoundSite,
	context: Context,
	hold: Hold,
): Promise<Round> {
	const {checker, driver, questions, asker} = site;
	const {waitForCircuit} = questions;
	const analysis = await driver.follow(analyzeGround(read, request, context, {asker, waitForCircuit}));
	if (modelOff !== null && analysis.findings.some(isForModel)) {
		driver.tell({type: 'warning', warning: {kind: 'model-off', commentId: null, text: modelOff}});
	}
	const {outward, strangers} = steps
		? await steps.lookUpWriters(steps.request, analysis, action === 'confirm', context)
		: {outward: null, strangers: []};
	if (action !== 'preview' && strangers.length > 0) {
		await questions.confirmCode(strangers, steps?.request.verify ? '--verify' : '--hooks');
	}
	const decidedBy = {...policy, outward, held: await hold(analysis)};
	const {plan, syntax, warnings} = await decidePlan(analysis, decidedBy, checker, questions, context);
	for (const warning of warnings) driver.tell({type: 'warning', warning});
	driver.tell({type: 'plan', plan, syntax});
	const isAnswer = steps !== null && isOnlyAnswer(steps.request);
	const left = isAnswer && action !== 'answer' ? warnOfLeft({analysis, plan}) : [];
	for (const warning of left) driver.tell({type: 'warning', warning});
	const taken = isAnswer ? {...steps, write: writeNothing} : steps;
	const planned = {analysis, plan, policy: decidedBy, before, steps: taken};
	return takeSteps(planned, action, site, context);
}

// biome-ignore lint/correctness/useYield: there is nothing to tell.
async function* writeNothing() {
	return null;
}

/** The changes that a run leaves, because it was asked for no more than answers. */
function warnOfLeft({analysis: {pullRequest, repository}, plan}: MadePlan): RunWarning[] {
	const work = workOf(plan.rulings);
	if (work.changes === 0) return [];
	const {left, them} = work.changes === 1 ? {left: 'is left', them: 'it'} : {left: 'are left', them: 'them'};
	const text = `${formatWork(work)} ${left} to apply; to apply ${them}, run: pr-resolve apply ${argumentsFor(pullRequest, repository)}`;
	return [{kind: 'only-answers', commentId: null, text}];
}

/** The steps after a plan: a run without them does not load them. */
const stepRunnerFor = async (repository: Repository) =>
	(await import('../../delivery/step-runner.ts')).stepRunnerFor(repository);

async function decidePlan(
	analysis: Analysis<Repository>,
	policy: Policy,
	checker: SyntaxChecker,
	{settle}: RoundQuestions,
	{signal}: Context,
): Promise<CheckedPlan> {
	const checked = await planOf(analysis, policy, signal, checker);
	if (policy.strategy !== 'ask') return checked;
	const decisions = await settle(checked.plan.conflicts, analysis.snapshot);
	return planOf({...analysis, decisions: [...analysis.decisions, ...decisions]}, policy, signal);
}
