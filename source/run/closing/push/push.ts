import type {Connection} from '../../../code-host/port.ts';
import type {Head, Publisher, Standing} from '../../../code-host/publisher.ts';
import {readCommitter} from '../../../worktree/commit/identity.ts';
import {type UndoneCommits, undoCommits} from '../../../worktree/commit/undo-commit.ts';
import {type Git, openGit} from '../../../worktree/git.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {type PublicationStep, pushedCommit} from '../../../worktree/publication.ts';
import {commitsAhead} from '../../../worktree/push/own-commits.ts';
import {type PushOutcome, pushCommit} from '../../../worktree/push/push.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {codeHostOf} from '../../code-host.ts';
import type {Context} from '../../context.ts';
import type {ClosingStop, PushTarget, RunEvent} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import type {Closing, ClosingSite} from '../closing.ts';
import {prePush} from '../hooks/pre-push.ts';
import type {Prompts} from '../prompts.ts';
import {openHostSide, type PublishTarget} from '../publish/open-publishing.ts';
import type {ClosingRequest} from '../request.ts';
import {skipSteps} from '../skip-steps.ts';
import {type PushWay, pushWays} from './push-access.ts';
import {notPushed, pushObstacle} from './push-obstacles.ts';
import {commitStays, refusedPush} from './refused-push.ts';

const gitIn = ({root}: Repository, context: Context) => openGit({...context, cwd: root});

const runsOf = async ({gitDir}: Repository, context: Context) =>
	(await openJournal(gitDir, context).list()).filter((run): run is Run => run.state !== 'broken');

/**
 * Checks before a byte is written that the run can be pushed. Returns what the repository needs: a sign-off if it
 * requires that; null, after the event that tells why, if nothing can be pushed.
 */
export async function* preparePush(closing: Closing, context: Context): AsyncGenerator<RunEvent, Closing | null> {
	const {request, target, repository} = closing;
	if (!request.push || target === null) return closing;
	const {standing, ahead, obstacle} = await lookBeforePush(target, repository, context);
	if (obstacle) {
		const {message, remedy, ...stop} = notPushed(obstacle);
		yield stopped({...stop, message: `${message} Nothing was applied.`, remedy: remedy || onlyHere});
		return null;
	}
	const {repository: repo, branch} = standing.head;
	const {plan, commitPreview} = closing.state();
	const hasNew = commitPreview.length > 0 || (plan?.rulings ?? []).some(({outcome}) => outcome === 'apply');
	if (repo !== null && (hasNew || (ahead.kind === 'ahead' && ahead.commits.length > 0))) {
		yield {type: 'push-preview', target: {repository: repo, branch}};
	}
	const {commit} = request;
	const signoff = commit?.signoff ?? standing.head.requiresSignoff;
	return commit ? {...closing, request: {...request, commit: {...commit, signoff}}} : closing;
}

/** The state of a pull request, and why nothing can be pushed to it from here; null if it can. @throws {Failure} */
export async function lookBeforePush(target: PublishTarget, repository: Repository, context: Context) {
	const {publisher} = await openHostSide(target, repository, context, () => {});
	const standing = await publisher.standing();
	const git = gitIn(repository, context);
	const ahead = await commitsAhead(git, standing.head.oid, await runsOf(repository, context));
	const {isSigned} = await readCommitter(git, context.env);
	return {standing, ahead, obstacle: pushObstacle(standing, ahead, isSigned)};
}

/**
 * Pushes the commits of this run, and those of earlier ones that were not pushed, to the head of the pull request. Returns
 * whether they are there.
 */
