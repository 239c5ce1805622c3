import type {Policy} from '../../resolve/policy.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';
import type {Context} from '../context.ts';
import type {OwnRuns} from './own-runs.ts';
import {sessionInWorktree} from './session-in-worktree.ts';
import type {SessionPlace} from './session-place.ts';

/** Where a session writes; one in a working tree does not load what one on the host needs. */
export async function openPlace(
	repository: Repository,
	parts: {policy: Policy; own: OwnRuns},
	context: Context,
): Promise<SessionPlace> {
	if (hasTree(repository)) return sessionInWorktree(repository, parts, context);
	const {sessionOnHost} = await import('./session-on-host.ts');
	return sessionOnHost(parts, context);
}
