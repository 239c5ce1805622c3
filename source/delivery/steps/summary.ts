import type {Publisher} from '../../code-host/publisher.ts';
import {open} from '../../review/closing/stays-open.ts';
import {type CommentNow, isSameSummary, ownSummary, parseSummaryComment} from '../../review/closing/summary-comment.ts';
import {hashBody} from '../../review/identity.ts';
import {hasFields, isListOf, isText, orNull} from '../../system/shape.ts';
import {count} from '../../text/sentences.ts';
import {isNewComment, isWrittenComment, withoutDouble} from './reply.ts';
import {isReadComment, type QueuedResult, type QueuedStep, type ReadComment, type StepRecord} from './step.ts';

type Summary = QueuedResult & {
	body: string;
	/** Node id of the comment of ours that it replaces; null for a new one. */
	comment: string | null;
	/** By the node ids of comments and reviews. */
	read: ReadComment[];
};

/** What the summary comment is to say; only what changes is written. */
export type PlannedSummary = {
	body: string;
	/** Our comment as it is; null for a new one. */
	replaces: CommentNow | null;
	/** The comments and reviews that its findings are in: node id, and hash of the body. */
	read: ReadonlyMap<string, string>;
};

const countComments = (number: number) => count(number, 'summary comment');

/** The comment about findings in no thread; the target is the pull request. */
export const summary: QueuedStep<'comment', Summary, 'comments'> = {
	wishes: {},
	record: hasFields<Summary>({
		read: isListOf(isReadComment),
		body: isText,
		comment: orNull(isText),
		written: orNull(isWrittenComment),
	}),
	subject: ({target, result: {read}}) => ({kind: 'summary', id: target, bodies: read.map(one => one.comment)}),
	count: {name: 'comments', done: countComments, planned: countComments},
	look({result}, {comments, bodies}, viewer) {
		const own = ownSummary(comments, viewer);
		// Another run, in another clone, may have written the same.
		const wanted = parseSummaryComment(result.body);
		if (own && wanted && isSameSummary(own.summary, wanted)) return 'done';
		const isEdited = result.read.some(({comment, hash}) => hashBody(bodies.get(comment) ?? '') !== hash);
		const isReplaced = (own?.comment.nodeId ?? null) !== result.comment;
		return isEdited || isReplaced ? {skip: open.edited.reason} : 'fits';
	},
	write: ({target, result: {comment, body}}) => ({kind: 'comment', pullRequest: target, comment, body}),
	late: {
		isLate: isNewComment,
		async correct({result: {written}}, {publisher, viewer}) {
			return withoutDouble('delete-comment', await firstSummary(publisher, viewer), written);
		},
	},
};

/** The first summary of ours. @throws {Failure} */
async function firstSummary(publisher: Publisher, viewer: string) {
	const own = ownSummary(await publisher.comments(), viewer);
	return own && {id: own.comment.nodeId, url: own.comment.url};
}

/** @param pullRequest node id */
export function summaryStep(
	{body, replaces, read}: PlannedSummary,
	pullRequest: string,
): StepRecord<'comment', Summary> {
	const own = replaces ? [{comment: replaces.nodeId, hash: hashBody(replaces.body)}] : [];
	const hashes = [...read].map(([comment, hash]) => ({comment, hash}));
	const result = {body, comment: replaces?.nodeId ?? null, read: [...hashes, ...own], written: null};
	return {key: 'comment', kind: 'comment', target: pullRequest, state: 'intended', result, reason: ''};
}
