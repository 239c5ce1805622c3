import type {Location} from '../../../code-host/location.ts';
import type {Connection} from '../../../code-host/port.ts';
import {followHead} from '../../../delivery/follow-head.ts';
import {withBareClone} from '../../../worktree/bare/bare-clone.ts';
import {fetchBlobs} from '../../../worktree/bare/fetch-objects.ts';
import {gitOf, type Repository} from '../../../worktree/repository.ts';
import type {HostedPullRequest} from '../../../worktree/state-folder.ts';
import type {Context} from '../../context.ts';
import {madeBy} from '../../records/own-commits.ts';
import {type PublishedRun, publishedRuns, readOwnWords, revertOf} from './published-runs.ts';
import {blobsOf} from './rebuild-edits.ts';

/** A pull request with the runs that it shows, and a temporary repository at its head. */
export type PublishedSite = Awaited<ReturnType<typeof openSite>>;

/**
 * Reads which runs of the token's account a pull request shows, and gives them to `work`.
 * @throws {Failure} of the host; as `followHead`
 */
export async function withPublishedRuns<Value>(
	connection: Connection,
	context: Context,
	work: (site: PublishedSite) => Promise<Value>,
): Promise<Value> {
	const location = await connection.locate();
	return withBareClone(context, async empty => work(await openSite(connection, location, empty, context)));
}

async function openSite(connection: Connection, location: Location, empty: Repository, context: Context) {
	const {owner, name: repo, number} = location;
	const target: HostedPullRequest = {host: connection.host, owner, repo, number};
	const publisher = await connection.publisher(location);
	const standing = await publisher.standing();
	const {head, commits, viewer} = standing;
	const words = await readOwnWords(publisher, viewer);
	const from = {connection, target, commits};
	const repository = await followHead(empty, from, {head: head.oid, paths: []}, context);
	const git = gitOf(repository, {...context, offline: true});
	const shown = {head, commits, words, isMadeByUs: madeBy(connection, location, viewer)};
	return {
		target,
		/** `owner/name#7` */
		name: `${owner}/${repo}#${number}`,
		repository,
		standing,
		publisher,
		/** Those that can be undone, the newest first. */
		runs: words.length === 0 ? [] : await publishedRuns(git, shown),
		/** The commit that reverts all of a run; null if there is none. @throws {Failure} */
		revertOf: (run: PublishedRun) => revertOf(git, run, shown),
		/** Brings the files of a run to the repository: those of its commits, and those of the head. @throws {Failure} */
		fetchFiles: async (run: Pick<PublishedRun, 'commits'>): Promise<void> => {
			const access = await connection.gitAccess(`${owner}/${repo}`);
			await fetchBlobs(repository, access, blobsOf(run), context);
			const paths = run.commits.flatMap(commit => commit.files.map(({path}) => path));
			await followHead(repository, from, {head: head.oid, paths}, context);
		},
		/** Reads all comments. @throws {Failure} */
		readPullRequest: () => connection.fetch(location, () => {}),
	};
}
