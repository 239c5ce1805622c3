import * as z from 'zod/mini';
import type {Publisher} from '../../code-host/publisher.ts';
import {open} from '../../review/closing/stays-open.ts';
import {
	type CommentNow,
	formatSummaryComment,
	isEditedByOthers,
	isSameSummary,
	linkOf,
	ownSummary,
	parseSummaryComment,
} from '../../review/closing/summary-comment.ts';
import {addressOf, type ThreadNow} from '../../review/closing/thread-now.ts';
import type {ThreadPlan} from '../../review/closing/thread-plan.ts';
import {hashBody} from '../../review/identity.ts';
import {count} from '../../text/sentences.ts';
import {isNewComment, withoutDouble} from './reply.ts';
import {type QueuedStep, readCommentShape, type StepRecord, writing} from './step.ts';
import {heardIn, inThread, lookAtWords} from './thread.ts';

/** A thread, by its node id, the address to which its row links, and what was heard in it. */
const toldThreadShape = z.object({
	thread: z.string(),
	address: z.nullable(z.string()),
	last: inThread.last,
	read: inThread.read,
});

type ToldThread = z.infer<typeof toldThreadShape>;

const record = z.object({
	...writing,
	/** By the node ids of comments and reviews. */
	read: z.array(readCommentShape),
	/** The threads that its rows answer, and have not before. */
	told: z.array(toldThreadShape),
});

type Summary = z.infer<typeof record>;

/** What the summary comment is to say; only what changes is written. */
export type PlannedSummary = {
	body: string;
	/** Our comment as it is; null for a new one. */
	replaces: CommentNow | null;
	/** The comments and reviews that its findings are in: node id, and hash of the body. */
	read: ReadonlyMap<string, string>;
};

const countComments = (number: number) => count(number, 'summary comment');

/** The comment about findings in no thread, and about threads without a reply; the target is the pull request. */
export const summary: QueuedStep<'comment', Summary, 'comments'> = {
	wishes: {},
	record,
	subject: ({target, result: {read, told}}) => ({
		kind: 'summary',
		id: target,
		bodies: read.map(one => one.comment),
		threads: told.map(({thread}) => thread),
	}),
	count: {name: 'comments', done: countComments, planned: countComments},
	look({result, state}, {comments, bodies, threads}, viewer) {
		const own = ownSummary(comments, viewer);
		// Another run, in another clone, may have written the same.
		const wanted = parseSummaryComment(result.body);
		if (own && wanted && isSameSummary(own.summary, wanted)) return 'done';
		const isEdited = result.read.some(({comment, hash}) => hashBody(bodies.get(comment) ?? '') !== hash);
		const isReplaced = (own?.comment.nodeId ?? null) !== result.comment;
		const mayBeThere = state === 'unknown' && wanted !== null && own === null;
		const isAltered = mayBeThere && isEditedByOthers(comments, viewer, wanted.run);
		if (isEdited || isReplaced || isAltered) return {skip: open.edited.reason};
		const toldNow = result.told.filter(one => {
			const thread = threads.get(one.thread);
			return thread !== undefined && !thread.isResolved && lookAtWords({result: one}, thread, viewer) === 'fits';
		});
		if (toldNow.length === result.told.length) return 'fits';
		const instead = withoutThreads(result, toldNow);
		// Each of its threads says for itself why it stays open, or that it does not.
		return instead ? {instead} : {skip: 'none of its threads waits for it any more'};
	},
	write: ({target, result: {comment, body}}) => ({kind: 'comment', pullRequest: target, comment, body}),
	late: {
		isLate: isNewComment,
		async correct({result: {written}}, {publisher, viewer}) {
			return withoutDouble('delete-comment', await firstSummary(publisher, viewer), written);
		},
	},
};

/** The step without the rows of some of its threads, in which people have a say by now; null if nothing is left to write. */
function withoutThreads(result: Summary, told: readonly ToldThread[]): Summary | null {
	const wanted = parseSummaryComment(result.body);
	const left = result.told.filter(one => !told.includes(one)).map(({address}) => address);
	const rows = (wanted?.rows ?? []).filter(row => !left.includes(linkOf(row)));
	if (!wanted || (rows.length === 0 && result.comment === null)) return null;
	return {...result, body: formatSummaryComment({...wanted, rows}), told: [...told]};
}

/** What the record of the summary has of a thread that it answers. @param viewer login of the token's account */
export function toldThread(
	heard: {now: ThreadNow; plan: Pick<ThreadPlan, 'read' | 'findings'>},
	viewer: string,
): ToldThread {
	const {thread, last, read} = heardIn({thread: heard.now.id}, heard, viewer);
	return {thread, address: addressOf(heard.now), last, read};
}

/** The first summary of ours. @throws {Failure} */
async function firstSummary(publisher: Publisher, viewer: string) {
	const own = ownSummary(await publisher.comments(), viewer);
	return own && {id: own.comment.nodeId, url: own.comment.url};
}

/** @param pullRequest node id */
export function summaryStep(
	{body, replaces, read}: PlannedSummary,
	pullRequest: string,
	told: readonly ToldThread[],
): StepRecord<'comment', Summary> {
	const own = replaces ? [{comment: replaces.nodeId, hash: hashBody(replaces.body)}] : [];
	const hashes = [...read].map(([comment, hash]) => ({comment, hash}));
	const result = {body, comment: replaces?.nodeId ?? null, read: [...hashes, ...own], told: [...told], written: null};
	return {key: 'comment', kind: 'comment', target: pullRequest, state: 'intended', result, reason: ''};
}
