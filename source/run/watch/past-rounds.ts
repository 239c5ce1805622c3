import {runTrailer} from '../../resolve/commit-message.ts';
import {ownMarker} from '../../review/closing/marker.ts';
import type {Comment, PullRequest} from '../../review/comment.ts';
import type {LineRange} from '../../review/finding.ts';
import {commitsWithTrailer} from '../../worktree/blame.ts';
import type {Git} from '../../worktree/git.ts';

/** What earlier rounds left on a pull request: known from its commits and from our replies, so from any machine. */
export type PastRounds = {
	/** Commits of this program, oldest first. */
	commits: readonly OwnCommit[];
	/** Lines that your own edits made, in commits of this program. */
	decisions: readonly {commit: string; path: string; lines: LineRange | null}[];
	/** When each thread was last answered, in milliseconds since the epoch, by the thread's id. */
	answered: ReadonlyMap<string, number>;
};

/** When a comment was last edited, in milliseconds since the epoch; null if that is unknown. */
export function editedAt({updatedAt, createdAt}: Pick<Comment, 'updatedAt' | 'createdAt'>): number | null {
	const time = Date.parse(updatedAt ?? createdAt ?? '');
	return Number.isNaN(time) ? null : time;
}

export type OwnCommit = {
	oid: string;
	/** Id of the run that committed. */
	run: string;
	/** Whether it reverts another one, which is your decision. */
	isRevert: boolean;
};

/** @param commits of the pull request, oldest first. @param viewer login of the token's account */
export async function readPastRounds(
	git: Git,
	{reviewThreads}: PullRequest,
	{commits, viewer}: {commits: readonly string[]; viewer: string},
): Promise<PastRounds> {
	const trailed = await commitsWithTrailer(git, commits, runTrailer);
	const own = commits.flatMap(oid => {
		const found = trailed.get(oid);
		return found ? [{oid, run: found.values[0]!, isRevert: found.subject.startsWith('Revert "')}] : [];
	});
	const replies = reviewThreads.flatMap(thread =>
		thread.comments.flatMap(comment => {
			const marker = ownMarker(comment, viewer);
			return marker ? [{thread, comment, marker}] : [];
		}),
	);
	const decisions = replies.flatMap(({thread: {path, line, startLine}, marker: {state, commit}}) =>
		state === 'edited' && commit !== null
			? [{commit, path, lines: line === null ? null : {start: startLine ?? line, end: line}}]
			: [],
	);
	const answered = new Map(
		replies.flatMap(({thread: {id}, comment}) => {
			const time = editedAt(comment);
			return id === null || time === null ? [] : [[id, time] as const];
		}),
	);
	return {commits: own, decisions, answered};
}

/** Ids of the runs of rounds, oldest first. */
export const roundsOf = ({commits}: Pick<PastRounds, 'commits'>): string[] => [
	...new Set(commits.filter(({isRevert}) => !isRevert).map(({run}) => run)),
];
