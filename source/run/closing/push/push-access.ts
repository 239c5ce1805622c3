import type {CodeHost, GitAccess} from '../../../code-host/port.ts';
import type {Environment} from '../../../system/environment.ts';
import type {Git} from '../../../worktree/git.ts';
import {settingsIn} from '../../../worktree/git-settings.ts';
import {readPushRemotes} from '../../../worktree/push/remotes.ts';

/** A way to push to a repository: a remote or a URL, and the variables that hold the token where it is needed. */
export type PushWay = {remote: string; env: Environment; hasToken: boolean};

/**
 * The ways to push to a repository, in the order to try: the remote that leads there with the user's own credentials, then
 * our token, which goes only to the server that it belongs to.
 * @param repository `owner/name`
 */
export async function pushWays(
	git: Git,
	host: CodeHost,
	repository: string,
	access: GitAccess,
	env: Environment,
): Promise<PushWay[]> {
	const remotes = await readPushRemotes(git);
	const leadsThere = (url: string) => {
		const found = host.repositoryAt(url);
		return found !== null && `${found.owner}/${found.name}`.toLowerCase() === repository.toLowerCase();
	};
	const remote = remotes.find(({urls}) => urls.some(leadsThere));
	const withToken =
		access.settings.length > 0 ? [{remote: access.url, env: settingsIn(env, access.settings), hasToken: true}] : [];
	const byName = remote ? [{remote: remote.name, env: {}, hasToken: false}] : [];
	const ways = [...byName, ...withToken];
	return ways.length > 0 ? ways : [{remote: access.url, env: {}, hasToken: false}];
}
