import type {Standing} from '../../code-host/publisher.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import {commitsOf} from '../../worktree/commit/commit-step.ts';
import {type Journal, openJournal} from '../../worktree/journal.ts';
import {openSteps} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import type {Delivery} from '../delivery.ts';
import type {Reverting, Step} from '../place.ts';
import {nothingAsked} from '../request.ts';
import {skipSteps} from '../run-steps.ts';
import {type HostStep, isHostStep, type PublishRequest} from '../steps/table.ts';
import {takeHostSteps} from './carry-out.ts';
import {continuePublication} from './continue-publication.ts';
import {appliedIn, type Leaving, type PreparedWrites, plannedSteps, planWrites, standsStill} from './prepare-writes.ts';
import {lackingPermission, movingHead, notAnswered, type ThreadsObstacle} from './publish-stops.ts';
import {noneWritten, publishedBy} from './published.ts';
import {readThreads} from './read-threads.ts';
import {revertThreads} from './revert-threads.ts';
import {settleCutRuns} from './settle-cut.ts';

/** Makes a commit of the run that reverts readable, which is on the pull request. */
type Fetch<At extends Repository> = (commit: string, reverting: Reverting<At>, context: Context) => Promise<void>;

/**
 * Says in the threads what is true on the head of the pull request, and resolves what is done. It is the same in every place.
 * @param fetch absent: the place has its commits
 */
export const answer = <At extends Repository>(fetch?: Fetch<At>): Step<At> => ({
	name: 'publish',
	isAsked: request => request.publish !== null,
	preview: (delivery, _, context) => withPlan(delivery, context, false, showWrites),
	intend: preparePublication,
	take: (delivery, context) =>
		withPlan(delivery, context, true, (prepared, emit, world) => writePlanned(prepared, delivery, emit, world)),
	resume: ({run, site, pushed}) =>
		openSteps(run).some(isHostStep) ? context => continuePublication(site, run.id, pushed(), context) : null,
	revert: reverting =>
		async function* (context) {
			const {run, site, keep} = reverting;
			const {repository, target, runId: by} = site;
			const made = commitsOf(await openJournal(repository.records, context).read(by));
			const commit = made.at(-1)?.oid;
			if (commit === undefined) return;
			await fetch?.(commit, reverting, context);
			keep(yield* revertThreads({run, by, commit, target}, repository, context));
		},
});

type Emit = (event: RunEvent) => void;

async function writePlanned(
	prepared: PreparedWrites,
	{repository, runId, request}: Delivery<Repository>,
	emit: Emit,
	context: Context,
): Promise<void> {
	const {publisher, viewer} = prepared;
	if (plannedSteps(prepared.words, prepared).length === 0) {
		const nothing = publishedBy(prepared.words, [], viewer);
		if (runId !== null) await skipSteps(repository, runId, notNeeded, context);
		emit({type: 'facts', facts: {published: nothing}});
		return settleCutRuns(runId, prepared, repository, context);
	}
	await underLock(recordTargetOf(repository, context), async (lock, journal) => {
		const {owner} = lock;
		const run = runId ?? (await beginRun({journal, owner}, prepared.pullRequest, request.publish, context));
		if (runId === null) emit({type: 'recorded', runId: run});
		const words = prepared.planFor(run);
		const steps = plannedSteps(words, prepared);
		await journal.recordStep(run, ...withoutAhead(await journal.read(run), steps));
		const ended = await takeHostSteps(
			steps,
			{publisher, viewer, emit, signal: context.signal, now: context.now},
			{journal, run},
		);
		emit({type: 'facts', facts: {published: publishedBy(words, ended.steps, viewer)}});
		context.signal.throwIfAborted();
		await settleCutRuns(run, prepared, repository, {...context, lock});
		for (const stop of ended.stops) emit({type: 'delivery-stopped', stop});
	});
}

const notNeeded = 'there is nothing to write';

/** The steps to record, with those that were planned ahead and turned out not to be needed. */
function withoutAhead(run: Run, steps: readonly HostStep[]): HostStep[] {
	const keys = new Set(steps.map(({key}) => key));
	const ahead = openSteps(run)
		.filter(isHostStep)
		.filter(({key}) => !keys.has(key));
	return [...ahead.map(step => ({...step, state: 'skipped' as const, reason: notNeeded})), ...steps];
}

