import {isOpenStep} from '../../../worktree/publication.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {underLock} from '../../../worktree/transaction.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {recordTargetOf} from '../../journal.ts';
import type {ClosingSite} from '../closing.ts';
import {takeSteps} from './carry-out.ts';
import {commitsNamedBy, type HostStep, isHostStep, placeOfStep} from './host-steps.ts';
import {inPublication} from './in-publication.ts';
import {skippedPlaces} from './publish-stops.ts';
import {isLeftToPerson, publishedBy} from './published.ts';
import {isRequestStep, requestReviews} from './review-requests.ts';
import {isUncommitted, withCommits} from './steps-ahead.ts';

/** Finishes the writes that a run has recorded and not done. Those that took effect are found on the host. @throws {Failure} */
export async function* continuePublication(
	{repository, target}: Pick<ClosingSite<Repository>, 'repository' | 'target'>,
	id: string,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (!target) return;
	yield* inPublication(target, repository, context, open =>
		underLock(recordTargetOf(repository, {...context, signal: open.signal}), async (_, journal) => {
			const run = await journal.read(id);
			const {publisher, standing, viewer, emit} = open;
			const {steps, untrue} = openWrites(run, new Set([...standing.commits, standing.head.oid]));
			const skipped = untrue.map(step => ({...step, state: 'skipped' as const, reason: commitGone}));
			if (skipped.length > 0) await journal.recordStep(id, ...skipped);
			const ended = await takeSteps(steps, open, {journal, run: id});
			emit({type: 'published', published: publishedBy({threads: [], summary: null}, ended.steps, viewer)});
			const isWhole = ended.stops.length === 0;
			const request = isWhole ? run.publication.filter(isOpenStep).find(isRequestStep) : undefined;
			const refused = request ? await requestReviews(request, {publisher, journal, run: id}) : null;
			const missed = isWhole ? [...skipped, ...ended.steps.filter(isLeftToPerson)] : [];
			const left = missed.length > 0 ? [skippedPlaces(missed)] : [];
			for (const stop of [...ended.stops, ...left, ...(refused ? [refused] : [])])
				emit({type: 'closing-stopped', stop});
		}),
	);
}

/**
 * The writes that are to be taken again, and those that would name a commit which is not on the pull request.
 * @param published object ids of the commits that are
 */
function openWrites(
	run: Run,
	published: ReadonlySet<string>,
): {steps: readonly HostStep[]; untrue: readonly HostStep[]} {
	const all = run.publication.filter(isHostStep).map(step => withCommits(step, run));
	// What follows a reply is true if the reply is.
	const untrueIn = new Set(
		all
			.filter(step => isUncommitted(step, run) || commitsNamedBy(step).some(oid => !published.has(oid)))
			.map(placeOfStep),
	);
	const open = all.filter(isOpenStep);
	const steps = open.filter(step => !untrueIn.has(placeOfStep(step)));
	return {
		// The writes were sent one after the other: only the first of those left can be on the host.
		steps: steps.map((step, index) => (index === 0 ? {...step, state: 'unknown'} : step)),
		untrue: open.filter(step => untrueIn.has(placeOfStep(step))),
	};
}

const commitGone = 'its commit is not on the pull request';
