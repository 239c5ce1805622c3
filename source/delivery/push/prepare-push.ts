import type {Standing} from '../../code-host/publisher.ts';
import {codeHostOf, type NamedPullRequest} from '../../run/code-host.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {signsCommits} from '../../worktree/commit/identity.ts';
import {openJournal} from '../../worktree/journal.ts';
import {commitsAhead} from '../../worktree/push/own-commits.ts';
import {gitOf, type Repository, type Worktree} from '../../worktree/repository.ts';
import type {RunEdit} from '../../worktree/run-edit.ts';
import {heldObstacle} from '../answered/answered-commits.ts';
import {isTakenBy} from '../answered/take-answered.ts';
import type {Delivery} from '../delivery.ts';
import {openHostSide} from '../publish/open-publishing.ts';
import {behindObstacle} from './moved-head.ts';
import {
	notPushed,
	othersObstacle,
	type PushObstacle,
	pushCommand,
	pushObstacle,
	stoppedPush,
} from './push-obstacles.ts';

const onlyHere = 'To change only this folder, run apply without --push.';

/**
 * Checks before a byte is written that the run can be pushed. Returns what the repository needs: a sign-off if it
 * requires that; null, after the event that tells why, if nothing can be pushed.
 */
export async function* preparePush(delivery: Delivery, context: Context): AsyncGenerator<RunEvent, Delivery | null> {
	const {request, target, repository} = delivery;
	if (!request.push || target === null) return delivery;
	const {standing, ahead, runs, obstacle} = await lookBeforePush(target, repository, context);
	const {recalled} = delivery.analysis;
	const isTakenUp = ({changes, findings}: RunEdit) => [...changes, ...findings].some(id => recalled?.takenUp.has(id));
	const wanted = {isTaken: isTakenBy(delivery), isTakenUp};
	const held = await heldObstacle({ahead, runs}, delivery, context, wanted);
	return yield* afterLook(
		delivery,
		{standing, obstacle: obstacle ?? held, isAhead: ahead.kind === 'ahead' && ahead.commits.length > 0},
		onlyHere,
	);
}

/** @param isAhead whether there are commits to push before the run makes any @param otherwise what can be done instead */
export async function* afterLook<Place extends Repository>(
	delivery: Delivery<Place>,
	{standing, obstacle, isAhead}: {standing: Standing; obstacle: PushObstacle | null; isAhead: boolean},
	otherwise: string,
): AsyncGenerator<RunEvent, Delivery<Place> | null> {
	if (obstacle) {
		const {message, remedy, ...stop} = notPushed(obstacle);
		yield stoppedPush({...stop, message: `${message} Nothing was applied.`, remedy: remedy || otherwise});
		return null;
	}
	const {repository, branch} = standing.head;
	const {plan, commitPreview} = delivery.state();
	const hasNew = commitPreview.messages.length > 0 || (plan?.rulings ?? []).some(({outcome}) => outcome === 'apply');
	if (hasNew || isAhead) yield {type: 'facts', facts: {pushPreview: {repository, branch}}};
	const {request} = delivery;
	const {commit} = request;
	const signoff = commit?.signoff ?? standing.head.requiresSignoff;
	return {...delivery, standing, request: {...request, commit: commit && {...commit, signoff}}};
}

export type Looked = Awaited<ReturnType<typeof lookAtPush>>;

/** What a push depends on, and why nothing can be pushed; null if it can. @throws {Failure} */
export async function lookBeforePush(
	target: NamedPullRequest,
	repository: Worktree,
	context: Context,
): Promise<Looked & {obstacle: PushObstacle | null}> {
	const looked = await lookAtPush(target, repository, context);
	const {ahead, obstacle} = looked;
	if (obstacle || ahead.kind === 'ahead') return looked;
	const look = {...looked, repository, target, headRead: null};
	return {...looked, obstacle: await behindObstacle(look, context)};
}

/** The same where commits are there: a head that has moved is not in the way by itself. @throws {Failure} */
export async function lookAtPush(target: NamedPullRequest, repository: Worktree, context: Context) {
	const {connection, publisher} = await openHostSide(target, repository, context, () => {});
	const standing = await publisher.standing();
	const git = gitOf(repository, context);
	const runs = await openJournal(repository.records, context).listReadable();
	const ahead = await commitsAhead(git, standing.head.oid, runs);
	const isSigned = !standing.head.requiresSignatures || (await signsCommits(git));
	const pushing = () => pushCommand(git, codeHostOf(context), standing.head, connection);
	const obstacle = pushObstacle(standing, isSigned) ?? (await othersObstacle(ahead, pushing));
	return {connection, publisher, git, standing, runs, ahead, obstacle};
}