/**
 * Reads what the writes after a push depend on, before a byte is written, so that the run can record them with what it
 * writes. What is in the way of them is told when they are due.
 * @throws {Failure}
 */
async function* preparePublication<Place extends Repository>(
	delivery: Delivery<Place>,
	context: Context,
): AsyncGenerator<RunEvent, Delivery<Place>> {
	const {analysis, repository, target, request, standing} = delivery;
	if (!request.push || !request.publish || target === null) return delivery;
	const {replies} = request.publish;
	const read = (emit: Emit, signal: AbortSignal) =>
		readThreads(
			{analysis, repository, target, state: delivery.state(), standing, replies},
			{...context, signal},
			wait => emit({type: 'wait', ...wait}),
		);
	const threads = yield* withEvents(read, context.signal);
	return 'obstacle' in threads ? delivery : {...delivery, threads};
}

/** Shows what would be published, and writes nothing. */
async function showWrites(prepared: PreparedWrites, emit: Emit): Promise<void> {
	const {words, viewer} = prepared;
	const published = publishedBy(words, plannedSteps(words, prepared), viewer);
	emit({type: 'facts', facts: {published: {...published, repliesWith: prepared.countReplies()}}});
}

/** So often the writes are planned: again if the head has moved before the first one. */
const mostPlans = 5;

/**
 * Does the work unless something is in the way of all of it.
 * @param isWriting whether it follows the head until it begins @throws {Failure}
 */
async function* withPlan(
	delivery: Delivery<Repository>,
	context: Context,
	isWriting: boolean,
	work: (prepared: PreparedWrites, emit: Emit, context: Context) => Promise<void>,
): AsyncGenerator<RunEvent, void> {
	const {analysis, repository, target} = delivery;
	const {publish: request} = delivery.request;
	if (target === null || request === null) return;
	const run = async (emit: Emit, signal: AbortSignal) => {
		const world = {...context, signal};
		const state = delivery.state();
		// After its own push, a run knows where the head is.
		const known = isWriting && state.pushed ? delivery.standing : null;
		const plan = async (
			standing: Standing | null,
			tries: number,
		): Promise<PreparedWrites | {obstacle: ThreadsObstacle}> => {
			if (tries === 0) return {obstacle: movingHead};
			const {replies} = request;
			const read = await readThreads({analysis, repository, target, state, standing, replies}, world, wait =>
				emit({type: 'wait', ...wait}),
			);
			if ('obstacle' in read) return read;
			const planned = planWrites(read, request, {state, leaving: leavingOf(delivery), run: delivery.runId ?? ''});
			const isReady = !isWriting || (standing === null && plannedSteps(planned.words, planned).length === 0);
			return isReady || (await standsStill(planned, state)) ? planned : plan(null, tries - 1);
		};
		const prepared = await plan(known, mostPlans);
		if ('obstacle' in prepared) {
			const {obstacle} = prepared;
			const why = {code: obstacle.open, reason: obstacle.reason};
			emit({type: 'facts', facts: {published: noneWritten(analysis.findings, analysis.pullRequest, why)}});
			emit({type: 'delivery-stopped', stop: notAnswered(obstacle)});
			return;
		}
		const denied = prepared.words.threads.find(({acts}) => acts.open?.code === 'no-permission')?.acts.open;
		if (denied) emit({type: 'delivery-stopped', stop: lackingPermission(denied.reason)});
		emit({type: 'rewritten-on-head', changes: prepared.rewritten});
		await work(prepared, emit, world);
	};
	yield* withEvents(run, context.signal);
}

/** What a commit of the run will put on the head, before there is one. */
function leavingOf({request, state}: Delivery<Repository>): Leaving | null {
	if (request.push === null || state().written !== null) return null;
	return {proposals: appliedIn(state()), commit: '<commit>', namesLines: true};
}

/** A record without files, for what is written to the host. */
async function beginRun(
	{journal, owner}: {journal: Journal; owner: string},
	pullRequest: PullRequest,
	publish: PublishRequest | null,
	context: Context,
): Promise<string> {
	const details = {changes: [], findings: 0, number: pullRequest.number, closing: {...nothingAsked, publish}};
	const summary = {pullRequest: nameOf(pullRequest), titles: [], details};
	const place = {now: context.now(), randomId: context.randomId(), owner};
	return journal.begin({...summary, ...place, isComplete: true});
}
