import type {Comment, PullRequest, Review, ReviewComment, ReviewThread} from './comment.ts';
import type {Anchor, Change, Disposition, Finding, FindingSource} from './finding.ts';
import {hashBody, identify} from './identity.ts';
import {type Block, readBlocks} from './markdown.ts';
import {readSuggestions, type Suggestion} from './suggestion.ts';
import {readTitle} from './title.ts';

/** Something about a comment that its reader should know. */
export type Warning = {kind: string; commentId: string | null; text: string};

/**
 * Reads every comment of a pull request. Each one with a text gives at least one finding, which has changes or says
 * why it has none.
 */
export function readPullRequest(pullRequest: PullRequest): {findings: Finding[]; warnings: Warning[]} {
	const findings: Finding[] = [];
	const warnings: Warning[] = [];
	const seen = new Set<string>();
	const isNew = (comment: Comment) => {
		if (!seen.has(comment.id)) return seen.add(comment.id);
		warnings.push({kind: 'repeated-comment', commentId: comment.id, text: 'the comment came twice; it is read once'});
		return false;
	};
	for (const thread of pullRequest.reviewThreads) {
		for (const comment of thread.comments) if (isNew(comment)) findings.push(readThreadComment(thread, comment));
	}
	for (const review of pullRequest.reviews) {
		if (review.body.trim() && isNew(review)) findings.push(readRemark(review, 'review'));
	}
	for (const comment of pullRequest.comments) {
		if (comment.body.trim() && isNew(comment)) findings.push(readRemark(comment, 'comment'));
	}
	return {findings, warnings};
}

function readThreadComment(thread: ReviewThread, comment: ReviewComment): Finding {
	const blocks = readBlocks(comment.body);
	const suggestions = readSuggestions(blocks);
	const disposition = judgeThreadComment(thread, comment, suggestions);
	const changes = disposition ? [] : suggestions.map(suggestion => toChange(thread, comment, suggestion));
	const end = thread.line ?? thread.originalLine;
	const start = (thread.line === null ? thread.originalStartLine : thread.startLine) ?? end;
	return {
		...describe(comment, blocks, {kind: 'thread', threadId: thread.id, commentId: comment.id, url: comment.url}),
		path: thread.path,
		lines: thread.subjectType === 'FILE' || end === null || start === null ? null : {start, end},
		changes,
		disposition,
	};
}

/** The text of a review or of an issue comment: it stands beside the diff, so nothing in it has a place. */
function readRemark(comment: Comment | Review, kind: 'review' | 'comment'): Finding {
	const blocks = readBlocks(comment.body);
	return {
		...describe(comment, blocks, {kind, threadId: null, commentId: comment.id, url: comment.url}),
		path: null,
		lines: null,
		changes: [],
		disposition: judgeRemark(comment, readSuggestions(blocks)),
	};
}

function describe(comment: Comment, blocks: readonly Block[], source: FindingSource) {
	return {
		id: identify('f', comment.id, 0),
		source,
		author: comment.author,
		authorAssociation: comment.authorAssociation,
		title: readTitle(blocks, 'Suggested change'),
		severity: null,
		category: null,
		bodyHash: hashBody(comment.body),
	} satisfies Partial<Finding>;
}

const skip = (reason: string): Disposition => ({outcome: 'not-actionable', reason});
const askPerson = (reason: string): Disposition => ({outcome: 'needs-person', reason});
const askModel = (reason: string): Disposition => ({outcome: 'needs-model', reason});

function judgeHidden(comment: Comment): Disposition | null {
	if ('state' in comment && comment.state === 'PENDING') return skip('part of a pending review that was not submitted');
	if (!comment.isMinimized) return null;
	const why = comment.minimizedReason?.toLowerCase();
	return skip(why ? `hidden on the pull request as ${why}` : 'hidden on the pull request');
}

/** Why a comment in a thread has no change to place; null where it has. */
function judgeThreadComment(
	thread: ReviewThread,
	comment: ReviewComment,
	suggestions: readonly Suggestion[],
): Disposition | null {
	const hidden = judgeHidden(comment);
	if (hidden) return hidden;
	if (thread.isResolved) return skip('the thread is resolved');
	if (suggestions.length === 0) {
		if (comment.replyTo !== null) return skip('a reply in the thread');
		if (!comment.body.trim()) return skip('the comment is empty');
		return askModel('says in words what to change');
	}
	if (thread.subjectType === 'FILE') return askPerson('a suggestion on a whole file names no lines to replace');
	if (thread.diffSide === 'LEFT' || thread.startDiffSide === 'LEFT') {
		return askPerson('a suggestion on deleted lines has no lines to replace');
	}
	if (thread.line === null && thread.originalLine === null) return askPerson('the comment names no line');
	const flaw = suggestions.find(suggestion => suggestion.flaw)?.flaw;
	return flaw ? askPerson(flaw) : null;
}

function judgeRemark(comment: Comment, suggestions: readonly Suggestion[]): Disposition {
	const hidden = judgeHidden(comment);
	if (hidden) return hidden;
	if (suggestions.length > 0) return askPerson('a suggestion outside of the diff names no lines to replace');
	return askModel('says in words what to change, if anything, and stands on no line of the diff');
}

function toChange(thread: ReviewThread, comment: ReviewComment, {lines, block}: Suggestion): Change {
	const anchor = (commit: string | null, start: number | null, end: number | null): Anchor | null =>
		end === null ? null : {commit, start: start ?? end, end};
	const current = anchor(comment.commit, thread.startLine, thread.line);
	const original = anchor(comment.originalCommit, thread.originalStartLine, thread.originalLine);
	const written = original ?? current!;
	return {
		id: identify('c', comment.id, block, thread.path, written.start, written.end, lines.join('\n'), lines.length),
		from: 'suggestion',
		path: thread.path,
		original: written,
		current: thread.isOutdated ? null : current,
		diffHunk: comment.diffHunk,
		replacement: lines,
		confidence: 1,
		block,
	};
}
