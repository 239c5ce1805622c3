import {type Comment, editedAt, type PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {memoize} from '../../review/memoize.ts';
import {startOfRun} from '../../worktree/run-id.ts';
import type {Hold} from '../decisions/answers.ts';
import {isAmong} from '../plan/filters.ts';
import {knownAs, type RoundMemory} from './memory.ts';
import {type PastRounds, roundsOf} from './past-rounds.ts';

export type Known = {
	pullRequest: PullRequest;
	/** Of the pull request. */
	head: string;
	past: PastRounds;
	/** Null if nothing is remembered here. */
	memory: RoundMemory | null;
	holdOn: (finding: Finding) => Hold;
	/** How long before a round no comment was posted, in milliseconds. */
	quietMs: number;
	/** Whether a finding was declined or reverted, and is taken up now. */
	isTakenUp: (finding: Finding) => boolean;
};

/** Whether a round has read the comments with this head. One that pushed it has. */
export function isProcessed({head, past, memory}: Pick<Known, 'head' | 'past' | 'memory'>): boolean {
	const last = past.commits.at(-1);
	return memory?.head === head || (last?.oid === head && !last.isRevert);
}

/**
 * Whether an earlier round has dealt with a finding as it is now. One that was limited to other reviewers has not. Where no memory has it: one that we answered, or one from before
 * the last round began. That round waited until no comment had been posted for a while, so what was posted then is new.
 */
export function knownFindings({
	pullRequest,
	head,
	past,
	memory,
	holdOn,
	quietMs,
	isTakenUp,
}: Known): (finding: Finding) => boolean {
	const remembered = new Set(memory?.findings);
	const times = timesOf(pullRequest);
	const startFor = memoize((login: string | null) => {
		const author = login === null ? null : {login, isBot: false};
		const last = roundsOf({commits: past.commits.filter(({only}) => isAmong(author, only))}).at(-1);
		return last === undefined ? null : startOfRun(last);
	});
	return finding => {
		if (isTakenUp(finding)) return false;
		if (remembered.has(knownAs(finding, false))) return true;
		// What answers held back then is new as soon as they do not.
		const hold = holdOn(finding);
		if (remembered.has(knownAs(finding, true))) return hold === 'held';
		const {kind, commentId, threadId} = finding.source;
		const time = times.get(`${kind} ${commentId}`) ?? null;
		if (time === null) return false;
		const answer = threadId === null ? undefined : past.answered.get(threadId);
		if (answer !== undefined && time <= answer) return true;
		const start = startFor(finding.author?.login ?? null);
		return hold !== 'released' && start !== null && time <= start - quietMs && finding.seen?.commit !== head;
	};
}

/** When each comment was last edited, in milliseconds since the epoch. */
function timesOf({reviewThreads, reviews, comments}: PullRequest): Map<string, number | null> {
	const entry = (kind: Finding['source']['kind']) => (comment: Comment) =>
		[[`${kind} ${comment.id}`, editedAt(comment)]] as const;
	return new Map([
		...reviewThreads.flatMap(thread => thread.comments).flatMap(entry('thread')),
		...reviews.flatMap(entry('review')),
		...comments.flatMap(entry('comment')),
	]);
}
