import type {Publisher, Standing} from '../../code-host/publisher.ts';
import {codeHostOf, type NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import type {PushTarget, RunEvent} from '../../run/events.ts';
import {readCheckout} from '../../worktree/checkout.ts';
import type {LeftOut} from '../../worktree/commit/gather.ts';
import {recordRewritten} from '../../worktree/commit/rewritten-commits.ts';
import type {Git} from '../../worktree/git.ts';
import {openJournal} from '../../worktree/journal.ts';
import {pushedCommit} from '../../worktree/publication.ts';
import {leftBehind} from '../../worktree/push/left-behind.ts';
import type {Ahead} from '../../worktree/push/own-commits.ts';
import type {PushOutcome} from '../../worktree/push/push.ts';
import {notePushed} from '../../worktree/push/tracking.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import {heldObstacle} from '../answered/answered-commits.ts';
import type {DeliverySite} from '../delivery.ts';
import {prePush} from '../hooks/commit-gate.ts';
import type {DeliveryRequest} from '../request.ts';
import {skipSteps} from '../run-steps.ts';
import type {PublicationStep} from '../steps/table.ts';
import {giveWay, type MovableHead, rebasedSince, takeBack} from './give-way.ts';
import {type Looked, lookAtPush} from './prepare-push.ts';
import {notPushed, type PushStop, type PushWay, pushWays, stoppedPush, tryWays} from './push-obstacles.ts';
import {commitStays, refusedPush, workflowsIn} from './refused-push.ts';

/** How a try to push ended. */
type PushEnd =
	| {kind: 'pushed'}
	/** `isOver`: `apply --continue` would not push either. */
	| {kind: 'stopped'; stop: PushStop | null; isOver: boolean}
	/** Refused because of these files alone; nothing is committed. */
	| {kind: 'workflows'; stop: PushStop; isOver: true; paths: string[]};

type PushSite = Omit<DeliverySite, 'number'> & Pick<DeliveryRequest, 'hooks'> & MovableHead;

/** A push that may be made, and the runs that it concerns. */
type Pushing = Looked & {
	target: NamedPullRequest;
	ahead: Extract<Ahead, {kind: 'ahead'}>;
	pushed: readonly Run[];
	record: Recorder;
};

/**
 * Tries to push the commits of this run, and those of earlier ones that were not pushed, to the head of the pull request.
 * If the host refuses them for good, the last commit is undone.
 */
async function* pushOnce(delivery: PushSite, context: Context): AsyncGenerator<RunEvent, PushEnd> {
	const {repository, target, runId, ifMoved} = delivery;
	if (target === null) return {kind: 'stopped', stop: null, isOver: false};
	const looked = await lookAtPush(target, repository, context);
	const {standing, runs, ahead, obstacle} = looked;
	const involved = new Set([...(ahead.kind === 'ahead' ? ahead.runs : []), ...(runId === null ? [] : [runId])]);
	const record = recorder(repository, context, [...involved], standing.head);
	const endFor = async (stop: PushStop): Promise<PushEnd> => {
		await record('failed', null, stop.message);
		return {kind: 'stopped', stop, isOver: true};
	};
	if (obstacle) {
		const stop = notPushed(obstacle);
		const remedy = stop.remedy || (ahead.kind === 'ahead' && ahead.commits.length > 0 ? commitStays : '');
		// A person can push what is in the way.
		const isOver = ifMoved === 'undo' || obstacle.code !== 'other-commits';
		return isOver ? endFor({...stop, remedy}) : {kind: 'stopped', stop: {...stop, remedy}, isOver};
	}
	if (ahead.kind === 'behind') return yield* endMoved(delivery, {...looked, target, record}, context);
	if (ahead.rewritten.length > 0) {
		const stop = ifMoved === 'keep' ? rebasedSince(runs.find(({id}) => id === runId)) : null;
		if (stop) return endFor(stop);
		await recordRewritten(openJournal(repository.records, context), runs, ahead.rewritten);
	}
	const pushing = {...looked, target, ahead, pushed: runs.filter(({id}) => involved.has(id)), record};
	const last = ahead.commits.at(-1);
	if (!last) return yield* endWithNothing(pushing, context);
	return yield* pushTo(last.oid, delivery, pushing, context);
}

/** Ends a push to a head that has moved. */
async function* endMoved(
	delivery: PushSite,
	look: Omit<Pushing, 'ahead' | 'pushed'>,
	context: Context,
): AsyncGenerator<RunEvent, PushEnd> {
	const {stop, isKept} = yield* giveWay(delivery, look, context);
	if (!isKept) await look.record('failed', null, stop.message);
	return {kind: 'stopped', stop, isOver: !isKept};
}

/** Ends a push for which there is no commit. */
async function* endWithNothing(
	{git, connection, standing: {head}, pushed, record}: Pushing,
	context: Context,
): AsyncGenerator<RunEvent, PushEnd> {
	// The answer to an earlier push may have been lost.
	if (pushed.some(run => isPushTo(run, head.oid))) {
		const [way] = await pushWays(git, codeHostOf(context), head.repository, connection, context.env);
		await record('done', null);
		yield* noteArrival(git, way, head, context);
	} else {
		await record('skipped', null, 'nothing to push');
		yield stoppedPush(nothingToPush);
	}
	return {kind: 'pushed'};
}

/** Pushes all up to a commit, unless a hook or an answer of a person is in the way. @param after object id */
async function* pushTo(
	after: string,
	delivery: PushSite,
	pushing: Pushing,
	context: Context,
): AsyncGenerator<RunEvent, PushEnd> {
	const {repository, runId, hooks} = delivery;
	const {connection, publisher, git, standing, runs, ahead, record} = pushing;
	const {oid: before, branch, repository: place} = standing.head;
	const target: PushTarget = {repository: place, branch, before, after};
	const ways = await pushWays(git, codeHostOf(context), place, connection, context.env);
	const by = runId ?? ahead.runs[0];
	if (hooks && by !== undefined) {
		const folder = openJournal(repository.records, context).folderOf(by);
		yield* prePush(hooks, delivery, {way: ways[0], target, folder}, context);
	}
	const held = await heldObstacle({ahead, runs}, {target: pushing.target, repository}, context);
	if (held) return {kind: 'stopped', stop: notPushed(held), isOver: false};
	await record('intended', target);
	const {outcome, way} = await tryWays(git, ways, target, delivery.prompts);
	// A run that was killed may have left a push that went on by itself.
	const mayBeThere = outcome.kind === 'unknown' || outcome.kind === 'moved';
	const isThere = outcome.kind === 'pushed' || (mayBeThere && (await arrived(publisher, target)));
	if (!isThere) return yield* endRefused(outcome, target, delivery, pushing, context);
	await record('done', target);
	const commits = ahead.commits.map(({oid}) => oid);
	const behind = await leftBehind(git, target);
	const notes = [...(outcome.kind === 'pushed' ? outcome.notes : []), ...(behind === null ? [] : [behind])];
	yield {type: 'pushed', target, commits, notes};
	if (outcome.kind !== 'pushed') yield* noteArrival(git, way, {branch, oid: after}, context);
	return {kind: 'pushed'};
}

/** Ends a push that was refused, or whose answer was lost. */
async function* endRefused(
	outcome: Exclude<PushOutcome, {kind: 'pushed'}>,
	target: PushTarget,
	delivery: PushSite,
	pushing: Pushing,
	context: Context,
): AsyncGenerator<RunEvent, PushEnd> {
	const {repository, runId} = delivery;
	const {publisher, git, pushed, record} = pushing;
	if (outcome.kind === 'moved') {
		const standing = await publisher.standing();
		if (standing.head.exists) return yield* endMoved(delivery, {...pushing, standing}, context);
	}
	const undone = outcome.kind === 'workflow' && runId !== null ? await takeBack(repository, context, git, runId) : null;
	const isBack = undone?.kind === 'undone';
	const stop = refusedPush(outcome, target, {run: runId, pushed, isBack});
	await record(outcome.kind === 'unknown' ? 'unknown' : 'failed', target, stop.message);
	if (isBack) yield {type: 'committed', on: await readCheckout(git), commits: [], earlier: [], left: []};
	const paths = workflowsIn(pushed);
	const isRest = isBack && pushed.some(({edits}) => edits.some(({path}) => !paths.includes(path)));
	return isRest
		? {kind: 'workflows', stop, isOver: true, paths}
		: {kind: 'stopped', stop, isOver: outcome.kind !== 'unknown'};
}

const nothingToPush: PushStop = {
	code: 'nothing-to-push',
	message: 'Nothing to push: the pull request has every commit of this branch.',
	remedy: '',
	ending: 'done',
};

/** Whether a run was about to push this commit. */
const isPushTo = ({publication}: Run, oid: string) => publication.some(step => pushedCommit(step) === oid);

type Recorder = (state: PublicationStep['state'], result: PushTarget | null, reason?: string) => Promise<void>;

/** Records the step in all runs whose commits are pushed. */
function recorder(
	repository: Worktree,
	context: Context,
	runs: readonly string[],
	{branch}: Standing['head'],
): Recorder {
	const journal = openJournal(repository.records, context);
	return async (state, result, reason = '') => {
		const step = {key: 'push', kind: 'push', target: `refs/heads/${branch}`, state, result, reason} as const;
		for (const run of runs) await journal.recordStep(run, step);
	};
}

/** After a push whose answer was lost. */
async function* noteArrival(
	git: Git,
	{remote, isNamed}: PushWay,
	{branch, oid}: Pick<Standing['head'], 'branch' | 'oid'>,
	{sleep, signal}: Context,
): AsyncGenerator<RunEvent, void> {
	const lock = isNamed ? await notePushed(git, {remote, branch, oid}, ms => sleep(ms, signal)) : null;
	if (lock === null) return;
	const text = `This clone does not show the push to ${branch} yet: another git command has that branch of ${remote} locked (${lock}). If no git is running, delete that file; the next fetch shows the push.`;
	yield {type: 'warning', warning: {kind: 'branch-locked', commentId: null, text}};
}

/** Whether a push took effect whose answer was lost. */
const arrived = async (publisher: Publisher, {after}: PushTarget) => (await publisher.standing()).head.oid === after;

export type DeliveryPush = PushSite & {
	/** Commits again without some files; returns whether to push that. Null if it is not possible. */
	commitRest: ((leftOut: LeftOut, context: Context) => AsyncGenerator<RunEvent, boolean>) | null;
};

/**
 * Pushes to the head of the pull request. Returns whether all commits are there. If the host refuses only workflow files, a
 * person can choose to push the rest.
 */
export async function* push(order: DeliveryPush, context: Context): AsyncGenerator<RunEvent, boolean> {
	const {repository, runId, prompts, commitRest} = order;
	const end = yield* pushOnce(order, context);
	if (end.kind === 'pushed') return true;
	if (end.kind === 'workflows' && prompts && commitRest) {
		const question = `Your token may not change workflow files. Push the rest without ${end.paths.join(', ')}?`;
		if (await prompts.confirm(question, context.signal)) {
			const isCommitted = yield* commitRest(
				({path}) => (end.paths.includes(path) ? {reason: noPermission} : null),
				context,
			);
			return isCommitted && (yield* push({...order, commitRest: null}, context));
		}
	}
	// `apply --continue` would not push either.
	if (end.isOver && runId !== null) await skipSteps(repository, runId, 'its commit was not pushed', context);
	if (end.stop) yield stoppedPush(end.stop);
	return false;
}

const noPermission = 'your token may not change workflow files';
