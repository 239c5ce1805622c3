import * as z from 'zod/mini';
import {isStateOnHead} from '../../review/closing/close-thread.ts';
import {addsReason, type Marker, ownMarker, parseReply, repliesSame} from '../../review/closing/marker.ts';
import {open} from '../../review/closing/stays-open.ts';
import {hasOwnWords, lastReply, type ThreadNow} from '../../review/closing/thread-now.ts';
import {count} from '../../text/sentences.ts';
import {
	type Correction,
	type QueuedStep,
	type RepliesWith,
	type StepRecord,
	type WrittenComment,
	writing,
} from './step.ts';
import {inThread, lookAtWords, resolvedMeanwhile, subjectInThread} from './thread.ts';

const record = z.object({...inThread, ...writing});

type Reply = z.infer<typeof record>;

type ReplyStep = StepRecord<'reply', Reply>;

/** Says in a thread what is on the head of the pull request. */
export const reply: QueuedStep<'reply', Reply, 'replies', 'reply'> = {
	wishes: {
		reply: {
			help: 'add a reply to each thread with its state on GitHub',
			label: 'reply',
			announced: () => 'reply in review threads',
			offered: ({replies, repliesWith, summary}) => {
				const own = replies.filter(({isOwn}) => isOwn).length;
				const ours = replies.length - own;
				const note = otherReplies(replies.length, repliesWith);
				const threads = ours > 0 || note !== '' ? [`${count(ours, 'thread')}${note}`] : [];
				const comment = summary === null ? [] : ['a summary comment'];
				const words = [...threads, ...(own > 0 ? [`your replies (${own})`] : []), ...comment];
				return {
					number: replies.length + comment.length,
					words: [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and '),
				};
			},
		},
	},
	record,
	subject: subjectInThread,
	count: {name: 'replies', done: countReplies, planned: countReplies},
	look(step, {threads}, viewer) {
		const now = threads.get(step.result.thread);
		if (!now) return {skip: open.deleted.reason};
		const wanted = parseReply(step.result.body);
		// Another run, in another clone, may have written the same.
		if (isReplied(wanted, step.result.body, now, viewer)) return 'done';
		// A reply that is no longer true is corrected in a resolved thread as well.
		const isOwn = wanted !== null && wanted.ownWords !== null;
		if (now.isResolved && !isOwn && !corrects(wanted, now)) return {skip: resolvedMeanwhile};
		return lookAtWords(step, now, viewer);
	},
	write: ({result: {thread, comment, body}}) =>
		comment === null ? {kind: 'reply', thread, body} : {kind: 'edit', thread, comment, body},
	late: {
		isLate: isNewComment,
		async correct(step, {now, viewer}) {
			const first = firstOfSame(step, now.threads.get(step.result.thread), viewer);
			return withoutDouble('delete', first, step.result.written);
		},
	},
};

function countReplies(number: number): string {
	return count(number, 'reply', 'replies');
}

/**
 * How many replies the other value of the setting makes, after a number of them; empty if it makes no difference: one comment
 * instead of one reply is as many mails.
 */
export function otherReplies(number: number, repliesWith: RepliesWith | null): string {
	if (repliesWith === null || repliesWith.all - repliesWith.needed < 2) return '';
	const other = number === repliesWith.all ? 'needed' : 'all';
	return ` (${repliesWith[other]} with replies=${other})`;
}

/** A new comment of ours, which another run of the account may have written in another clone at the same moment. */
export function isNewComment({result}: {result: {comment: string | null; written: WrittenComment | null}}): boolean {
	return result.comment === null && result.written !== null;
}

/** Deletes what a step has written if something else came first: both runs look again, and the later comment goes. */
export const withoutDouble = (
	kind: 'delete' | 'delete-comment',
	first: WrittenComment | null,
	written: WrittenComment | null,
): Correction | null =>
	first && written && first.id !== written.id ? {write: {kind, comment: written.id}, written: first} : null;

/** Whether a reply says of an earlier one that it, or a part of it, is no longer true, or takes up what one declines. */
function corrects(wanted: Marker | null, {comments}: ThreadNow): boolean {
	if (wanted === null) return false;
	if (wanted.state === 'reverted' || wanted.state === 'gone' || wanted.reverted.length > 0) return true;
	const last = comments.flatMap(({body}) => parseReply(body) ?? []).at(-1);
	if (last?.state === 'not-applied') return isStateOnHead(wanted.state);
	const taken = new Set(wanted.taken);
	return comments.some(({body}) => parseReply(body)?.declined.some(id => taken.has(id)));
}

function isReplied(wanted: Marker | null, text: string, now: ThreadNow, viewer: string): boolean {
	if (wanted === null) return false;
	if (wanted.ownWords !== null) return hasOwnWords(now, wanted.ownWords, viewer);
	const last = lastReply(now, viewer);
	return last !== null && repliesSame(wanted, last.marker) && !addsReason(text, last.comment.body);
}

/** The first of our replies in a thread that say the same as that of a step, without another one of ours between them. */
function firstOfSame({result: {written}}: ReplyStep, now: ThreadNow | undefined, viewer: string) {
	const own = (now?.comments ?? []).flatMap(comment => {
		const marker = ownMarker(comment, viewer);
		return marker ? [{id: comment.nodeId, url: comment.url, marker}] : [];
	});
	const upToOurs = own.slice(0, own.findIndex(({id}) => id === written?.id) + 1);
	const ours = upToOurs.at(-1);
	if (!ours) return null;
	const before = upToOurs.findLastIndex(({marker}) => !repliesSame(marker, ours.marker));
	const [first = ours] = upToOurs.slice(before + 1);
	return {id: first.id, url: first.url};
}
