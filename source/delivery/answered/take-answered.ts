import {changeIdOf} from '../../resolve/decision.ts';
import {wordsKey} from '../../review/answers.ts';
import type {Context} from '../../run/context.ts';
import {overObjections} from '../../run/decisions/answers.ts';
import type {RunWarning} from '../../run/warning.ts';
import {commitResultOf} from '../../worktree/commit/commit-step.ts';
import {openJournal} from '../../worktree/journal.ts';
import {isPushed, openSteps} from '../../worktree/publication.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {Delivery} from '../delivery.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {deliveryDetails} from '../record.ts';
import {nameOfAnswered, unpushedEdits} from './answered-commits.ts';
import {type AnswerSite, answersSince, recordAsHeard, threadsOf} from './answers-since.ts';

/** Takes what earlier runs wrote and people had answered when this run read the threads, as far as a person wants it. */
export async function takeAnswered(delivery: Delivery<Repository>, context: Context): Promise<void> {
	const {analysis, taken, target} = delivery;
	if (target === null || !taken) return;
	const {reviewThreads} = analysis.pullRequest;
	const keysIn = new Map(reviewThreads.map(({id, comments}) => [id, comments.map(wordsKey)]));
	await recordAsHeard(await unpushedRuns(delivery, context), isTakenBy(delivery), keysIn, delivery, context);
}

/** Tells which edits that are. */
export function isTakenBy({taken, analysis}: Delivery<Repository>): (edit: RunEdit) => boolean {
	const wanted = analysis.decisions.filter(({action}) => action === 'apply' || action === 'edit');
	const decided = new Set(taken === 'decided' ? wanted.map(changeIdOf) : []);
	return ({changes}) => taken === 'everything' || changes.every(change => decided.has(change));
}

/**
 * The same for everything, with what stands in the threads now, before a run is continued: with a working tree, of all runs
 * that were not pushed. Returns a warning that names it.
 * @throws {Failure}
 */
export async function takeAllAnswered(run: Run, site: AnswerSite, context: Context): Promise<RunWarning[]> {
	const {target, repository} = site;
	const isHere = hasTree(repository);
	const runs = (await unpushedRuns(site, context)).filter(({id}) => isHere || id === run.id);
	const threads = threadsOf(runs.flatMap(({edits}) => edits));
	if (target === null || threads.length === 0) return [];
	const {publisher} = await openHostSide(target, repository, context, () => {});
	const read = new Map((await publisher.threadsNow(threads)).map(({id, comments}) => [id, comments]));
	const head = deliveryDetails(run)?.head ?? null;
	const unpushed = isHere ? Object.values(await unpushedEdits(repository, head, context)).flat() : run.edits;
	const over = await answersSince(unpushed, site, context, read);
	const keysIn = new Map([...read].map(([id, comments]) => [id, comments.map(wordsKey)]));
	await recordAsHeard(runs, () => true, keysIn, site, context);
	const isPushing = openSteps(run).some(({kind}) => kind === 'push');
	return overObjections(isPushing ? 'pushes' : 'commits', over.map(nameOfAnswered));
}

async function unpushedRuns({repository}: Pick<AnswerSite, 'repository'>, context: Context): Promise<Run[]> {
	const runs = await openJournal(repository.records, context).listReadable();
	return runs.filter(run => run.state !== 'undone' && !isWhollyPushed(run));
}

/** A push may have left a part of a run behind. */
function isWhollyPushed(run: Run): boolean {
	if (!isPushed(run)) return false;
	const commits = run.publication.flatMap(step => commitResultOf(step)?.commits ?? []);
	const committed = new Set(commits.flatMap(({changes}) => changes));
	return run.edits.every(({changes}) => changes.every(change => committed.has(change)));
}
