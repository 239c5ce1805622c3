import type {Connection} from '../../../code-host/port.ts';
import type {Publisher, Standing} from '../../../code-host/publisher.ts';
import type {PublicationStep} from '../../../delivery/steps/table.ts';
import {readCheckout} from '../../../worktree/checkout.ts';
import type {LeftOut} from '../../../worktree/commit/gather.ts';
import {recordRewritten} from '../../../worktree/commit/rewritten-commits.ts';
import type {Git} from '../../../worktree/git.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {pushedCommit} from '../../../worktree/publication.ts';
import {leftBehind} from '../../../worktree/push/left-behind.ts';
import {type PushOutcome, pushCommit} from '../../../worktree/push/push.ts';
import {notePushed} from '../../../worktree/push/tracking.ts';
import type {Worktree} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {codeHostOf} from '../../code-host.ts';
import type {Context} from '../../context.ts';
import type {ClosingStop, PushTarget, RunEvent} from '../../events.ts';
import {heldObstacle} from '../answered/answered-commits.ts';
import type {ClosingSite} from '../closing.ts';
import {prePush} from '../hooks/commit-gate.ts';
import type {Prompts} from '../prompts.ts';
import type {ClosingRequest} from '../request.ts';
import {skipSteps} from '../take-in-order.ts';
import {giveWay, type MovableHead, rebasedSince, takeBack} from './give-way.ts';
import {lookAtPush} from './prepare-push.ts';
import {notPushed, type PushWay, pushWays, stoppedPush} from './push-obstacles.ts';
import {commitStays, refusedPush, workflowsIn} from './refused-push.ts';

type Stop = Omit<ClosingStop, 'step'>;

/** How a try to push ended. */
type PushEnd =
	| {kind: 'pushed'}
	/** `isOver`: `apply --continue` would not push either. */
	| {kind: 'stopped'; stop: Stop | null; isOver: boolean}
	/** Refused because of these files alone; nothing is committed. */
	| {kind: 'workflows'; stop: Stop; isOver: true; paths: string[]};

type PushSite = Omit<ClosingSite, 'number'> & Pick<ClosingRequest, 'hooks'> & MovableHead;

/**
 * Tries to push the commits of this run, and those of earlier ones that were not pushed, to the head of the pull request.
 * If the host refuses them for good, the last commit is undone.
 */
