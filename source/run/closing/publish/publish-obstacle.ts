import type {Standing} from '../../../code-host/publisher.ts';
import {advise, type Remedy, sameAgain} from '../../../failure.ts';
import type {FailureCode} from '../../../failure-codes.ts';
import type {OpenCode} from '../../../review/closing/stays-open.ts';
import type {ClosingStop} from '../../events.ts';

/** `open`: why threads stay open. */
export type ThreadsObstacle = Pick<ClosingStop, 'code' | 'remedy'> & {open: OpenCode; reason: string};

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
export function publishObstacle(standing: Standing): ClosingStop | null {
	const obstacle = threadsObstacle(standing);
	return obstacle && notAnswered(obstacle);
}

export const notAnswered = ({code, reason, remedy}: ThreadsObstacle): ClosingStop =>
	stopPublishing(code, `No thread was answered or resolved: ${reason}.`, remedy, 'needsPerson');

/** Why publishing stopped, or did not begin. */
export const stopPublishing = (
	code: FailureCode,
	message: string,
	remedy: Remedy,
	ending: ClosingStop['ending'],
): ClosingStop => ({step: 'publish', code, message, remedy, ending});

/** The token may not do what was wanted in a thread. */
export function lackingPermission(reason: string): ClosingStop {
	return stopPublishing(
		'no-permission',
		`Not everything was published: ${reason}.`,
		'Give the token the permissions contents: write and pull requests: write.',
		'authentication',
	);
}
