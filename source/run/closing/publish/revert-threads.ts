import {parseText, spliceText, type Text} from '../../../resolve/text.ts';
import {undoEdits} from '../../../resolve/undo-edits.ts';
import {type Reversal, reversalActs} from '../../../review/closing/reversal-acts.ts';
import {type ThreadNow, withoutReplies} from '../../../review/closing/thread-acts.ts';
import {commitsOf} from '../../../worktree/commit/commit-step.ts';
import {largestFile} from '../../../worktree/file.ts';
import {openGit} from '../../../worktree/git.ts';
import {type Journal, openJournal} from '../../../worktree/journal.ts';
import {openObjects} from '../../../worktree/objects.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {underLock} from '../../../worktree/transaction.ts';
import type {Context} from '../../context.ts';
import type {ClosingStop} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import {takeSteps} from './carry-out.ts';
import {type HostStep, isHostStep} from './host-steps.ts';
import {openPublishing, type PublishTarget} from './open-publishing.ts';
import {planRevertedSummary} from './plan-summary.ts';
import {publishObstacle} from './publish-obstacle.ts';
import {isThreadStep, newComment, stepOf, type ThreadStep} from './publish-steps.ts';
import {summaryStep} from './summary-step.ts';

/** What was corrected in the threads of a pull request. */
export type RevertedThreads = {
	/** Replies that now name the commit that reverts. */
	replies: number;
	/** 1 if the summary comment does. */
	comments: number;
	unresolved: number;
	/** Writes that are still to be done. */
	pending: number;
	/** Threads (by address, or node id) and summary comments that stay as they are, and why. */
	left: {thread: string; reason: string}[];
	stops: readonly ClosingStop[];
};

type RevertedRun = {
	run: Run;
	/** Id of the run that reverts it, and its commit. */
	by: string;
	commit: string;
	target: PublishTarget;
};

/** Corrects our replies about a run that was reverted, and opens the threads again that we resolved for it. @throws {Failure} */
export function revertThreads(
	{run, by, commit, target}: RevertedRun,
	repository: Repository,
	context: Context,
): Promise<RevertedThreads> {
	return underLock(targetOf(repository, context), async (_, journal) => {
		const publisher = await openPublishing(target, repository, context, () => {});
		const standing = await publisher.standing();
		const obstacle = publishObstacle(standing);
		if (obstacle) return {replies: 0, comments: 0, unresolved: 0, pending: 0, left: [], stops: [obstacle]};
		const {viewer} = standing;
		const reversal: Reversal = {
			...{run: by, commit, reverted: new Set(commitsOf(run).flatMap(({commits}) => commits.map(({oid}) => oid)))},
			isGone: await goneIn(commit, run, repository, context),
		};
		const resolved = await resolvedThreads(journal);
		const left: RevertedThreads['left'] = [];
		const inThreads = (await publisher.threads()).flatMap(now => {
			const step = resolved.get(now.id);
			const isOurs = step !== undefined && reversal.isGone(step.result.findings);
			const isTouched = isOurs && now.isResolved && withoutReplies(now, viewer).length !== step.result.others;
			if (isTouched) left.push({thread: urlOf(now), reason: newComment});
			const acts = reversalActs(now, reversal, isOurs && !isTouched, viewer);
			return acts.map(act => stepOf(act, {now, plan: ourOwn}, viewer));
		});
		const summary = planRevertedSummary(await publisher.comments(), viewer, reversal);
		const planned: HostStep[] = [...inThreads, ...(summary ? [summaryStep(summary, standing.id)] : [])];
		// Those of an earlier try whose answers were lost are looked up first.
		const earlier = (await journal.read(by)).publication.filter(isOpenStep).filter(isHostStep);
		const tried = new Map(earlier.map(step => [step.key, step]));
		const steps = planned.map((step): HostStep => ({...step, state: tried.get(step.key)?.state ?? 'intended'}));
		const settled = earlier.filter(({key}) => !steps.some(step => step.key === key));
		await journal.recordStep(by, ...settled.map(step => ({...step, state: 'done' as const})), ...steps);
		const {signal} = context;
		const ended = await takeSteps(steps, {publisher, journal, run: by, viewer, signal, onWrite: () => {}});
		const done = (kind: HostStep['kind']) => ended.steps.filter(one => one.kind === kind && one.state === 'done');
		const missed = ended.steps.filter(({state}) => state === 'skipped' || state === 'failed');
		return {
			replies: done('reply').length,
			comments: done('comment').length,
			unresolved: done('unresolve').length,
			pending: ended.steps.filter(isOpenStep).length,
			left: [...left, ...missed.map(step => ({thread: nameOfPlace(step), reason: step.reason}))],
			stops: ended.stops,
		};
	});
}

const nameOfPlace = (step: HostStep) => (step.kind === 'comment' ? 'summary comment' : step.result.thread);

/** What we wrote is corrected, whatever became of the comments that it was about. */
const ourOwn = {read: new Map<string, string>(), findings: []};

const urlOf = ({id, comments}: ThreadNow) => comments[0]?.url ?? id;

/** The steps by which runs of this working tree resolved threads, the latest of each. */
async function resolvedThreads(journal: Journal): Promise<ReadonlyMap<string, ThreadStep>> {
	const runs = (await journal.list()).toReversed();
	const steps = runs.flatMap(run => (run.state === 'broken' ? [] : run.publication.filter(isThreadStep)));
	return new Map(
		steps.flatMap(step => (step.kind === 'resolve' && step.state === 'done' ? [[step.result.thread, step]] : [])),
	);
}

/**
 * Whether a commit has nothing of what a run made for some findings. Findings that the run made nothing for are not known to
 * be gone.
 */
async function goneIn(
	commit: string,
	run: Run,
	{root, gitDir}: Repository,
	context: Context,
): Promise<Reversal['isGone']> {
	const journal = openJournal(gitDir, context);
	const objects = openObjects(openGit({...context, cwd: root, offline: true}), largestFile);
	const known = new Set<string>();
	const kept = new Set<string>();
	try {
		for (const {path, ...images} of run.files) {
			const before = parseText((await journal.image(run.id, images.before)).toString());
			const edits = run.edits.filter(edit => edit.path === path);
			const today = parseText((await objects.read(`${commit}:${path}`))?.bytes.toString() ?? '');
			const made = spliceText(before, inOrder(edits.flatMap(edit => edit.edits)));
			for (const edit of edits) {
				const others = edits.filter(one => one !== edit).flatMap(one => one.edits);
				const isGone = hasNone(spliceText(before, inOrder(others)), made, today);
				for (const finding of edit.findings) {
					known.add(finding);
					if (!isGone) kept.add(finding);
				}
			}
		}
	} finally {
		objects.close();
	}
	return findings => findings.some(id => known.has(id)) && !findings.some(id => kept.has(id));
}

const inOrder = (edits: readonly RunLineEdit[]) => edits.toSorted((a, b) => a.from - b.from || a.to - b.to);

type RunLineEdit = Run['edits'][number]['edits'][number];

/** Whether none of the edits that turned `before` into `after` is in a text. */
function hasNone(before: Text, after: Text, text: Text): boolean {
	const {takenBack, left} = undoEdits(before, after, text).edits;
	return takenBack + left === 0;
}
