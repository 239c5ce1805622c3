import type {Standing} from '../../../code-host/publisher.ts';
import type {CommitGroup} from '../../../worktree/commit/commit-runs.ts';
import type {PartOf} from '../../../worktree/commit/divide.ts';
import type {Committer} from '../../../worktree/commit/identity.ts';
import {groupMessage, partsBy} from '../commit/commit-wording.ts';
import type {CommitRequest} from '../request.ts';

/** How the edits of a run become commits of the code host. */
export type HostCommitOrder = {
	partOf: PartOf;
	messageOf: (group: CommitGroup, account: HostCommitter) => string;
};

/** @param number of the pull request */
export const orderOf = (request: CommitRequest, number: number | null): HostCommitOrder => ({
	// A fixup corrects a commit, which takes a clone.
	partOf: partsBy(typeof request.split === 'string' ? request.split : 'one'),
	messageOf: (group, account) => groupMessage(group, request, account, number),
});

/** The account of the token, which is the author of what the host commits. */
export type HostCommitter = Pick<Committer, 'name' | 'email'>;

/** With the address that GitHub gives every account. */
export const accountOf = ({viewer, viewerId}: Pick<Standing, 'viewer' | 'viewerId'>): HostCommitter => ({
	name: viewer,
	email: `${viewerId === null ? '' : `${viewerId}+`}${viewer}@users.noreply.github.com`,
});
