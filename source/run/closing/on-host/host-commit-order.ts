import type {CommitGroup} from '../../../worktree/commit/commit-runs.ts';
import type {PartOf} from '../../../worktree/commit/divide.ts';
import {groupMessage} from '../commit/commit-wording.ts';
import {partsBy} from '../commit/division.ts';
import type {CommitRequest} from '../request.ts';
import type {HostCommitter} from './host-account.ts';

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
