import type {Connection} from '../code-host/port.ts';
import type {Standing} from '../code-host/publisher.ts';
import type {NamedPullRequest} from '../run/code-host.ts';
import type {Context} from '../run/context.ts';
import {fetchBlobs, fetchCommits} from '../worktree/bare/fetch-objects.ts';
import {entriesAt, isFileEntry} from '../worktree/bare/tree-entries.ts';
import {gitOf, type Repository} from '../worktree/repository.ts';

/** A repository without a working tree, at the head of a pull request. */
export type HostRepository = Repository & {
	root: null;
	/** Object id. */
	head: string;
};

/** Where a head is fetched from, and how much of its history the pull request has. */
export type HeadSource = {connection: Connection; target: NamedPullRequest; commits: Standing['commits']};

/**
 * Brings a repository without a working tree to a head of its pull request, with these files of it.
 * @throws {Failure} as `fetchCommits`
 */
export async function followHead(
	repository: Repository,
	{connection, target: {owner, repo}, commits}: HeadSource,
	{head, paths}: {head: string; paths: Iterable<string>},
	context: Context,
): Promise<HostRepository> {
	const git = gitOf(repository, {...context, offline: true});
	const access = await connection.gitAccess(`${owner}/${repo}`);
	const isHere = (await git.run(['cat-file', '-e', `${head}^{commit}`])).code === 0;
	if (!isHere) await fetchCommits(repository, access, {head, others: [], depth: commits.length + 2}, context);
	const entries = await entriesAt(git, head, paths);
	const blobs = [...entries.values()].filter(isFileEntry).map(({oid}) => oid);
	await fetchBlobs(repository, access, blobs, context);
	return {...repository, root: null, head};
}
