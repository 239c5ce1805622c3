import {commitsMadeBy} from '../../review/closing/commit-claims.ts';
import {ownWordsOf, type Reversal, reversalActs} from '../../review/closing/reversal-acts.ts';
import {type CommentNow, type OwnSummary, ownSummary} from '../../review/closing/summary-comment.ts';
import {addressOf, type ThreadNow, wordsAfter} from '../../review/closing/thread-now.ts';
import {type ThreadRows, threadRows} from '../../review/closing/thread-rows.ts';
import type {NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import {commitsOf} from '../../worktree/commit/commit-step.ts';
import type {Journal} from '../../worktree/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import type {Repository} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {underLock} from '../../worktree/transaction.ts';
import {summaryStep} from '../steps/summary.ts';
import {
	type HostStep,
	isHostStep,
	isThreadStep,
	stepOf,
	type ThreadStep,
	takeBack,
	takenBackBy,
} from '../steps/table.ts';
import {commentsSince, newComment} from '../steps/thread.ts';
import {answeredSince} from '../steps/withdraw.ts';
import {takeHostSteps} from './carry-out.ts';
import {goneIn} from './gone-in.ts';
import {inPublication} from './open-publishing.ts';
import {planRevertedSummary} from './plan-summary.ts';

/** What was corrected in the threads of a pull request. */
export type RevertedThreads = {
	/** Replies that now name the commit that reverts. */
	replies: number;
	/** 1 if the summary comment does. */
	comments: number;
	unresolved: number;
	/** What else was taken back, in words; absent if nothing was. */
	takenBack?: readonly string[];
	/** Writes that are still to be done. */
	pending: number;
	/** Threads (by address, or node id) and summary comments that stay as they are, and why. */
	left: {thread: string; reason: string}[];
};

type RevertedRun = {
	run: Run;
	/** Id of the run that reverts it, and its commit. */
	by: string;
	commit: string;
	target: NamedPullRequest;
};

/**
 * Corrects our replies about a run that was reverted, and opens the threads again that we resolved for it. Null, after the
 * event that tells why, if they cannot be written to.
 * @throws {Failure}
 */
export function revertThreads(
	{run, by, commit, target}: RevertedRun,
	repository: Repository,
	context: Context,
): AsyncGenerator<RunEvent, RevertedThreads | null> {
	return inPublication(target, repository, context, open =>
		underLock(recordTargetOf(repository, {...context, signal: open.signal}), async (_, journal) => {
			const {publisher, standing, viewer, emit} = open;
			const reversal: Reversal = {
				of: run.id,
				run: by,
				commit,
				reverted: new Set(commitsOf(run).map(({oid}) => oid)),
				...(await goneIn(commit, {run, reverts: revertedBy(await journal.read(by))}, repository, context)),
			};
			const resolved = await resolvedThreads(journal);
			const threads = await publisher.threads();
			const comments = await publisher.comments();
			const own = ownSummary(comments, viewer);
			const rows = threadRows(threads, own?.summary ?? null, viewer);
			const answered = new Set(threads.filter(now => isAnswered(run.id, now, viewer)));
			const left = [
				...leftBy(threads, toldIn(rows, run, reversal), reversal),
				...leftInEdited(comments, run, own),
				...[...answered].map(now => ({thread: nameOfThread(now), reason: answeredSince})),
			];
			const inThreads = threads.flatMap(now => {
				const step = resolved.get(now.id);
				const isOurs = step !== undefined && isAbout(step.result.findings, reversal);
				const isTouched = isOurs && now.isResolved && commentsSince(step, now, viewer).length > 0;
				if (isTouched && !answered.has(now)) left.push({thread: nameOfThread(now), reason: newComment});
				const acts = reversalActs(now, reversal, isOurs && !isTouched, viewer);
				return acts.map(act => stepOf(act, {now, plan: ourOwn}, viewer));
			});
			const summary = planRevertedSummary(own, reversal);
			const others = run.publication
				.filter(isHostStep)
				.filter(({state}) => state === 'done')
				.flatMap(takeBack);
			const planned = [...inThreads, ...(summary ? [summaryStep(summary, standing.id, [])] : []), ...others];
			// Those of an earlier try whose answers were lost are looked up first.
			const earlier = (await journal.read(by)).publication.filter(isOpenStep).filter(isHostStep);
			const tried = new Map(earlier.map(step => [step.key, step]));
			const steps = planned.map((step): HostStep => ({...step, state: tried.get(step.key)?.state ?? 'intended'}));
			const settled = earlier.filter(({key}) => !steps.some(step => step.key === key));
			await journal.recordStep(by, ...settled.map(step => ({...step, state: 'done' as const})), ...steps);
			const ended = await takeHostSteps(steps, open, {journal, run: by});
			open.signal.throwIfAborted();
			for (const stop of ended.stops) emit({type: 'delivery-stopped', stop});
			const done = (kind: HostStep['kind']) => ended.steps.filter(one => one.kind === kind && one.state === 'done');
			const takenBack = takenBackBy(ended.steps);
			const missed = ended.steps.filter(({state}) => state === 'skipped' || state === 'failed');
			return {
				replies: done('reply').length,
				comments: done('comment').length,
				unresolved: done('unresolve').length,
				...(takenBack.length > 0 && {takenBack}),
				pending: ended.steps.filter(isOpenStep).length,
				left: [...left, ...missed.map(step => ({thread: nameOfPlace(step), reason: step.reason}))],
			};
		}),
	);
}

/** Whether the pull request has not all of what a thread was resolved for. */
const isAbout = (findings: readonly string[], {isGone, parts}: Reversal): boolean =>
	isGone(findings) || parts(findings).length > 0;

/** Ids of the findings of each thread that a summary answered for what is reverted: by what it says, or by the record. */
function toldIn(rows: ThreadRows, {publication}: Run, {reverted}: Reversal): Map<string, readonly string[]> {
	const said = [...rows].filter(([, row]) => commitsMadeBy(row).some(oid => reverted.has(oid)));
	const recorded = publication.flatMap(step =>
		step.kind === 'resolve' && step.state === 'done' && step.result.told === 'summary' ? [step.result] : [],
	);
	return new Map([
		...recorded.map(({thread, findings}) => [thread, findings] as const),
		...said.map(([thread, {finding}]) => [thread, finding.split(',')] as const),
	]);
}

/** The threads of these that stay answered, because others have changed their lines since. */
const leftBy = (
	threads: readonly ThreadNow[],
	told: ReadonlyMap<string, readonly string[]>,
	{isReverted, isGone, parts}: Reversal,
): RevertedThreads['left'] =>
	threads.flatMap(now => {
		const findings = told.get(now.id);
		if (!findings || isReverted(findings) || parts(findings).length > 0) return [];
		const reason = isGone(findings) ? 'others have reverted its lines' : 'its lines were changed since';
		return [{thread: nameOfThread(now), reason}];
	});

/** The summary that a run has written, if others have edited it since, so that it is not ours any more. */
const leftInEdited = (
	comments: readonly CommentNow[],
	{publication}: Run,
	own: OwnSummary<CommentNow> | null,
): RevertedThreads['left'] =>
	publication
		.flatMap(step => (step.kind === 'comment' && step.state === 'done' ? (step.result.written?.id ?? []) : []))
		.filter(id => id !== own?.comment.nodeId && comments.some(({nodeId}) => nodeId === id))
		.map(() => ({thread: summaryComment, reason: 'it was edited since'}));

/** Whether what a person had a run say in a thread was answered, so that it stays. */
const isAnswered = (run: string, now: ThreadNow, viewer: string): boolean =>
	ownWordsOf(run, now, viewer).some(({nodeId}) => wordsAfter(now, nodeId, viewer).length > 0);

/** Ids of the changes that a run has reverted. */
const revertedBy = (run: Run): ReadonlySet<string> => new Set(commitsOf(run).flatMap(({reverts = []}) => reverts));

const nameOfPlace = (step: HostStep) => (isThreadStep(step) ? step.result.thread : summaryComment);

const summaryComment = 'summary comment';

/** What we wrote is corrected, whatever became of the comments that it was about. */
const ourOwn = {read: new Map<string, string>(), findings: []};

const nameOfThread = (thread: ThreadNow) => addressOf(thread) ?? thread.id;

/** The steps by which runs of this working tree resolved threads, the latest of each. */
export async function resolvedThreads(journal: Journal): Promise<ReadonlyMap<string, ThreadStep>> {
	const runs = (await journal.listReadable()).toReversed();
	const steps = runs.flatMap(({publication}) => publication.filter(isThreadStep));
	return new Map(
		steps.flatMap(step => (step.kind === 'resolve' && step.state === 'done' ? [[step.result.thread, step]] : [])),
	);
}
