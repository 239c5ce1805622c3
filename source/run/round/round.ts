import type {Policy} from '../../resolve/policy.ts';
import type {SyntaxChecker} from '../../worktree/syntax/checker.ts';
import {type Analysis, analyze, planOf} from '../analyze.ts';
import {isForModel} from '../asking/askable.ts';
import type {Context} from '../context.ts';
import type {CheckedPlan} from '../hold-back.ts';
import type {RoundRequest} from './round-request.ts';
import type {Planned, RoundQuestions, RoundSite} from './round-site.ts';
import {takeSteps} from './take-steps.ts';

export type Round = Pick<Planned, 'analysis' | 'plan'> & {
	/** Whether the answer to the plan was "no". */
	isDeclined: boolean;
};

/**
 * Reads, plans and, as the action says, writes and takes the steps after writing. What came of it is in the state of the
 * driver. @throws {Failure} of any part; the signal's reason
 */
export async function takeRound(round: RoundRequest, site: RoundSite, context: Context): Promise<Round> {
	const {request, policy, action} = round;
	const {repository, checker, driver, questions} = site;
	const steps = round.closing && {...(await import('../closing/after-writing.ts')), request: round.closing};
	const before =
		steps && action !== 'preview'
			? await steps.prepareClosing(steps.request, {repository, prompts: questions.prompts}, context)
			: null;
	for (const warning of steps ? steps.warnOfOtherEdits(steps.request, before) : [])
		driver.tell({type: 'warning', warning});
	const analysis = await driver.follow(analyze(request, repository, context));
	if (round.modelOff !== null && analysis.findings.some(isForModel)) {
		driver.tell({type: 'warning', warning: {kind: 'model-off', commentId: null, text: round.modelOff}});
	}
	const {outward, strangers} = steps
		? await steps.lookUpWriters(steps.request, request.source, analysis, action === 'confirm', context)
		: {outward: null, strangers: []};
	if (action !== 'preview' && strangers.length > 0) {
		await questions.confirmCode(strangers, steps?.request.verify ? '--verify' : '--hooks');
	}
	const {plan, syntax, warnings} = await decidePlan(analysis, {...policy, outward}, checker, questions, context);
	for (const warning of warnings) driver.tell({type: 'warning', warning});
	driver.tell({type: 'plan', plan, syntax});
	const isDeclined = await takeSteps({analysis, plan, before, steps}, action, site, context);
	context.signal.throwIfAborted();
	return {analysis, plan, isDeclined};
}

async function decidePlan(
	analysis: Analysis,
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
