import {onlyTrailer, runTrailer} from '../../resolve/commit-message.ts';
import {commitsMadeBy, isClosedBy} from '../../review/closing/commit-claims.ts';
import {commitsIn, ownMarker, saidIn} from '../../review/closing/marker.ts';
import {ownSummary} from '../../review/closing/summary-comment.ts';
import {threadRows} from '../../review/closing/thread-rows.ts';
import {editedAt, type PullRequest} from '../../review/comment.ts';
import type {LineRange} from '../../review/finding.ts';
import {commitsWithTrailer} from '../../worktree/blame.ts';
import {storedCommitOf, storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import type {Git} from '../../worktree/git.ts';
import {startOfRun} from '../../worktree/run-id.ts';
import type {Run} from '../../worktree/run-record.ts';

/** What earlier rounds left on a pull request: known from its commits and from our replies, so from any machine. */
export type PastRounds = Awaited<ReturnType<typeof readPastRounds>>;

/** Known by where its thread is today (null: anywhere in the file), or by its lines. */
type DecidedEdit = {commit: string; path: string} & ({lines: LineRange | null} | {added: readonly string[]});

/** Commits of this program, and the run that names or made them. */
export type NamedCommits = {run: string; commits: readonly string[]};

/** What is known here alone. */
export type KnownHere = {
	/** Runs that are recorded here, which name your edits even if no reply does. */
	runs: readonly Pick<Run, 'edits' | 'publication'>[];
	/** What this process has pushed. */
	pushed: readonly NamedCommits[];
};

/** @param commits of the pull request, oldest first. @param viewer login of the token's account */
export async function readPastRounds(
	git: Git,
	{reviewThreads, comments}: Pick<PullRequest, 'reviewThreads' | 'comments'>,
	{commits, viewer}: {commits: readonly string[]; viewer: string},
	{runs, pushed}: KnownHere = {runs: [], pushed: []},
) {
	const trailed = await commitsWithTrailer(git, commits, runTrailer);
	const limited = await commitsWithTrailer(git, [...trailed.keys()], onlyTrailer);
	const own = commits.flatMap(oid => {
		const found = trailed.get(oid);
		const [run] = found?.values ?? [];
		if (!found || run === undefined) return [];
		return {
			oid,
			/** Id of the run that committed. */
			run,
			/** With those whose changes it took along. */
			runs: found.values,
			/** Whether it reverts another one, which is your decision. */
			isRevert: found.subject.startsWith('Revert "'),
			/** Logins of the reviewers that its run was limited to; empty: all. */
			only: limited.get(oid)?.values ?? [],
		};
	});
	const replies = reviewThreads.flatMap(thread =>
		thread.comments.flatMap(comment => {
			const marker = ownMarker(comment, viewer);
			return marker ? [{thread, comment, marker}] : [];
		}),
	);
	const answeredAs = replies.flatMap(({thread: {path, line, startLine}, marker: {state, commit}}) =>
		state === 'edited' && commit !== null
			? [{commit, path, lines: line === null ? null : {start: startLine ?? line, end: line}}]
			: [],
	);
	const replied = replies.flatMap(({thread: {id}, comment}) => {
		const time = editedAt(comment);
		return id === null || time === null ? [] : [[id, time] as const];
	});
	const closed = replies.flatMap(({thread: {id, comments: all}, comment, marker: {state}}) =>
		id !== null && comment === all.at(-1) && isClosedBy(state) ? [id] : [],
	);
	const summary = ownSummary(comments, viewer)?.summary;
	const rows = threadRows(reviewThreads, summary ?? null, viewer);
	const told = reviewThreads.flatMap(({id, comments: all}) => {
		const row = id === null ? undefined : rows.get(id);
		if (id === null || !row) return [];
		// Later rounds edit the comment: what was made for the row was read before the run began that made it.
		const runs = own.filter(({oid}) => commitsIn(row.text).includes(oid)).map(({run}) => startOfRun(run) ?? 0);
		const time = Math.max(0, ...runs);
		const isLast = all.every(comment => (editedAt(comment) ?? 0) <= time);
		return [{id, time, isClosed: isLast && isClosedBy(row.state)}];
	});
	const words = [
		...replies.map(({comment, marker}) => ({...marker, said: [saidIn(marker, comment.body)]})),
		...(summary ? [{...summary, said: summary.rows}] : []),
	];
	const named = words.map(({run, said}) => ({run, commits: said.flatMap(commitsMadeBy)}));
	const recorded = runs
		.flatMap(({publication}) => publication.flatMap(step => storedCommitOf(step) ?? []))
		.map(made => ({run: made.run, commits: made.commits.map(({oid}) => oid)}));
	const {runs: pushing, gone} = pushedRuns({listed: commits, own, named: [...named, ...pushed], recorded});
	return {
		/** Commits of this program, oldest first. */
		commits: own,
		/** Ids of the runs that have pushed, oldest first, whatever became of their commits. */
		rounds: [...new Set([...pushing, ...words.flatMap(({earlier}) => earlier)])].toSorted(),
		/** Commits of this program that the pull request no longer has, nor any other of their run. */
		gone,
		/** Your own edits in commits of this program. */
		decisions: [...answeredAs, ...runs.flatMap(decidedEdits)],
		/** When each thread was last answered, at least, in milliseconds since the epoch, by the thread's id. */
		answered: new Map([...replied, ...told.map(({id, time}) => [id, time] as const)]),
		/** Ids of the threads in which nobody has written since we said that nothing is left to do. */
		closed: new Set([...closed, ...told.flatMap(({id, isClosed}) => (isClosed ? [id] : []))]),
		/** Ids of the findings that our comment on the pull request has. */
		summarized: new Set((summary?.rows ?? []).flatMap(({finding}) => finding.split(','))),
	};
}

function decidedEdits(run: Pick<Run, 'edits' | 'publication'>): DecidedEdit[] {
	const commits = storedCommitsOf(run);
	return run.edits.flatMap(({path, changes, decided, edits}) => {
		const commit = commits.find(made => made.changes.some(change => changes.includes(change)));
		return commit && changes.every(change => decided.includes(change))
			? edits.map(({lines}) => ({commit: commit.oid, path, added: lines}))
			: [];
	});
}

/** Ids of the runs whose commits the pull request has, oldest first. */
export const roundsOf = ({commits}: Pick<PastRounds, 'commits'>): string[] => [
	...new Set(commits.filter(({isRevert}) => !isRevert).map(({run}) => run)),
];

type Evidence = {
	/** Object ids of the commits of the pull request. */
	listed: readonly string[];
	/** Those of this program among them, as in `PastRounds`. */
	own: readonly {oid: string; run: string; runs: readonly string[]; isRevert: boolean}[];
	/** What replies, the summary and this process say was pushed. */
	named: readonly NamedCommits[];
	/** What runs recorded here have made. */
	recorded: readonly NamedCommits[];
};

/**
 * The ids of the runs that have pushed, each once and the oldest first, and the commits that are gone with all of their run.
 * A commit is of the run in its trailer. If it is gone: of that which made it by the records here, otherwise of the first
 * that names it. A revert is no round.
 */
function pushedRuns({listed, own, named, recorded}: Evidence): {runs: string[]; gone: string[]} {
	const standing = new Map(own.map(commit => [commit.oid, commit]));
	const makers = new Map(recorded.flatMap(({run, commits}) => commits.map(oid => [oid, run] as const)));
	const made = new Map<string, string>();
	for (const {run, commits} of named.toSorted((one, other) => (one.run < other.run ? -1 : 1))) {
		for (const oid of commits) {
			if (!standing.has(oid) && !made.has(oid)) made.set(oid, makers.get(oid) ?? run);
		}
	}
	const there = own.filter(({isRevert}) => !isRevert).map(({run}) => run);
	const kept = new Set([...listed, ...own.flatMap(({runs}) => runs)]);
	return {
		runs: [...new Set([...there, ...made.values()])].toSorted(),
		gone: [...made].filter(entry => !entry.some(id => kept.has(id))).map(([oid]) => oid),
	};
}
