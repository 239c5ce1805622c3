import {parseReply} from '../../review/closing/marker.ts';
import {isStillTrue, parseSummaryComment} from '../../review/closing/summary-comment.ts';
import type {Context} from '../../run/context.ts';
import type {Pushed, RunEvent} from '../../run/events.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import type {DeliverySite} from '../delivery.ts';
import {commitsNamedBy, follows, type HostStep, isHostStep, placeOf} from '../steps/table.ts';
import {awaitPush} from './after-push.ts';
import {takeHostSteps} from './carry-out.ts';
import {inPublication} from './open-publishing.ts';
import {skippedPlaces} from './publish-stops.ts';
import {isLeftToPerson, publishedBy} from './published.ts';
import {isUncommitted, withCommits} from './steps-ahead.ts';

/**
 * Finishes the writes that a run has recorded and not done. Those that took effect are found on the host.
 * @param pushed by this process
 * @throws {Failure}
 */
export async function* continuePublication(
	{repository, target}: Pick<DeliverySite<Repository>, 'repository' | 'target'>,
	id: string,
	pushed: Pushed | null,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (!target) return;
	yield* inPublication(target, repository, context, open =>
		underLock(recordTargetOf(repository, {...context, signal: open.signal}), async (_, journal) => {
			const run = await journal.read(id);
			const {viewer, emit} = open;
			const standing = await awaitPush(run, pushed, open, context);
			const {steps, untrue} = writesOf(run, new Set([...standing.commits, standing.head.oid]));
			if (untrue.length > 0) await journal.recordStep(id, ...untrue);
			const {stops, ...ended} = await takeHostSteps(steps, open, {journal, run: id});
			// Also what was done before, and was taken back.
			const taken = ended.steps.filter(({state}, index) => {
				const before = steps[index];
				return before && (isOpenStep(before) || state !== before.state);
			});
			emit({type: 'facts', facts: {published: publishedBy({threads: [], deleted: [], summary: null}, taken, viewer)}});
			open.signal.throwIfAborted();
			const missed = stops.length === 0 ? [...untrue, ...taken.filter(isLeftToPerson)] : [];
			const left = missed.length > 0 ? [skippedPlaces(missed)] : [];
			for (const stop of [...stops, ...left]) emit({type: 'delivery-stopped', stop});
		}),
	);
}

/**
 * The writes of a run as they are now, and those that would name a commit which is not on the pull request.
 * @param published object ids of the commits that are
 */
export function writesOf(
	run: Run,
	published: ReadonlySet<string>,
): {steps: readonly HostStep[]; untrue: readonly HostStep[]} {
	const all = inOrder(run.publication.filter(isHostStep)).map(step => withCommits(step, run));
	const named = all.filter(step => isUncommitted(step, run) || isUntrueOn(published, step));
	// What follows a reply is true if the reply is.
	const places = new Set(named.map(placeOf));
	const untrue = all
		.filter(step => isOpenStep(step) && (places.has(placeOf(step)) || named.some(one => follows(step, one))))
		.map(step => ({...step, state: 'skipped' as const, reason: commitGone}));
	const skipped = new Map(untrue.map(step => [step.key, step]));
	const steps = all.map(step => skipped.get(step.key) ?? step);
	// The writes were sent one after the other: only the first of those left can be on the host.
	const first = steps.findIndex(isOpenStep);
	return {steps: steps.map((step, index) => (index === first ? {...step, state: 'unknown'} : step)), untrue};
}

/** Each step after those that it follows: a plan that changed has added new ones at the end. */
function inOrder(steps: readonly HostStep[]): HostStep[] {
	const ordered: HostStep[] = [];
	const add = (step: HostStep) => {
		if (ordered.includes(step)) return;
		for (const other of steps) if (other !== step && follows(step, other)) add(other);
		ordered.push(step);
	};
	for (const step of steps) add(step);
	return ordered;
}

/** A reply, or a row of the summary, names commits that are on the pull request, or says that they are not. */
function isUntrueOn(published: ReadonlySet<string>, step: HostStep): boolean {
	const isPublished = (oid: string) => published.has(oid);
	const summary = step.kind === 'comment' ? parseSummaryComment(step.result.body) : null;
	if (summary) return !summary.rows.every(row => isStillTrue(row, {isPublished}));
	const named = commitsNamedBy(step);
	const isGone = parseReply(step.result.body ?? '')?.state === 'gone';
	return isGone ? named.every(oid => published.has(oid)) : named.some(oid => !published.has(oid));
}

const commitGone = 'its commit is not on the pull request';