async function* pushOnce(closing: PushSite, context: Context): AsyncGenerator<RunEvent, PushEnd> {
	const {repository, target: pullRequest, runId, hooks, ifMoved} = closing;
	if (pullRequest === null) return {kind: 'stopped', stop: null, isOver: false};
	const looked = await lookAtPush(pullRequest, repository, context);
	const {connection, publisher, git, standing, runs, ahead, obstacle} = looked;
	const {head} = standing;
	const involved = new Set([...(ahead.kind === 'ahead' ? ahead.runs : []), ...(runId === null ? [] : [runId])]);
	const record = recorder(repository, context, [...involved], head);
	async function* moved(look: typeof looked): AsyncGenerator<RunEvent, PushEnd> {
		const {stop, isKept} = yield* giveWay(closing, look, context);
		if (!isKept) await record('failed', null, stop.message);
		return {kind: 'stopped', stop, isOver: !isKept};
	}
	if (obstacle) {
		const stop = notPushed(obstacle);
		// A person can push what is in the way.
		const isOver = ifMoved === 'undo' || obstacle.code !== 'other-commits';
		if (isOver) await record('failed', null, stop.message);
		const remedy = stop.remedy || (ahead.kind === 'ahead' && ahead.commits.length > 0 ? commitStays : '');
		return {kind: 'stopped', stop: {...stop, remedy}, isOver};
	}
	if (ahead.kind === 'behind') return yield* moved(looked);
	if (ahead.rewritten.length > 0) {
		const stop = ifMoved === 'keep' ? rebasedSince(runs.find(({id}) => id === runId)) : null;
		if (stop) {
			await record('failed', null, stop.message);
			return {kind: 'stopped', stop, isOver: true};
		}
		await recordRewritten(openJournal(repository.records, context), runs, ahead.rewritten);
	}
	const last = ahead.commits.at(-1);
	const from = async () => waysTo(head.repository!, git, connection, context);
	if (!last || head.repository === null) {
		// The answer to an earlier push may have been lost.
		const isKnown = runs.some(run => involved.has(run.id) && isPushTo(run, head.oid));
		if (isKnown && head.repository !== null) await noteArrival(git, (await from())[0]!, head.branch, head.oid);
		await record(isKnown ? 'done' : 'skipped', null, isKnown ? '' : 'nothing to push');
		if (!isKnown) yield stoppedPush(nothingToPush);
		return {kind: 'pushed'};
	}
	const target: PushTarget = {repository: head.repository, branch: head.branch, before: head.oid, after: last.oid};
	const ways = await from();
	if (hooks) {
		const folder = openJournal(repository.records, context).folderOf(runId ?? [...involved][0]!);
		yield* prePush(hooks, closing, {way: ways[0]!, target, folder}, context);
	}
	const held = await heldObstacle({ahead, runs}, {target: pullRequest, repository}, context);
	if (held) return {kind: 'stopped', stop: notPushed(held), isOver: false};
	await record('intended', target);
	const {outcome, way} = await tryWays(git, ways, target, closing.prompts);
	// A run that was killed may have left a push that went on by itself.
	const mayBeThere = outcome.kind === 'unknown' || outcome.kind === 'moved';
	const isThere = outcome.kind === 'pushed' || (mayBeThere && (await arrived(publisher, target)));
	if (isThere) {
		if (outcome.kind !== 'pushed') await noteArrival(git, way, target.branch, target.after);
		await record('done', target);
		const commits = ahead.commits.map(({oid}) => oid);
		const behind = await leftBehind(git, target);
		const notes = [...(outcome.kind === 'pushed' ? outcome.notes : []), ...(behind === null ? [] : [behind])];
		yield {type: 'pushed', target, commits, notes};
		return {kind: 'pushed'};
	}
	if (outcome.kind === 'moved') {
		const now = await publisher.standing();
		if (now.head.exists) return yield* moved({...looked, standing: now});
	}
	const undone = outcome.kind === 'workflow' && runId !== null ? await takeBack(repository, context, git, runId) : null;
	const pushed = runs.filter(({id}) => involved.has(id));
	const circumstances = {run: runId, pushed, isBack: undone?.kind === 'undone'};
	const stop = refusedPush(outcome, target, circumstances);
	await record(outcome.kind === 'unknown' ? 'unknown' : 'failed', target, stop.message);
	if (circumstances.isBack) yield {type: 'committed', on: await readCheckout(git), commits: [], earlier: [], left: []};
	const paths = workflowsIn(pushed);
	const isRest = circumstances.isBack && pushed.some(({edits}) => edits.some(({path}) => !paths.includes(path)));
	if (outcome.kind === 'workflow' && isRest) return {kind: 'workflows', stop, isOver: true, paths};
	return {kind: 'stopped', stop, isOver: outcome.kind !== 'unknown'};
}

const nothingToPush: Stop = {
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

/** At least one. @param repository `owner/name` */
async function waysTo(repository: string, git: Git, connection: Connection, context: Context): Promise<PushWay[]> {
	const access = await connection.gitAccess(repository);
	return pushWays(git, codeHostOf(context), repository, access, context.env);
}

/**
 * Pushes by the first way whose credentials are accepted. Only if git lacks an answer that a person could give, it gets the
 * terminal for a second try.
 */
async function tryWays(
	git: Git,
	ways: readonly PushWay[],
	{repository, branch, before, after}: PushTarget,
	prompts: Prompts | null,
): Promise<{outcome: PushOutcome; way: PushWay}> {
	let outcome: PushOutcome = {kind: 'denied', lines: [], lacksAnswer: false};
	for (const way of ways) {
		const {remote, env, hasToken} = way;
		const order = {remote, env, branch, expected: before, commit: after};
		outcome = await pushCommit(git, {...order, prompts: false});
		if (prompts && outcome.kind === 'denied' && outcome.lacksAnswer && !hasToken) {
			outcome = await prompts.lend(`push to ${repository} ${branch}`, () => pushCommit(git, {...order, prompts: true}));
		}
		if (outcome.kind !== 'denied') return {outcome, way};
	}
	return {outcome, way: ways.at(-1)!};
}

/** After a push whose answer was lost. */
const noteArrival = async (git: Git, {remote, isNamed}: PushWay, branch: string, oid: string) => {
	if (isNamed) await notePushed(git, remote, branch, oid);
};

/** Whether a push took effect whose answer was lost. */
const arrived = async (publisher: Publisher, {after}: PushTarget) => (await publisher.standing()).head.oid === after;

export type ClosingPush = PushSite & {
	/** Commits again without some files; returns whether to push that. Null if it is not possible. */
	commitRest: ((leftOut: LeftOut, context: Context) => AsyncGenerator<RunEvent, boolean>) | null;
};

/**
 * Pushes to the head of the pull request. Returns whether all commits are there. If the host refuses only workflow files, a
 * person can choose to push the rest.
 */
export async function* push(order: ClosingPush, context: Context): AsyncGenerator<RunEvent, boolean> {
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
