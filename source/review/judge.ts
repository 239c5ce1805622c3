import type {Comment, ReviewComment, ReviewThread} from './comment.ts';
import {type Disposition, needsModel, needsPerson} from './finding.ts';
import type {Suggestion} from './suggestion.ts';

export const skip = (reason: string): Disposition => ({outcome: 'not-actionable', reason});

/** Why a comment is ignored whatever it contains; null if it is not. */
export function judgeComment(comment: Comment): Disposition | null {
	if ('state' in comment && comment.state === 'pending') return skip('part of a pending review');
	if (!comment.isMinimized) return null;
	const why = comment.minimizedReason?.toLowerCase();
	return skip(why ? `hidden on the pull request as ${why}` : 'hidden on the pull request');
}

/** The same for a comment in no thread. */
export const judgeLooseComment = (comment: Comment): Disposition | null =>
	judgeComment(comment) ?? (commandWords(comment.body) === null ? null : skip('a command to pr-resolve'));

export type ThreadRules = {
	/** Read resolved threads too. */
	includeResolved: boolean;
	/** Exclude threads whose lines have changed. */
	excludeOutdated: boolean;
	/** Read what its reviewer calls done as if it did not. Absent: no. */
	includeDone?: boolean;
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
	if (thread.isOutdated && rules.excludeOutdated) return skip('the thread is outdated, and such threads are excluded');
	return comment.body.trim() ? null : skip('the comment is empty');
}

/** Why the suggestions of a thread's comment cannot be placed; null if they can. */
export function judgeSuggestions(thread: ReviewThread, suggestions: readonly Suggestion[]): Disposition | null {
	if (thread.subjectType === 'file')
		return needsPerson('a suggestion on a whole file does not specify lines to replace');
	if (thread.diffSide === 'old' || thread.startDiffSide === 'old') {
		return needsPerson('a suggestion on deleted lines has no lines to replace');
	}
	if (thread.line === null && thread.originalLine === null) return needsPerson('the comment is not on a line');
	for (const [start, end] of [
		[thread.startLine, thread.line],
		[thread.originalStartLine, thread.originalLine],
	]) {
		if (start && end && start > end) return needsPerson(`the comment starts on line ${start} and ends on line ${end}`);
	}
	const flaw = suggestions.find(suggestion => suggestion.flaw)?.flaw;
	return flaw ? needsPerson(flaw) : null;
}

/** The disposition of a remark in a thread that proposes no code. */
export const judgeThreadWords = ({replyTo}: ReviewComment): Disposition =>
	replyTo === null ? needsModel('describes a change in words') : skip('a reply in the thread');

/** The disposition of a remark outside the diff without code that can be placed. */
export const judgeWordsBeside = (suggestions: readonly Suggestion[]): Disposition =>
	suggestions.length > 0
		? needsPerson('a suggestion outside the diff does not specify lines to replace')
		: needsModel('prose only, not attached to a line');

/**
 * The words after `/pr-resolve` in the first line of a comment, in lower case; null if the comment is no command.
 * `/pr-resolvefoo` is another one.
 */
export function commandWords(body: string): string[] | null {
	const [line = ''] = body.split(/[\r\n]/, 1);
	const [first, ...words] = line.toLowerCase().split(/\s+/);
	return first === '/pr-resolve' ? words.filter(Boolean) : null;
}
