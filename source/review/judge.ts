import type {Comment, ReviewComment, ReviewThread} from './comment.ts';
import type {Disposition} from './finding.ts';
import type {Suggestion} from './suggestion.ts';

export const skip = (reason: string): Disposition => ({outcome: 'not-actionable', reason});
const askPerson = (reason: string): Disposition => ({outcome: 'needs-person', reason});
const askModel = (reason: string): Disposition => ({outcome: 'needs-model', reason});

/** Why a comment is not to be read at all, whatever it says; null where it is. */
export function judgeComment(comment: Comment): Disposition | null {
	if ('state' in comment && comment.state === 'pending') return skip('part of a pending review that was not submitted');
	if (!comment.isMinimized) return null;
	const why = comment.minimizedReason?.toLowerCase();
	return skip(why ? `hidden on the pull request as ${why}` : 'hidden on the pull request');
}

export type ThreadRules = {
	/** Read resolved threads too. */
	includeResolved: boolean;
	/** Leave out threads whose lines were changed since. */
	excludeOutdated: boolean;
};

/** The same for a comment in a thread. */
export function judgeThreadComment(
	thread: ReviewThread,
	comment: ReviewComment,
	rules: ThreadRules,
): Disposition | null {
	const hidden = judgeComment(comment);
	if (hidden) return hidden;
	if (thread.isResolved && !rules.includeResolved) return skip('the thread is resolved');
	if (thread.isOutdated && rules.excludeOutdated) return skip('the thread is outdated, and those are left out');
	return comment.body.trim() ? null : skip('the comment is empty');
}

/** Why the suggestions of a thread's comment cannot be placed; null where they can. */
export function judgeSuggestions(thread: ReviewThread, suggestions: readonly Suggestion[]): Disposition | null {
	if (thread.subjectType === 'file') return askPerson('a suggestion on a whole file names no lines to replace');
	if (thread.diffSide === 'old' || thread.startDiffSide === 'old') {
		return askPerson('a suggestion on deleted lines has no lines to replace');
	}
	if (thread.line === null && thread.originalLine === null) return askPerson('the comment names no line');
	for (const [start, end] of [
		[thread.startLine, thread.line],
		[thread.originalStartLine, thread.originalLine],
	]) {
		if (start && end && start > end) return askPerson(`the comment starts on line ${start} and ends on line ${end}`);
	}
	const flaw = suggestions.find(suggestion => suggestion.flaw)?.flaw;
	return flaw ? askPerson(flaw) : null;
}

/** What becomes of a remark in a thread that proposes no code. */
export const judgeThreadWords = ({replyTo}: ReviewComment): Disposition =>
	replyTo === null ? askModel('says in words what to change') : skip('a reply in the thread');

/** What becomes of a remark outside of the diff that proposes no code that could be placed. */
export const judgeWordsBeside = (suggestions: readonly Suggestion[]): Disposition =>
	suggestions.length > 0
		? askPerson('a suggestion outside of the diff names no lines to replace')
		: askModel('says in words what to change, if anything, and stands on no line of the diff');
