import {parseReply} from './closing/marker.ts';
import {statusKindOf} from './closing/status-comment.ts';
import {parseSummaryComment} from './closing/summary-comment.ts';
import {
	type Comment,
	linesOf,
	originalLines,
	type PullRequest,
	type Review,
	type ReviewComment,
	type ReviewThread,
} from './comment.ts';
import type {Remark, ReviewerState} from './dialect.ts';
import {type Change, type Finding, type FindingSource, nothingProposed, type Proposed, type Sketch} from './finding.ts';
import {warnOfHidden} from './hidden-instructions.ts';
import {
	judgeComment,
	judgeLooseComment,
	judgeSuggestions,
	judgeThreadComment,
	judgeThreadWords,
	judgeWordsBeside,
	type ThreadRules,
} from './judge.ts';
import {mergeRepeated} from './merge-repeated.ts';
import {missingComments} from './not-in-api.ts';
import {changesOnLines, changesOnThread, sketchesIn} from './proposals.ts';
import {type PostRead, postOf, readPost} from './read-post.ts';
import {botName} from './reviewer.ts';
import {atOnce, type Steps} from './steps.ts';
import {readSuggestions} from './suggestion.ts';
import type {CommentWarning} from './warning.ts';

export type ReviewRead = {
	findings: Finding[];
	warnings: CommentWarning[];
	/** The latest state of each reviewer's work. */
	reviewers: Reviewer[];
	/** Sentences: what exists according to reviewers, but is not in the API. */
	notInApi: string[];
};

export type Reviewer = {login: string} & ReviewerState & {
		/** When the comment with it was last edited, ISO 8601; null if that is unknown. */
		since: string | null;
	};

/** The usual rules. */
export const everyThread: ThreadRules = {includeResolved: false, excludeOutdated: false};

/** Reads every comment of a pull request. Each one with a text has at least one finding, with code or with a reason, except ours. */
export const readPullRequest = (pullRequest: PullRequest, rules: ThreadRules = everyThread): ReviewRead =>
	atOnce(readComments(pullRequest, rules));

/** The same, one comment per step. */
export function* readComments(pullRequest: PullRequest, rules: ThreadRules): Steps<ReviewRead> {
	const findings: Finding[] = [];
	const warnings: CommentWarning[] = [];
	const reviewers = new Map<string, Reviewer>();
	const posted = new Map<string, number>();
	const notInApi = new Set<string>();
	const seen = new Set<string>();
	// Ids are only unique within a kind of comment.
	const isNew = (comment: Comment, kind: FindingSource['kind']) => {
		const key = `${kind} ${comment.id}`;
		const isKnown = seen.has(key);
		const text = 'duplicate comment, read once';
		if (isKnown) warnings.push({kind: 'repeated-comment', commentId: comment.id, text});
		seen.add(key);
		return !isKnown;
	};
	const add = ({id, author, createdAt, updatedAt}: Comment, {post, found, reading}: PostRead) => {
		warnings.push(...warnOfHidden(id, post));
		findings.push(...found);
		if (author && reading.reviewer) {
			const {login} = author;
			reviewers.set(login, {login, ...reading.reviewer, since: updatedAt ?? createdAt});
		}
		const name = botName(author);
		if (name === null) return;
		if (reading.posted !== undefined) posted.set(name, (posted.get(name) ?? 0) + reading.posted);
		if (reading.elsewhere !== undefined) notInApi.add(`${name}: ${reading.elsewhere}`);
	};
	for (const thread of pullRequest.reviewThreads) {
		for (const comment of thread.comments) {
			if (parseReply(comment.body)?.ownWords === null) continue;
			if (isNew(comment, 'thread')) add(comment, readThreadComment(thread, comment, rules));
			yield;
		}
	}
	for (const review of pullRequest.reviews) {
		if (review.body.trim() && isNew(review, 'review')) add(review, readBeside(review, 'review', review.commit, rules));
		yield;
	}
	for (const comment of pullRequest.comments) {
		if (parseSummaryComment(comment.body) || statusKindOf(comment.body)) continue;
		if (comment.body.trim() && isNew(comment, 'comment')) add(comment, readBeside(comment, 'comment', null, rules));
		yield;
	}
	return {
		findings: mergeRepeated(findings),
		warnings,
		reviewers: [...reviewers.values()],
		notInApi: [...notInApi, ...missingComments(pullRequest, posted)],
	};
}

function readThreadComment(thread: ReviewThread, comment: ReviewComment, rules: ThreadRules): PostRead {
	const lines = linesOf(thread);
	const place = {path: thread.path, lines};
	const post = postOf(comment, 'thread', place, comment.diffHunk);
	const from = {
		source: {kind: 'thread' as const, threadId: thread.id, commentId: comment.id, url: comment.url},
		thread,
	};
	const closed = judgeThreadComment(thread, comment, rules);
	const original = thread.originalLine ?? thread.line;
	const isOld = thread.diffSide === 'old';
	const written = {path: thread.path, lines: original === null || isOld ? null : originalLines(thread, original)};
	const commit = comment.originalCommit ?? comment.commit;
	const originOf = ({key, place}: Remark) => ({commentId: comment.id, key, place: place ?? written, commit});
	return readPost(post, comment, from, {closed, rules}, originOf, (remark, origin) => {
		const suggestions = readSuggestions(remark.blocks);
		const sketches = sketchesIn(remark, origin);
		if (suggestions.length === 0) {
			return sketches.length > 0 ? codeProposed([], sketches) : nothingProposed(judgeThreadWords(comment));
		}
		const fault = judgeSuggestions(thread, suggestions);
		return fault
			? nothingProposed(fault)
			: codeProposed(changesOnThread(thread, comment, remark.key, suggestions), sketches);
	});
}

/** The text of a review or an issue comment: it has no lines, so its remarks name their places. */
function readBeside(
	comment: Comment | Review,
	kind: 'review' | 'comment',
	commit: string | null,
	rules: ThreadRules,
): PostRead {
	const post = postOf(comment, kind, null, null);
	const from = {source: {kind, threadId: null, commentId: comment.id, url: comment.url}, thread: null};
	const originOf = (remark: Remark) => ({
		commentId: comment.id,
		key: remark.key,
		place: remark.place,
		commit: remark.commit ?? commit,
	});
	const closed = kind === 'review' ? judgeComment(comment) : judgeLooseComment(comment);
	return readPost(post, comment, from, {closed, rules}, originOf, (remark, origin) => {
		const suggestions = readSuggestions(remark.blocks);
		const changes = changesOnLines(origin, suggestions);
		const sketches = sketchesIn(remark, origin);
		const hasCode = changes.length > 0 || sketches.length > 0;
		return hasCode ? codeProposed(changes, sketches) : nothingProposed(judgeWordsBeside(suggestions));
	});
}

const codeProposed = (changes: Change[], sketches: Sketch[]): Proposed => ({changes, sketches, disposition: null});
