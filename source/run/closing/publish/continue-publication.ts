import {count} from '../../../text/count.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import {underLock} from '../../../worktree/transaction.ts';
import {withEvents} from '../../channel.ts';
import type {Context} from '../../context.ts';
import type {ClosingStop, RunEvent} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import type {Closing} from '../closing.ts';
import {takeSteps} from './carry-out.ts';
import {commitsNamedBy, type HostStep, isHostStep, placeOf} from './host-steps.ts';
import {openPublishing, publishTargetOf} from './open-publishing.ts';
import {publishObstacle, stopPublishing} from './publish-obstacle.ts';
import {isLeftToPerson, publishedBy} from './published.ts';
import {isRequestStep, requestReviews} from './review-requests.ts';

/** Finishes the writes that a run has recorded and not done. Those that took effect are found on the host. @throws {Failure} */
export async function* continuePublication(
	{repository, runId}: Pick<Closing, 'repository' | 'runId'>,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (runId === null) return;
	const work = (emit: (event: RunEvent) => void, signal: AbortSignal) =>
		underLock(targetOf(repository, {...context, signal}), async (_, journal) => {
			const run = await journal.read(runId);
			const open = run.publication.filter(isOpenStep).filter(isHostStep);
			const target = publishTargetOf(run.pullRequest);
			const request = run.publication.filter(isOpenStep).find(isRequestStep);
			if ((open.length === 0 && !request) || !target) return;
			const world = {...context, signal};
			const publisher = await openPublishing(target, repository, world, wait => emit({type: 'wait', ...wait}));
			const standing = await publisher.standing();
			const obstacle = publishObstacle(standing);
			if (obstacle) {
				emit({type: 'closing-stopped', stop: obstacle});
				return;
			}
			const published = new Set([...standing.commits, standing.head.oid]);
			const isFalse = (step: HostStep) => commitsNamedBy(step).some(commit => !published.has(commit));
			// What follows a reply is true if the reply is.
			const falseIn = new Set(run.publication.filter(isHostStep).filter(isFalse).map(placeOf));
			const isTrue = (step: HostStep) => !falseIn.has(placeOf(step));
			const untrue = open.filter(step => !isTrue(step));
			const skipped = untrue.map(step => ({...step, state: 'skipped' as const, reason: commitGone}));
			if (skipped.length > 0) await journal.recordStep(runId, ...skipped);
			// The writes were sent one after the other: only the first of those left can be on the host.
			const steps = open
				.filter(isTrue)
				.map((step, index) => (index === 0 ? {...step, state: 'unknown' as const} : step));
			const ended = await takeSteps(steps, {
				...{publisher, journal, run: runId, viewer: standing.viewer, signal},
				onWrite: (done, of) => emit({type: 'publishing', done, of, leftMs: publisher.estimateMs(of - done)}),
			});
			emit({type: 'published', published: publishedBy({threads: [], summary: null}, ended.steps, standing.viewer)});
			const refused =
				request && ended.stops.length === 0 ? await requestReviews(request, {publisher, journal, run: runId}) : null;
			const left = ended.stops.length === 0 ? skippedThreads(ended.steps.filter(isLeftToPerson)) : [];
			for (const stop of [...ended.stops, ...left, ...(refused ? [refused] : [])])
				emit({type: 'closing-stopped', stop});
		});
	yield* withEvents(work, context.signal);
}

function skippedThreads(steps: readonly HostStep[]): ClosingStop[] {
	if (steps.length === 0) return [];
	const threads = new Set(steps.flatMap(step => (step.kind === 'comment' ? [] : placeOf(step)))).size;
	const skipped = [
		...(threads > 0 ? [count(threads, 'thread')] : []),
		...(steps.some(({kind}) => kind === 'comment') ? ['the summary comment'] : []),
	];
	const reasons = [...new Set(steps.map(({reason}) => reason))].join('; ');
	const message = `Skipped ${skipped.join(' and ')}: ${reasons.replace(/\.$/, '')}.`;
	return [stopPublishing('threads-skipped', message, 'To read them again, run apply with --reply.', 'needsPerson')];
}

const commitGone = 'its commit is not on the pull request';
