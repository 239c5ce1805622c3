import type {Head, Standing} from '../../../code-host/publisher.ts';
import {count} from '../../../text/sentences.ts';
import type {Ahead} from '../../../worktree/push/own-commits.ts';
import type {ClosingStop, RunEvent} from '../../events.ts';

/** Why a push is not possible; the remedy is empty if only others can change that. */
export type PushObstacle = Pick<ClosingStop, 'code' | 'remedy' | 'ending'> & {reason: string};

/** The same after the fact. */
export const notPushed = ({reason, ...obstacle}: PushObstacle): Omit<ClosingStop, 'step'> => ({
	...obstacle,
	message: `Nothing was pushed: ${reason}.`,
});

/** Why nothing can be pushed to a pull request, whatever it is; null if something can. @param isSigned whether commits are signed here */
export const pushObstacle = (standing: Standing, isSigned: boolean): PushObstacle | null =>
	closedObstacle(standing) ?? accessObstacle(standing.head, isSigned);

/** The same for commits that the host itself makes and signs. */
export const hostObstacle = (standing: Standing): PushObstacle | null => pushObstacle(standing, true);

function closedObstacle({state, isArchived, isQueued, head}: Standing): PushObstacle | null {
	const isClosed = (reason: string): PushObstacle => ({
		code: 'not-pushable',
		reason,
		remedy: '',
		ending: 'needsPerson',
	});
	if (state !== 'open') return isClosed(`the pull request is ${state}`);
	if (isArchived) return isClosed('the repository is archived');
	if (isQueued) return isClosed('the pull request is in the merge queue, and a push would remove it');
	return head.exists ? null : isClosed(`the branch ${head.branch} was deleted`);
}

function accessObstacle(head: Head, isSigned: boolean): PushObstacle | null {
	const {mayPush, repository, branch, isFork, requiresSignatures} = head;
	if (mayPush === false) {
		const who = isFork ? 'you may not push to the fork' : 'your token may not push to';
		const reason = `${who} ${repository} ${branch}`;
		return {code: 'cannot-push', reason, remedy: '', ending: 'authentication'};
	}
	if (!requiresSignatures || isSigned) return null;
	return {
		code: 'needs-signature',
		reason: `${branch} accepts only signed commits, and git does not sign yours`,
		remedy:
			'Set user.signingKey and run `git config commit.gpgSign true`, or pass --no-checkout: that way GitHub signs.',
		ending: 'needsPerson',
	};
}

/** Commits named in a message. */
const mostNamed = 5;

/** Commits of others, or of the user's own, that would be pushed too. @param pushing gives the command that pushes them */
export async function othersObstacle(ahead: Ahead, pushing: () => Promise<string>): Promise<PushObstacle | null> {
	if (ahead.kind === 'behind') return null;
	const others = ahead.commits.filter(({isOurs}) => !isOurs);
	if (others.length === 0) return null;
	const named = others.slice(0, mostNamed).map(({oid, headline}) => `${oid.slice(0, 10)} ${headline}`);
	const more = others.length > mostNamed ? [`${others.length - mostNamed} more`] : [];
	return {
		code: 'other-commits',
		reason: `${count(others.length, 'commit')} of yours would be pushed too (${[...named, ...more].join('; ')})`,
		remedy: `Push them first: ${await pushing()}`,
		ending: 'needsPerson',
	};
}

/** For a push that was not made. */
export const stoppedPush = (stop: Omit<ClosingStop, 'step'>): RunEvent => ({
	type: 'closing-stopped',
	stop: {step: 'push', ...stop},
});
