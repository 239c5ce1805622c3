import type {Standing} from '../../../code-host/publisher.ts';
import type {Committer} from '../../../worktree/commit/identity.ts';

/** The account of the token, which is the author of what the host commits. */
export type HostCommitter = Pick<Committer, 'name' | 'email'>;

/** With the address that GitHub gives every account. */
export const accountOf = ({viewer, viewerId}: Pick<Standing, 'viewer' | 'viewerId'>): HostCommitter => ({
	name: viewer,
	email: `${viewerId === null ? '' : `${viewerId}+`}${viewer}@users.noreply.github.com`,
});
