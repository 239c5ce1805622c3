import {type Conversation, isThreadReply} from '../../review/conversations.ts';
import type {Finding} from '../../review/finding.ts';
import {reviewerName} from '../../review/reviewer.ts';
import {safe} from '../../text/safe.ts';
import type {JudgedFinding, Verdict} from '../report/outcome.ts';

/** A finding as lists have it, with the other findings of its thread. */
export type Listed = Conversation & {
	/** Null before the plan. */
	verdict: Verdict | null;
	/** Today; null if it is not on a file. */
	path: string | null;
};

/** A finding with its conversation, as lists have it. @param judged absent for one that is not in the plan */
export function listedOf(
	{finding, others}: Conversation,
	judged: Pick<JudgedFinding, 'verdict' | 'rulings'> | undefined,
): Listed {
	const verdict = judged?.verdict ?? finding.disposition;
	const path = judged?.rulings[0]?.proposal.path ?? finding.path;
	return {finding, others, verdict, path};
}

/** Instead of a path. */
export const notOnFile = 'not on a file';

/** The outcome of a finding; `pending` before it is placed. */
export const wordOf = (verdict: Verdict | null): string => verdict?.outcome ?? 'pending';

export const reviewerOf = ({author}: Finding): string => safe(reviewerName(author));

/** Names of all who wrote in its thread. */
export const participantsOf = ({finding, others}: Conversation): string[] => [
	...new Set([finding, ...others].map(reviewerOf)),
];

/** The comments that answer in its thread, in their order. */
export const repliesTo = ({others}: Conversation): Finding[] => [
	...new Map(others.filter(isThreadReply).map(other => [other.source.commentId, other])).values(),
];

/** Its lines, as `8` or `8-9`; `-` if it has none. */
export function linesOf(lines: Finding['lines']): string {
	if (!lines) return '-';
	return lines.start === lines.end ? `${lines.end}` : `${lines.start}-${lines.end}`;
}
