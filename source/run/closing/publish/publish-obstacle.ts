import type {Standing} from '../../../code-host/publisher.ts';
import type {ClosingStop} from '../../events.ts';

/** Why nothing can be written to the threads of a pull request; null if something can. */
export function publishObstacle({state, isArchived, isLocked, pendingReview}: Standing): ClosingStop | null {
	if (pendingReview !== null) {
		return stopPublishing(
			'pending-review',
			`You have a pending review (${pendingReview}). Replies would become part of it, so no thread was answered or resolved.`,
			'Submit or discard it, then run the command again.',
			'needsPerson',
		);
	}
	const why = isArchived ? 'the repository is archived' : state === 'open' ? null : `the pull request is ${state}`;
	if (why !== null) return stopPublishing('not-open', `No thread was answered or resolved: ${why}.`, '', 'needsPerson');
	if (!isLocked) return null;
	return stopPublishing(
		'locked-conversation',
		'No thread was answered or resolved: the conversation is locked.',
		'Unlock it on the page of the pull request.',
		'needsPerson',
	);
}

/** Why publishing stopped, or did not begin. */
export const stopPublishing = (
	code: string,
	message: string,
	remedy: string,
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
