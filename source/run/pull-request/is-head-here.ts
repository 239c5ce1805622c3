import {Failure} from '../../failure.ts';
import {codeHostOf, type NamedPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import {openWorktree} from '../worktree.ts';
import {isSameName} from './same-repository.ts';

/**
 * Whether the current branch of this folder is the head of a pull request: the one that its branch alone names, as in
 * `pr-resolve review`. What cannot be found out is a no.
 * @throws the signal's reason
 */
export async function isHeadHere({host, owner, repo, number}: NamedPullRequest, context: Context): Promise<boolean> {
	try {
		const byBranch = {argument: null, pr: null, owner: null, repo: null};
		const connection = await codeHostOf(context).open(byBranch, await openWorktree(context), context, () => {});
		if (connection.host !== host) return false;
		const here = await connection.locate();
		return here.number === number && isSameName(here.owner, owner) && isSameName(here.name, repo);
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof Failure) return false;
		throw error;
	}
}
