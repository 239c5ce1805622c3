import type {Publisher, Standing} from '../../../code-host/publisher.ts';
import {runTrailer} from '../../../resolve/commit-message.ts';
import {commitsMadeBy, isClosedBy} from '../../../review/closing/commit-claims.ts';
import {ownMarker, saidIn} from '../../../review/closing/marker.ts';
import {ownSummary} from '../../../review/closing/summary-comment.ts';
import {lastReply, type ThreadCommentNow, type ThreadNow} from '../../../review/closing/thread-now.ts';
import {threadRows} from '../../../review/closing/thread-rows.ts';
import {commitsWithTrailer} from '../../../worktree/blame.ts';
import {type RangeCommit, readCommitRange} from '../../../worktree/commit/commit-range.ts';
import {checked} from '../../../worktree/commit/index-entries.ts';
import type {Git} from '../../../worktree/git.ts';
import {readRunId} from '../../../worktree/run-id.ts';
import {type IsMadeByUs, ownCommits} from '../../records/own-commits.ts';

/** A reply of the token's account, or a line of its summary, that names commits as made by this program. */
export type OwnWord = {
	/** Object ids. */
	commits: readonly string[];
	/** Ids of the findings that it is about. */
	findings: readonly string[];
	/** Null for a line of the summary about a finding without a thread. */
	inThread: WordInThread | null;
};

/** What a thread was told. */
export type WordInThread = {
	thread: ThreadNow;
	/** Our reply; null if the summary tells it. */
	comment: ThreadCommentNow | null;
	/** Whether it is our last word on the thread. */
	isLast: boolean;
	/** Whether this program also resolves the thread with it. */
	isClosing: boolean;
};

/** What the token's account says on a pull request of commits of this program. Only its own words prove anything. @throws {Failure} */
export async function readOwnWords(publisher: Publisher, viewer: string): Promise<OwnWord[]> {
	const [threads, comments] = [await publisher.threads(), await publisher.comments()];
	const replies = threads.flatMap(thread =>
		thread.comments.flatMap((comment): OwnWord[] => {
			const marker = ownMarker(comment, viewer);
			if (!marker) return [];
			const commits = commitsMadeBy(saidIn(marker, comment.body));
			const isLast = lastReply(thread, viewer)?.comment === comment;
			const isClosing = isLast && isClosedBy(marker.state);
			return [{commits, findings: marker.finding.split(','), inThread: {thread, comment, isLast, isClosing}}];
		}),
	);
	const summary = ownSummary(comments, viewer)?.summary ?? null;
	const rows = threadRows(threads, summary, viewer);
	const told = new Map(threads.flatMap(thread => [[rows.get(thread.id), thread] as const]));
	const inSummary = (summary?.rows ?? []).map((row): OwnWord => {
		const thread = told.get(row);
		const inThread = thread ? {thread, comment: null, isLast: true, isClosing: isClosedBy(row.state)} : null;
		return {commits: commitsMadeBy(row), findings: row.finding.split(','), inThread};
	});
	return [...replies, ...inSummary].filter(({commits}) => commits.length > 0);
}

/** A run that has commits on a pull request, as the pull request shows it. */
export type PublishedRun = {
	id: string;
	/** Oldest first, at least one. */
	commits: readonly PublishedCommit[];
	/** What the token's account says of them. */
	words: readonly OwnWord[];
};

export type PublishedCommit = RangeCommit & {
	/** When it was committed, in milliseconds since the epoch: by GitHub's clock if GitHub made it. */
	time: number;
	isSigned: boolean;
};

type Shown = Pick<Standing, 'head' | 'commits'> & {
	words: readonly OwnWord[];
	isMadeByUs: IsMadeByUs;
};

/**
 * The runs of the token's account on a pull request, the newest first: commits of its own history that are proven to be of
 * this program and that account, and of which it says so in a reply or the summary. A commit that reverts others is in no such word.
 * @throws {Failure} `git-failed`
 */
export async function publishedRuns(git: Git, {head, commits, words, isMadeByUs}: Shown): Promise<PublishedRun[]> {
	const listed = new Set(commits);
	const named = new Set(words.flatMap(word => word.commits));
	const history = checked(await git.run(['rev-list', '--topo-order', head.oid]))
		.stdout.toString()
		.trim()
		.split('\n');
	const own = history.filter(oid => listed.has(oid) && named.has(oid));
	const runs = new Map<string, PublishedCommit[]>();
	for (const [oid, {run: id}] of await ownCommits(git, own, isMadeByUs)) {
		const commit = await readCommit(git, oid);
		// What a merge brought is of others.
		if (commit?.parents.length === 1) runs.set(id, [commit, ...(runs.get(id) ?? [])]);
	}
	return [...runs].map(([id, made]) => ({
		id,
		commits: made,
		words: words.filter(word => made.some(({oid}) => word.commits.includes(oid))),
	}));
}

/** A commit that reverts a run, and the id of the run that made it. */
export type PublishedRevert = {run: string; commit: PublishedCommit};

/** The newest commit of the token's account that reverts all of a run; null if there is none. @throws {Failure} `git-failed` */
export async function revertOf(
	git: Git,
	{commits: reverted}: Pick<PublishedRun, 'commits'>,
	{commits, isMadeByUs}: Omit<Shown, 'words' | 'head'>,
): Promise<PublishedRevert | null> {
	const trailed = await commitsWithTrailer(git, commits.toReversed(), runTrailer);
	for (const [oid, {subject, values}] of trailed) {
		const [run = ''] = values;
		if (!subject.startsWith('Revert "') || readRunId(run) === null) continue;
		const message = checked(await git.run(['cat-file', 'commit', oid])).stdout.toString();
		if (!reverted.every(one => message.includes(`\nThis reverts commit ${one.oid}.\n`))) continue;
		const commit = (await isMadeByUs(oid)) ? await readCommit(git, oid) : null;
		if (commit?.parents.length === 1) return {run, commit};
	}
	return null;
}

async function readCommit(git: Git, oid: string): Promise<PublishedCommit | null> {
	const [commit] = await readCommitRange(git, oid, [`${oid}^@`], false);
	const raw = checked(await git.run(['cat-file', 'commit', oid])).stdout.toString();
	const [, seconds] = /^committer .* (\d+) [+-]\d{4}$/m.exec(raw) ?? [];
	return commit ? {...commit, time: Number(seconds) * 1000, isSigned: raw.includes('\ngpgsig')} : null;
}
