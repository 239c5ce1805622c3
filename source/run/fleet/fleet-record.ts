import * as z from 'zod/mini';
import type {FoundPull} from '../../code-host/lists.ts';
import {worstExitCode} from '../../exit-code.ts';
import {parseReply} from '../../review/closing/marker.ts';
import {parseSummaryComment} from '../../review/closing/summary-comment.ts';
import type {Comment, PullRequest} from '../../review/comment.ts';
import {hashBody} from '../../review/identity.ts';
import {countShape} from '../../system/shape.ts';
import {sumOfUnknown} from '../../worktree/run-effects.ts';
import type {FleetEntry} from './fleet-entry.ts';

/** What the runs of a fleet on a pull request came to, as later ones need it. */
export type FleetRecord = {
	entry: FleetEntry;
	/** Ids of the findings that they have applied. */
	applied: readonly string[];
	/** Null if none has read it. */
	seen: Seen | null;
};

/** What is done stays done, but a later run reads all that is left. */
export const beforeNext = ({entry}: Pick<FleetRecord, 'entry'>): FleetEntry => ({
	...entry,
	exitCode: null,
	error: null,
});

/** One entry for two runs on the same pull request. @param later its `summary` includes the first */
export function joinEntries(first: FleetEntry, later: FleetEntry): FleetEntry {
	const codes = [first.exitCode, later.exitCode].flatMap(code => code ?? []);
	return {
		...later,
		summary: later.summary ?? first.summary,
		exitCode: codes.length > 0 ? worstExitCode(codes) : null,
		commits: [...first.commits, ...later.commits],
		replies: first.replies + later.replies,
		resolved: first.resolved + later.resolved,
		undone: [...new Set([...first.undone, ...later.undone])],
		unresolved: first.unresolved + later.unresolved,
		unknown: sumOfUnknown(first.unknown, later.unknown),
		run: later.run ?? first.run,
		undo: later.undo ?? first.undo,
		error: later.error ?? first.error,
	};
}

/** What a run has seen of a pull request, to find out whether there is something new. */
export type Seen = z.infer<typeof seenShape>;

export const seenShape = z.object({
	/** As the list has it. */
	updatedAt: z.string(),
	threads: countShape,
	others: countShape,
	/** As `commentsIn`; null if something of it could not be read. */
	comments: z.nullable(z.string()),
});

/** @param pull as it was listed before it was read, so that what came in between is new */
export const seenOf = ({updatedAt, threads, others}: FoundPull, pullRequest: PullRequest): Seen => ({
	...{updatedAt, threads, others},
	comments: commentsIn(pullRequest),
});

/** Whether a list shows that nothing was written since. */
export const isListedAs = ({updatedAt, threads, others}: Seen, pull: FoundPull): boolean =>
	updatedAt === pull.updatedAt && threads === pull.threads && others === pull.others;

/** Whether the comments are the same. */
export const isReadAs = (seen: Seen, pullRequest: PullRequest): boolean =>
	seen.comments !== null && seen.comments === commentsIn(pullRequest);

/** A hash of all comments but our own; null if not all could be read. */
function commentsIn({reviewThreads, reviews, comments, completeness}: PullRequest): string | null {
	if (completeness.incomplete.length > 0) return null;
	const replies = reviewThreads
		.flatMap(thread => thread.comments)
		.filter(({body}) => parseReply(body)?.ownWords !== null);
	const others = comments.filter(({body}) => !parseSummaryComment(body));
	// A reply is in a review of its own, which has no text.
	const texts = reviews.filter(({body}) => body.trim() !== '');
	const kinds: readonly (readonly Comment[])[] = [replies, texts, others];
	const all = kinds.map(list => list.map(({id, body}) => `${id} ${hashBody(body)}`).toSorted());
	return hashBody(JSON.stringify(all));
}
