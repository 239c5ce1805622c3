import type {CodeHost, Connection, GitAccess} from '../../../code-host/port.ts';
import type {Head} from '../../../code-host/publisher.ts';
import type {Environment} from '../../../system/environment.ts';
import {quoteForShell} from '../../../system/shell.ts';
import type {Git} from '../../../worktree/git.ts';
import {settingsIn} from '../../../worktree/git-settings.ts';
import {readRemotes} from '../../../worktree/push/remotes.ts';

/** A way to push to a repository: a remote or a URL, and the variables that hold the token where it is needed. */
export type PushWay = {
	remote: string;
	env: Environment;
	hasToken: boolean;
	/** Whether `remote` is a name, so that git notes in a branch of the remote what was pushed. */
	isNamed: boolean;
};

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
	const remotes = await readRemotes(git);
	const remote = remotes.find(({pushed}) => pushed.some(leadsTo(repository, host)));
	const withToken =
		access.settings.length > 0
			? [{remote: access.url, env: settingsIn(env, access.settings), hasToken: true, isNamed: false}]
			: [];
	// A mirror is pushed to like any other remote: its address may hold a password, which is for no argument.
	const asOther = remote?.isMirror ? settingsIn(env, [{name: `remote.${remote.name}.mirror`, value: 'false'}]) : {};
	const byName = remote ? [{remote: remote.name, env: asOther, hasToken: false, isNamed: true}] : [];
	const ways = [...byName, ...withToken];
	return ways.length > 0 ? ways : [{remote: access.url, env: {}, hasToken: false, isNamed: false}];
}

/** What the repository is fetched from: a remote that leads there, otherwise its address. @param repository `owner/name` */
export async function fetchedFrom(git: Git, host: CodeHost, repository: string, access: GitAccess): Promise<string> {
	const remotes = await readRemotes(git);
	return remotes.find(({fetched}) => fetched.some(leadsTo(repository, host)))?.name ?? access.url;
}

/** Where git fetches or pulls the head of a pull request from, for a shell: remote and branch. Null if its repository is gone. */
export async function headForShell(
	git: Git,
	host: CodeHost,
	{repository, branch}: Pick<Head, 'repository' | 'branch'>,
	connection: Pick<Connection, 'gitAccess'>,
): Promise<string | null> {
	if (repository === null) return null;
	const from = await fetchedFrom(git, host, repository, await connection.gitAccess(repository));
	return `${quoteForShell(from)} ${quoteForShell(branch)}`;
}

/** The command that pushes HEAD to a pull request, whatever the branch here is and follows. */
export async function pushCommand(
	git: Git,
	host: CodeHost,
	{repository, branch}: Pick<Head, 'repository' | 'branch'>,
	connection: Pick<Connection, 'gitAccess'>,
): Promise<string> {
	const [way] = await pushWays(git, host, repository!, await connection.gitAccess(repository!), {});
	return `git push ${quoteForShell(way!.remote)} ${quoteForShell(`HEAD:${branch}`)}`;
}

const leadsTo = (repository: string, host: CodeHost) => (url: string) => {
	const found = host.repositoryAt(url);
	return found !== null && `${found.owner}/${found.name}`.toLowerCase() === repository.toLowerCase();
};
