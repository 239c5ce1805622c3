import {hasTree, type Repository} from '../../worktree/repository.ts';
import {apply} from '../apply.ts';
import type {Closing} from '../closing/closing.ts';
import {targetOfPullRequest} from '../closing/publish/open-publishing.ts';
import type {Context} from '../context.ts';
import type {RoundRequest} from './round-request.ts';
import type {Planned, RoundSite} from './round-site.ts';

/**
 * Writes the plan and takes the steps after it, or shows what they would do. Returns whether the answer to the plan was "no".
 */
export async function takeSteps(
	planned: Planned<Repository>,
	action: RoundRequest['action'],
	site: Pick<RoundSite<Repository>, 'driver' | 'questions'>,
	context: Context,
): Promise<boolean> {
	// Without a working tree there is nothing to write to.
	if (!isInTree(planned)) return false;
	const {analysis, plan, before, steps} = planned;
	const {driver, questions} = site;
	const closing = steps && (await lookAhead(planned, action !== 'write', site, context));
	const mayWrite = steps === null || closing !== null;
	if (!mayWrite || action === 'show' || action === 'preview') return false;
	if (action === 'confirm' && !(await questions.confirm(planned))) return true;
	const ready = steps && closing ? await driver.follow(steps.preparePublication(closing, context)) : null;
	const record = steps && ready && {request: ready.request, steps: steps.stepsToRecord(ready)};
	const runId = await driver.follow(apply(analysis, plan, context, record));
	if (steps && ready) {
		const files = driver.state().written?.files ?? [];
		await driver.follow(steps.close({...ready, runId, written: {analysis, plan, files, before}}, context));
	}
	return false;
}

const isInTree = (planned: Planned<Repository>): planned is Planned => hasTree(planned.analysis.repository);

/** What the steps work on; null if what was asked for cannot be pushed. @param isShown whether a person looks at the plan */
async function lookAhead(
	{analysis, plan, steps}: Planned,
	isShown: boolean,
	{driver, questions}: Pick<RoundSite, 'driver' | 'questions'>,
	context: Context,
): Promise<Closing | null> {
	if (!steps) return null;
	const {request} = steps;
	const {pullRequest} = analysis;
	const known = {
		repository: analysis.repository,
		runId: null,
		number: pullRequest.number,
		target: targetOfPullRequest(pullRequest),
		prompts: questions.prompts,
		request,
		analysis,
		threads: null,
		state: driver.state,
		stopVerifying: null,
	};
	const asked: Closing = await steps.withBases(known, context);
	if (isShown) await driver.follow(steps.previewCommit(asked, plan, context));
	if (isShown && request.publish) await driver.follow(steps.previewPublication(asked, request.publish, context));
	const closing = await driver.follow(steps.preparePush(asked, context));
	if (isShown) await driver.follow(steps.previewHooks(asked, context));
	return closing;
}