export async function* push(
	closing: Omit<ClosingSite, 'number'> & Pick<ClosingRequest, 'hooks'>,
	context: Context,
): AsyncGenerator<RunEvent, boolean> {
	const {repository, target: pullRequest, runId, hooks} = closing;
	if (pullRequest === null) return false;
	const {connection, publisher} = await openHostSide(pullRequest, repository, context, () => {});
	const standing = await publisher.standing();
	const {head} = standing;
	const git = gitIn(repository, context);
	const runs = await runsOf(repository, context);
	const ahead = await commitsAhead(git, head.oid, runs);
	const {isSigned} = await readCommitter(git, context.env);
	const obstacle = pushObstacle(standing, ahead, isSigned);
	const last = ahead.kind === 'ahead' ? ahead.commits.at(-1) : undefined;
	const involved = new Set([...(ahead.kind === 'ahead' ? ahead.runs : []), ...(runId === null ? [] : [runId])]);
	const record = recorder(repository, context, [...involved], head);
	const leaveUnsaid = async () => runId !== null && skipSteps(repository, runId, 'its commit was not pushed', context);
	if (obstacle) {
		const stop = notPushed(obstacle);
		await record('skipped', null, stop.message);
		await leaveUnsaid();
		yield stopped({...stop, remedy: stop.remedy || (last ? commitStays : '')});
		return false;
	}
	if (!last || head.repository === null) {
		// The answer to an earlier push may have been lost.
		const isKnown = runs.some(run => involved.has(run.id) && isPushTo(run, head.oid));
		await record(isKnown ? 'done' : 'skipped', null, isKnown ? '' : 'nothing to push');
		if (!isKnown) yield stopped(nothingToPush);
		return true;
	}
	const target: PushTarget = {repository: head.repository, branch: head.branch, before: head.oid, after: last.oid};
	const ways = await waysTo(head.repository, git, connection, context);
	if (hooks) {
		const folder = openJournal(repository.gitDir, context).folderOf(runId ?? [...involved][0]!);
		yield* prePush(hooks, closing, {way: ways[0]!, target, folder}, context);
	}
	await record('intended', target);
	const outcome = await tryWays(git, ways, target, closing.prompts);
	const isThere = outcome.kind === 'pushed' || (outcome.kind === 'unknown' && (await arrived(publisher, target)));
	if (isThere) {
		await record('done', target);
		yield {type: 'pushed', target, notes: outcome.kind === 'pushed' ? outcome.notes : []};
		return true;
	}
	const now = outcome.kind === 'moved' ? await publisher.standing() : standing;
	const isBack = outcome.kind === 'workflow' || (outcome.kind === 'moved' && now.head.exists);
	const undone = isBack && runId !== null ? await takeBack(repository, context, git, runId) : null;
	const maker = outcome.kind === 'moved' && now.head.exists ? await makerOf(connection, pullRequest, now.head) : null;
	const pushed = runs.filter(({id}) => involved.has(id));
	const circumstances = {head: now.head, maker, run: runId, pushed, isBack: undone?.kind === 'undone'};
	const stop = refusedPush(outcome, target, circumstances);
	await record(outcome.kind === 'unknown' ? 'unknown' : 'failed', target, stop.message);
	if (outcome.kind !== 'unknown') await leaveUnsaid();
	if (undone?.kind === 'undone') yield {type: 'committed', commits: [], earlier: [], left: []};
	yield stopped(stop);
	return false;
}

const onlyHere = 'To change only this folder, run apply without --push.';

const stopped = (stop: Omit<ClosingStop, 'step'>): RunEvent => ({
	type: 'closing-stopped',
	stop: {step: 'push', ...stop},
});

const nothingToPush: Omit<ClosingStop, 'step'> = {
	code: 'nothing-to-push',
	message: 'Nothing to push: the pull request has every commit of this branch.',
	remedy: '',
	ending: 'done',
};

/** Whether a run was about to push this commit. */
const isPushTo = ({publication}: Run, oid: string) => publication.some(step => pushedCommit(step) === oid);

/** Records the step in all runs whose commits are pushed. */
function recorder(repository: Repository, context: Context, runs: readonly string[], {branch}: Standing['head']) {
	const journal = openJournal(repository.gitDir, context);
	return async (state: PublicationStep['state'], result: PushTarget | null, reason = '') => {
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
): Promise<PushOutcome> {
	let outcome: PushOutcome = {kind: 'denied', lines: [], lacksAnswer: false};
	for (const {hasToken, ...way} of ways) {
		const order = {...way, branch, expected: before, commit: after};
		outcome = await pushCommit(git, {...order, prompts: false});
		if (prompts && outcome.kind === 'denied' && outcome.lacksAnswer && !hasToken) {
			outcome = await prompts(`push to ${repository} ${branch}`, () => pushCommit(git, {...order, prompts: true}));
		}
		if (outcome.kind !== 'denied') return outcome;
	}
	return outcome;
}

/** Whether a push took effect whose answer was lost. */
const arrived = async (publisher: Publisher, {after}: PushTarget) => (await publisher.standing()).head.oid === after;

/** Who made the last commit of the pull request; null if that is unknown. */
async function makerOf(
	connection: Connection,
	{owner, repo, number}: PublishTarget,
	{oid}: Head,
): Promise<string | null> {
	const [maker = null] = await connection.makersOf({owner, name: repo, number}, oid);
	return maker;
}

function takeBack(repository: Repository, context: Context, git: Git, run: string): Promise<UndoneCommits | null> {
	const sleep = (ms: number) => context.sleep(ms, context.signal);
	return undoCommits(targetOf(repository, context), {git, sleep, isWholeRun: false}, run);
}
