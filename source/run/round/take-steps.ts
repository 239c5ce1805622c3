import type {Delivery} from '../../delivery/delivery.ts';
import {type MadePlan, treeOf} from '../../delivery/place.ts';
import {agreeToWrite} from '../../delivery/prompts.ts';
import {unreachedThreads} from '../../delivery/publish/published.ts';
import {Failure} from '../../failure.ts';
import type {Repository} from '../../worktree/repository.ts';
import {apply} from '../apply.ts';
import {targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import {rememberDecisions} from '../decisions/remember.ts';
import {readEffects} from '../records/journal.ts';
import type {Driver, RunState} from '../state.ts';
import type {Planned, RoundRequest, RoundSite} from './round-site.ts';

/** The plan that was written, or would be. */
export type Round = MadePlan & {
	/** Whether the answer to the plan was "no". */
	isDeclined: boolean;
};

type StepsSite = Pick<RoundSite, 'driver'> & {
	questions: Pick<RoundSite['questions'], 'confirm' | 'prompts'>;
};

/**
 * Writes the plan and takes the steps after it, or shows what they would do. If another branch or commit is checked out than
 * the run began on, a person decides whether it is written there.
 */
export async function takeSteps(
	planned: Planned,
	action: RoundRequest['action'],
	site: StepsSite,
	context: Context,
): Promise<Round> {
	try {
		return await takeStepsAsBegun(planned, action, site, context);
	} catch (error) {
		const {prompts} = site.questions;
		// Only in a working tree does it matter what is checked out.
		const repository = await agreeToWrite(error, prompts, context);
		const {steps, analysis} = planned;
		const before = steps && (await steps.check(steps.request, {repository, prompts}, context));
		return takeSteps({...planned, before, analysis: {...analysis, repository}}, 'write', site, context);
	}
}

async function takeStepsAsBegun(
	planned: Planned,
	action: RoundRequest['action'],
	site: StepsSite,
	context: Context,
): Promise<Round> {
	const {analysis, plan, policy, before, steps} = planned;
	const {driver, questions} = site;
	const made = {analysis, plan, isDeclined: false};
	const delivery = steps && (await lookAhead(planned, action !== 'write' && action !== 'answer', site, context));
	const mayWrite = steps === null || delivery !== null;
	if (steps && !delivery) tellUnreached({...steps, analysis}, driver, driver.state().published);
	if (!mayWrite || action === 'show' || action === 'preview') return made;
	if (action === 'confirm' && !(await questions.confirm(planned))) return {...made, isDeclined: true};
	const isTold = delivery?.request.publish?.reply === true;
	await driver.follow(rememberDecisions(made, isTold, context));
	if (!steps || !delivery) {
		if (action === 'answer') return made;
		// Without a working tree, a plan is written only for the steps after it.
		await driver.follow(apply({...analysis, repository: treeOf(analysis.repository)}, plan, context));
		return made;
	}
	const ready = await driver.follow(steps.intend(delivery, context));
	const record = {request: ready.request, steps: steps.stepsToRecord(ready)};
	const begun = {analysis: ready.analysis, plan};
	const {published} = driver.state();
	let runId: string | null = null;
	/** A run that only answers for an earlier one has its record. */
	const recorded = () => driver.state().recorded ?? runId;
	const tellEnd = async () => {
		tellUnreached(ready, driver, published);
		const effects = await readEffects(recorded(), analysis.repository, context);
		if (effects) driver.tell({type: 'facts', facts: {effects}});
	};
	try {
		runId = await driver.follow(steps.write(begun, record, context));
		const written = {...begun, files: driver.state().written?.files ?? [], before};
		const last = await driver.follow(steps.take({...ready, runId, written, policy}, context));
		await tellEnd();
		return {...last, isDeclined: false};
	} catch (error) {
		// Whatever has cut the steps, what they did is reported.
		if (recorded() !== null) {
			tellCut(error, driver, context);
			await tellEnd();
		}
		throw error;
	}
}

/** After an interruption, other errors are its consequences. */
function tellCut(error: unknown, {state, tell}: Driver, {signal}: Context): void {
	const cause = signal.aborted ? signal.reason : error;
	if (!(cause instanceof Failure)) return;
	const {kind, code, message} = cause;
	const step = state().delivery?.step ?? 'commit';
	tell({type: 'delivery-stopped', stop: {step, code, message, remedy: '', ending: kind}});
}

function tellUnreached(
	{request, analysis}: Pick<Delivery<Repository>, 'request' | 'analysis'>,
	{state, tell}: Driver,
	before: RunState['published'],
): void {
	const published = request.publish && unreachedThreads(analysis, state(), before);
	if (published) tell({type: 'facts', facts: {published}});
}

/** What the steps work on; null if what was asked for cannot be pushed. @param isShown whether a person looks at the plan */
async function lookAhead(
	{analysis, plan, policy, steps}: Planned,
	isShown: boolean,
	{driver, questions}: StepsSite,
	context: Context,
): Promise<Delivery<Repository> | null> {
	if (!steps) return null;
	const {request} = steps;
	const {pullRequest, repository} = analysis;
	const known: Delivery<Repository> = {
		repository,
		runId: null,
		number: pullRequest.number,
		target: targetOfPullRequest(pullRequest),
		prompts: questions.prompts,
		request,
		analysis,
		standing: null,
		threads: null,
		taken: policy.overObjections ? 'everything' : 'decided',
		state: driver.state,
		stopVerifying: null,
	};
	const asked = await steps.begin(known, context);
	return driver.follow(steps.lookAhead(asked, {plan, isShown}, context));
}
