import type {Standing, WriteEnd} from '../../code-host/publisher.ts';
import {advise, type Failure, joinRemedies, type Remedy, sameAgain} from '../../failure.ts';
import type {FailureCode} from '../../failure-codes.ts';
import type {OpenCode} from '../../review/closing/stays-open.ts';
import type {DeliveryStop} from '../../run/events.ts';
import {count} from '../../text/sentences.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import {continuing} from '../../worktree/run-id.ts';
import {type HostStep, queued, rowOf, subjectOf} from '../steps/table.ts';

/** The token may not do one kind of write. */
export function deniedWrites(step: HostStep, failure: Failure): DeliveryStop {
	const {code, message, remedy} = rowOf(step).denied?.(failure) ?? failure;
	return stopPublishing(code, message, remedy, 'authentication');
}

export const joinedReview = ({comment}: Extract<WriteEnd, {kind: 'done'}>, steps: readonly HostStep[]) =>
	stopPublishing(
		'pending-review',
		`A reply joined your pending review${comment?.url ? ` (${comment.url})` : ''}, so no more were written.`,
		steps.some(isOpenStep)
			? advise`Submit or discard the review, then ${continuing(null)}`
			: 'Submit or discard the review.',
		'needsPerson',
	);

/** Nothing can be read or written any more, until the user has done something about it. */
export function stoppedWrites({code, message, remedy, kind}: Failure, steps: readonly HostStep[]): DeliveryStop {
	const isLeft = steps.some(isOpenStep);
	const finish = advise`${remedy === '' ? 'To finish, ' : 'Then '}${continuing(null)}`;
	return stopPublishing(code, message, isLeft ? joinRemedies(remedy, finish) : remedy, kind);
}

/** @param until in milliseconds since the epoch */
export function limitedWrites(steps: readonly HostStep[], until: number): DeliveryStop {
	const done = steps.filter(step => !isOpenStep(step)).length;
	const time = new Date(until).toISOString().slice(11, 16);
	return stopPublishing(
		'write-limit',
		`GitHub limits writes: ${done} of ${count(steps.length, 'write')} done.`,
		advise`After ${time} UTC, ${continuing(null)}`,
		'guard',
	);
}

export const lostResponses = (lost: number) =>
	stopPublishing(
		'unknown-writes',
		`The responses to ${count(lost, 'write')} were lost.`,
		advise`To check them, ${continuing(null)}`,
		'failed',
	);

export function skippedPlaces(steps: readonly HostStep[]): DeliveryStop {
	const subjects = steps.map(subjectOf);
	const threads = new Set(subjects.flatMap(({kind, id}) => (kind === 'thread' ? [id] : []))).size;
	const onPull = steps.filter(step => subjectOf(step).kind === 'standing');
	const others = Map.groupBy(onPull, ({kind}) => queued[kind].count);
	const skipped = [
		...(threads > 0 ? [count(threads, 'thread')] : []),
		...(subjects.some(({kind}) => kind === 'summary') ? ['the summary comment'] : []),
		...[...others].map(([{planned}, own]) => planned(own.length)),
	];
	const reasons = [...new Set(steps.map(({reason}) => reason))].join('; ');
	const message = `Skipped ${skipped.join(' and ')}: ${reasons.replace(/\.$/, '')}.`;
	return stopPublishing('threads-skipped', message, 'To read them again, run apply with --reply.', 'needsPerson');
}

/** `open`: why threads stay open. */
export type ThreadsObstacle = Pick<DeliveryStop, 'code' | 'remedy'> & {open: OpenCode; reason: string};

/** Why nothing can be written to the threads of a pull request; null if something can. */
export function threadsObstacle({state, isArchived, isLocked, pendingReview}: Standing): ThreadsObstacle | null {
	if (pendingReview !== null) {
		return {
			code: 'pending-review',
			open: 'pending-review',
			reason: `replies would become part of your pending review (${pendingReview})`,
			remedy: 'Submit or discard it, then try again.',
		};
	}
	const why = isArchived ? 'the repository is archived' : state === 'open' ? null : `the pull request is ${state}`;
	if (why !== null) return {code: 'not-open', open: 'not-open', reason: why, remedy: ''};
	if (!isLocked) return null;
	const reason = 'the conversation is locked, and you have no write access';
	return {code: 'locked-conversation', open: 'locked', reason, remedy: 'A maintainer can unlock it.'};
}

/** The head is not here, so nothing can be compared with it. @param from its remote and branch, for a shell; null: its repository is gone */
export const unreadHead = (oid: string, from: string | null): ThreadsObstacle => ({
	code: 'head-unknown',
	open: 'head-unknown',
	reason: `${oid.slice(0, 10)}, the head of the pull request, cannot be fetched`,
	remedy: from === null ? '' : advise`Run: git fetch ${from}\nThen ${sameAgain}.`,
});

/** The head has moved whenever it was read. */
export const movingHead: ThreadsObstacle = {
	code: 'head-unknown',
	open: 'head-unknown',
	reason: 'the head of the pull request moves all the time',
	remedy: advise`${sameAgain} later.`,
};

/** The same after the fact. */
export const notAnswered = ({code, reason, remedy}: ThreadsObstacle): DeliveryStop =>
	stopPublishing(code, `No thread was answered or resolved: ${reason}.`, remedy, 'needsPerson');

/** Why publishing stopped, or did not begin. */
export const stopPublishing = (
	code: FailureCode,
	message: string,
	remedy: Remedy,
	ending: DeliveryStop['ending'],
): DeliveryStop => ({step: 'publish', code, message, remedy, ending});

/** The token may not do what was wanted in a thread. */
export function lackingPermission(reason: string): DeliveryStop {
	return stopPublishing(
		'no-permission',
		`Not everything was published: ${reason}.`,
		'Give the token the permissions contents: write and pull requests: write.',
		'authentication',
	);
}
