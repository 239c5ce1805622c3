import {memoryFile} from '../../resolve/memory-file.ts';
import type {FileAtTip, PullRequest, UnknownTip} from '../../review/comment.ts';
import {fileAt} from '../../worktree/file-at.ts';
import {gitOf, type Remote, type Repository} from '../../worktree/repository.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {isSameName} from '../pull-request/same-repository.ts';
import {hasOwnMemory} from './own-memory.ts';
import {largestMemory} from './parse-memory.ts';

/**
 * For a recording, which reads no network: the default branch of the remote that is the base repository, as it was fetched
 * last. A local branch is never read. If that is unknown, null where the working tree has no such file either: most
 * repositories have none.
 * @throws the signal's reason
 */
export async function memoryInRemote(
	{host, owner, repo}: PullRequest,
	repository: Repository,
	context: Context,
): Promise<FileAtTip | UnknownTip | null> {
	const isBase = (url: string) => {
		const named = codeHostOf(context).repositoryAt(url);
		return named?.host === host && isSameName(`${named.owner}/${named.name}`, `${owner}/${repo}`);
	};
	const remote = repository.remotes.find(({url}) => isBase(url));
	const tip = remote ? await memoryIn(remote, repository, context) : null;
	if (tip !== null || !(await hasOwnMemory(repository))) return tip;
	return {
		why: remote
			? `the default branch of ${remote.name} is unknown here`
			: 'no remote here is the repository of the pull request',
	};
}

/** Where no pull request names the base repository: that of the remote `upstream`, else of `origin`, as it was fetched last. */
export async function memoryOfClone(repository: Repository, context: Context): Promise<FileAtTip | null> {
	const named = (name: string) => repository.remotes.find(remote => remote.name === name);
	const remote = named('upstream') ?? named('origin');
	return remote === undefined ? null : memoryIn(remote, repository, context);
}

async function memoryIn(remote: Remote, repository: Repository, context: Context): Promise<FileAtTip | null> {
	const git = gitOf(repository, {...context, offline: true});
	const prefix = `refs/remotes/${remote.name}/`;
	const head = await git.run(['symbolic-ref', '--quiet', `${prefix}HEAD`]);
	const ref = head.stdout.toString().trim();
	if (head.code !== 0 || !ref.startsWith(prefix)) return null;
	const tip = await git.run(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
	const oid = tip.stdout.toString().trim();
	if (tip.code !== 0) return null;
	return {branch: ref.slice(prefix.length), oid, file: await fileAt(git, oid, memoryFile, largestMemory)};
}
