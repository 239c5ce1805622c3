import type {Connection} from '../../../code-host/port.ts';
import type {Publisher, Standing} from '../../../code-host/publisher.ts';
import {followHead, type HostRepository} from '../../../delivery/follow-head.ts';
import type {PullRequest} from '../../../review/comment.ts';
import {withBareClone} from '../../../worktree/bare/bare-clone.ts';
import {fetchBlobs} from '../../../worktree/bare/fetch-objects.ts';
import {gitOf} from '../../../worktree/repository.ts';
import type {HostedPullRequest} from '../../../worktree/state-folder.ts';
import type {Context} from '../../context.ts';
import {madeBy} from '../../records/own-commits.ts';
import {type PublishedRevert, type PublishedRun, publishedRuns, readOwnWords, revertOf} from './published-runs.ts';
import {blobsOf} from './rebuild-edits.ts';

/** A pull request with the runs that it shows, and a temporary repository at its head. */
export type PublishedSite = {
	target: HostedPullRequest;
	/** `owner/name#7` */
	name: string;
	repository: HostRepository;
	standing: Standing;
	publisher: Publisher;
	/** Those that can be undone, the newest first. */
	runs: readonly PublishedRun[];
	/** Brings the files of a run to the repository: those of its commits, and those of the head. @throws {Failure} */
	fetchFiles: (run: Pick<PublishedRun, 'commits'>) => Promise<void>;
	/** The commit that reverts all of a run; null if there is none. @throws {Failure} */
	revertOf: (run: PublishedRun) => Promise<PublishedRevert | null>;
	/** Reads all comments. @throws {Failure} */
	readPullRequest: () => Promise<PullRequest>;
};

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
	const {owner, name: repo, number} = location;
	const target = {host: connection.host, owner, repo, number};
	return withBareClone(context, async empty => {
		const publisher = await connection.publisher(location);
		const standing = await publisher.standing();
		const {head, commits, viewer} = standing;
		const words = await readOwnWords(publisher, viewer);
		const from = {connection, target, commits};
		const repository = await followHead(empty, from, {head: head.oid, paths: []}, context);
		const git = gitOf(repository, {...context, offline: true});
		const shown = {head, commits, words, isMadeByUs: madeBy(connection, location, viewer)};
		return work({
			target,
			name: `${owner}/${repo}#${number}`,
			repository,
			standing,
			publisher,
			runs: words.length === 0 ? [] : await publishedRuns(git, shown),
			revertOf: run => revertOf(git, run, shown),
			fetchFiles: async run => {
				const access = await connection.gitAccess(`${owner}/${repo}`);
				await fetchBlobs(repository, access, blobsOf(run), context);
				const paths = run.commits.flatMap(commit => commit.files.map(({path}) => path));
				await followHead(repository, from, {head: head.oid, paths}, context);
			},
			readPullRequest: () => connection.fetch(location, () => {}),
		});
	});
}
