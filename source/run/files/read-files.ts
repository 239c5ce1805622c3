import type {GitAccess} from '../../code-host/port.ts';
import {advise, again, Failure} from '../../failure.ts';
import type {PullRequest} from '../../review/comment.ts';
import {count} from '../../text/sentences.ts';
import {fetchBlobs, fetchCommits} from '../../worktree/bare/fetch-objects.ts';
import {blobsOfLines, neededBlobs} from '../../worktree/bare/needed-blobs.ts';
import {isOid} from '../../worktree/git.ts';
import {openHistory} from '../../worktree/history.ts';
import {gitOf, hasTree, type Repository, type Worktree} from '../../worktree/repository.ts';
import {connectTo, targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import type {RunEvent} from '../events.ts';
import type {RunWarning} from '../warning.ts';
import {inCommit, inWorktree, type ReadToday} from './files-today.ts';
import {type FileRequest, type Snapshot, takeSnapshot} from './snapshot.ts';

/** The files of a run. `repository` has the head if there is no working tree. */
export type FilesRead<Place extends Repository> = {repository: Place; snapshot: Snapshot; readToday: ReadToday};

/**
 * Reads files as they are today, which is in the working tree or, without one, in the head of the pull request, and as they
 * are in the commits that comments were written on. Commits that are not here are fetched.
 * @throws {Failure} of git; those of the host
 */
export async function* readFiles<Place extends Repository>(
	wanted: readonly FileRequest[],
	pullRequest: PullRequest,
	repository: Place,
	context: Context,
): AsyncGenerator<RunEvent, FilesRead<Place>> {
	return hasTree(repository)
		? yield* readInWorktree(wanted, pullRequest, repository, context)
		: yield* readAtHead(wanted, pullRequest, repository, context);
}

async function* readInWorktree<Place extends Worktree>(
	wanted: readonly FileRequest[],
	{source}: PullRequest,
	repository: Place,
	context: Context,
): AsyncGenerator<RunEvent, FilesRead<Place>> {
	const isRecording = source.kind === 'recording';
	const history = openHistory(gitOf(repository, {...context, offline: isRecording}), repository);
	const readToday = inWorktree(repository);
	try {
		if (!isRecording) {
			const missing: string[] = [];
			for (const commit of commitsIn(wanted)) if (!(await history.hasCommit(commit))) missing.push(commit);
			if (missing.length > 0) {
				yield {type: 'fetching-commits', count: missing.length};
				const gone = await history.fetchCommits(
					missing,
					repository.remotes.map(({name}) => name),
				);
				if (gone.length > 0) yield {type: 'warning', warning: goneCommits(gone)};
			}
		}
		const {head} = repository;
		const snapshot = await takeSnapshot({readToday, history, head}, wanted, {isHead: isRecording});
		return {repository, snapshot, readToday};
	} finally {
		history.close();
	}
}

/**
 * Fetches what a run reads of the head of a pull request into a repository without a working tree, as deep as the pull
 * request: one fetch for the commits, and one for all files. Returns the repository with that head.
 * @throws {Failure} of git; those of the host
 */
async function* readAtHead<Place extends Repository>(
	wanted: readonly FileRequest[],
	pullRequest: PullRequest,
	empty: Place,
	context: Context,
): AsyncGenerator<RunEvent, FilesRead<Place>> {
	const {headRefOid: head, commitCount = 1} = pullRequest;
	if (head === null || !isOid(head)) {
		throw new Failure('failed', 'no-head', 'The pull request has no head commit.', advise`${again} later.`);
	}
	const repository = {...empty, head};
	const git = gitOf(repository, {...context, offline: true});
	const access = await accessTo(pullRequest, repository, context);
	const others = commitsIn(wanted);
	yield {type: 'fetching-commits', count: new Set([head, ...others]).size};
	const gone = new Set(await fetchCommits(repository, access, {head, others, depth: commitCount + 1}, context));
	if (gone.size > 0) yield {type: 'warning', warning: goneCommits([...gone])};
	const files = wanted.map(({path, commits}) => ({
		path,
		commits: commits.filter(commit => commit !== null && !gone.has(commit)).filter(commit => commit !== null),
	}));
	const blobs = await neededBlobs(git, head, files);
	yield {type: 'fetching-files', count: blobs.length};
	await fetchBlobs(repository, access, blobs, context);
	const history = openHistory(git, repository);
	try {
		const paths = wanted.map(({path}) => path);
		const readToday = await inCommit(git, history, head, paths);
		const snapshot = await takeSnapshot({readToday, history, head}, wanted, {isHead: false});
		return {repository, snapshot, readToday};
	} finally {
		history.close();
	}
}

/**
 * Fetches, at once, all that git reads to tell which commits of the pull request the lines of files come from. Nothing in a
 * clone, where git has it.
 * @param commit up to which lines are followed
 * @throws {Failure} of git; those of the host
 */
export async function fetchForBlame(
	paths: readonly string[],
	commit: string,
	pullRequest: PullRequest,
	repository: Repository,
	context: Context,
): Promise<void> {
	if (hasTree(repository)) return;
	const blobs = await blobsOfLines(gitOf(repository, {...context, offline: true}), commit, paths);
	await fetchBlobs(repository, await accessTo(pullRequest, repository, context), blobs, context);
}

/** How git reaches the repository that a pull request is for, which has the commits of forks too. */
async function accessTo(pullRequest: PullRequest, clone: Repository, context: Context): Promise<GitAccess> {
	const target = targetOfPullRequest(pullRequest);
	if (target === null)
		throw new Failure('usage', 'no-pull-request', 'A recording has no repository to read from.', 'Pass a URL.');
	const connection = await connectTo(target, clone, context, () => {});
	return connection.gitAccess(`${target.owner}/${target.repo}`);
}

const commitsIn = (wanted: readonly FileRequest[]) => [
	...new Set(wanted.flatMap(({commits}) => commits.filter(commit => commit !== null))),
];

const goneCommits = (oids: readonly string[]): RunWarning => ({
	kind: 'commit-gone',
	commentId: null,
	text: `cannot fetch ${count(oids.length, 'commit')} that comments refer to (${oids
		.map(oid => oid.slice(0, 10))
		.join(', ')}); comments on ${oids.length === 1 ? 'it' : 'them'} are placed by their diff hunks`,
});
