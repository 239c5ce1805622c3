import type {Standing} from '../../code-host/publisher.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {nameOf} from '../../run/pull-request/name.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import type {Journal} from '../../worktree/journal.ts';
import {openSteps} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import type {Delivery} from '../delivery.ts';
import {nothingAsked} from '../request.ts';
import {skipSteps} from '../run-steps.ts';
import {type HostStep, isHostStep, type PublishRequest} from '../steps/table.ts';
import {takeHostSteps} from './carry-out.ts';
import {appliedIn, type Leaving, type PreparedWrites, plannedSteps, planWrites, standsStill} from './prepare-writes.ts';
import {lackingPermission, movingHead, notAnswered, type ThreadsObstacle} from './publish-stops.ts';
import {noneWritten, publishedBy} from './published.ts';
import {readThreads} from './read-threads.ts';
import {settleCutRuns} from './settle-cut.ts';

/** Says in the threads what is true on the head of the pull request, and resolves what is done. @throws {Failure} */
export const publish = (
	delivery: Delivery<Repository>,
	request: PublishRequest,
	context: Context,
): AsyncGenerator<RunEvent, void> =>
	withPlan(delivery, request, context, true, async (prepared, emit, world) => {
		const nothing = publishedBy(prepared.words, [], prepared.viewer);
		if (plannedSteps(prepared.words, prepared).length === 0) {
			if (delivery.runId !== null) await skipSteps(delivery.repository, delivery.runId, notNeeded, world);
			emit({type: 'facts', facts: {published: nothing}});
			return settleCutRuns(delivery.runId, prepared, delivery.repository, world);
		}
		await underLock(recordTargetOf(delivery.repository, world), async (lock, journal) => {
			const {owner} = lock;
			const run = delivery.runId ?? (await beginRun({journal, owner}, prepared.pullRequest, request, world));
			if (delivery.runId === null) emit({type: 'recorded', runId: run});
			const {publisher, viewer} = prepared;
			const words = prepared.planFor(run);
			const steps = plannedSteps(words, prepared);
			await journal.recordStep(run, ...withoutAhead(await journal.read(run), steps));
			const ended = await takeHostSteps(
				steps,
				{publisher, viewer, emit, signal: world.signal, now: world.now},
				{journal, run},
			);
			emit({type: 'facts', facts: {published: publishedBy(words, ended.steps, viewer)}});
			world.signal.throwIfAborted();
			await settleCutRuns(run, prepared, delivery.repository, {...world, lock});
			for (const stop of ended.stops) emit({type: 'delivery-stopped', stop});
		});
	});

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
export async function* preparePublication<Place extends Repository>(
	delivery: Delivery<Place>,
	context: Context,
): AsyncGenerator<RunEvent, Delivery<Place>> {
	const {analysis, repository, target, request, standing} = delivery;
	if (!request.push || !request.publish || target === null) return delivery;
	const {replies} = request.publish;
	const read = (emit: (event: RunEvent) => void, signal: AbortSignal) =>
		readThreads(
			{analysis, repository, target, state: delivery.state(), standing, replies},
			{...context, signal},
			wait => emit({type: 'wait', ...wait}),
		);
	const threads = yield* withEvents(read, context.signal);
	return 'obstacle' in threads ? delivery : {...delivery, threads};
}

/** Shows what would be published, and writes nothing. @throws {Failure} */
export const previewPublication = (
	delivery: Delivery<Repository>,
	request: PublishRequest,
	context: Context,
): AsyncGenerator<RunEvent, void> =>
	withPlan(delivery, request, context, false, async (prepared, emit) => {
		const {words, viewer} = prepared;
		const published = publishedBy(words, plannedSteps(words, prepared), viewer);
		emit({type: 'facts', facts: {published: {...published, repliesWith: prepared.countReplies()}}});
	});

/** So often the writes are planned: again if the head has moved before the first one. */
const mostPlans = 5;

/** Does the work unless something is in the way of all of it. @param isWriting whether it follows the head until it begins */
async function* withPlan(
	delivery: Delivery<Repository>,
	request: PublishRequest,
	context: Context,
	isWriting: boolean,
	work: (prepared: PreparedWrites, emit: (event: RunEvent) => void, context: Context) => Promise<void>,
): AsyncGenerator<RunEvent, void> {
	const {analysis, repository, target} = delivery;
	if (target === null) return;
	const run = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
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
	request: PublishRequest,
	context: Context,
): Promise<string> {
	const details = {changes: [], findings: 0, number: pullRequest.number, closing: {...nothingAsked, publish: request}};
	const summary = {pullRequest: nameOf(pullRequest), titles: [], details};
	const place = {now: context.now(), randomId: context.randomId(), owner};
	return journal.begin({...summary, ...place, isComplete: true});
}
