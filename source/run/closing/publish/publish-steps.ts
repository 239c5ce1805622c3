import type {Write} from '../../../code-host/publisher.ts';
import {type Marker, parseReply, repliesSame} from '../../../review/closing/marker.ts';
import {open} from '../../../review/closing/stays-open.ts';
import {
	type Act,
	isEdited,
	lastReply,
	type ThreadCommentNow,
	type ThreadNow,
	type ThreadPlan,
	withoutReplies,
} from '../../../review/closing/thread-acts.ts';
import {hasFields, isListOf, isText, orNull} from '../../../system/shape.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';

/** Why a step is skipped that only a person can decide on. */
export const newComment = 'there is a new comment in the thread';
export const resolvedMeanwhile = 'the thread was resolved meanwhile';

/** A write to a review thread, as the record of a run has it. */
export type ThreadStep = PublicationStep & {kind: 'reply' | 'resolve' | 'unresolve' | 'react'; result: ThreadStepData};

export type ThreadStepData = {
	thread: string;
	/** Ids of the findings that the thread is about. */
	findings: readonly string[];
	/** Node id of the last comment in the thread when the step was planned, without our replies: a later one needs a person. */
	last: string | null;
	/** Database ids of the comments that the step is about, and hashes of their bodies: after an edit it needs a person. */
	read: {comment: string; hash: string}[];
	/** The text of a reply; null for other steps. */
	body: string | null;
	/** Node id of the comment that a reply replaces, or that a reaction is on; null for a new reply. */
	comment: string | null;
	/** Node id and address of the comment that was written. */
	written: {id: string; url: string | null} | null;
};

export const isReadComment = hasFields<ThreadStepData['read'][number]>({comment: isText, hash: isText});
export const isWrittenComment = hasFields<{id: string; url: string | null}>({id: isText, url: orNull(isText)});

const isData = hasFields<ThreadStepData>({
	thread: isText,
	findings: isListOf(isText),
	last: orNull(isText),
	read: isListOf(isReadComment),
	body: orNull(isText),
	comment: orNull(isText),
	written: orNull(isWrittenComment),
});

export const isThreadStep = (step: PublicationStep): step is ThreadStep =>
	threadKinds.has(step.kind) && isData(step.result);

const threadKinds: ReadonlySet<PublicationStep['kind']> = new Set(['reply', 'resolve', 'unresolve', 'react']);

/** @param viewer login of the token's account */
export function stepOf(
	act: Act,
	{now, plan}: {now: ThreadNow; plan: Pick<ThreadPlan, 'read' | 'findings'>},
	viewer: string,
): ThreadStep {
	const kind = act.kind === 'edit' ? 'reply' : act.kind;
	const comment = 'comment' in act ? act.comment : null;
	const target = kind === 'react' ? comment! : act.thread;
	const body = 'body' in act ? act.body : null;
	const read = [...plan.read].map(([id, hash]) => ({comment: id, hash}));
	const last = withoutReplies(now, viewer).at(-1)?.nodeId ?? null;
	const result = {thread: act.thread, findings: plan.findings, last, read, body, comment, written: null};
	return {key: `${kind}:${target}`, kind, target, state: 'intended', result, reason: ''};
}

export function writeOf({kind, result: {thread, body, comment}}: ThreadStep): Write {
	if (kind === 'resolve' || kind === 'unresolve') return {kind, thread};
	if (kind === 'react') return {kind, thread, comment: comment!};
	return comment === null ? {kind, thread, body: body!} : {kind: 'edit', thread, comment, body: body!};
}

/** A step that is still to be taken: `done` if it took effect before, `fits` if it may be taken, otherwise why not. */
export type StepLook = 'done' | 'fits' | {skip: string};

/** What a look at the thread shows about a step. */
export function lookAt(step: ThreadStep, now: ThreadNow | undefined, viewer: string): StepLook {
	if (!now) return {skip: open.deleted.reason};
	const {kind, result} = step;
	if (kind === 'react' && now.comments.some(({nodeId, hasThumb}) => nodeId === result.comment && hasThumb))
		return 'done';
	// Another run, in another clone, may have written the same.
	if (kind === 'reply' && isReplied(result.body!, now, viewer)) return 'done';
	// Who resolved it is not known: only a request that may have arrived counts as ours.
	if (now.isResolved === (kind === 'resolve') && isSettling(step) && step.state === 'unknown') return 'done';
	if (kind === 'unresolve' && !now.isResolved) return {skip: 'the thread was unresolved meanwhile'};
	// A reply that is no longer true is corrected in a resolved thread as well.
	const isCorrection = kind === 'unresolve' || corrects(parseReply(result.body ?? ''), now);
	// A reaction comes after the resolve.
	if (now.isResolved && kind !== 'react' && !isCorrection) return {skip: resolvedMeanwhile};
	if (isEdited(now, new Map(result.read.map(({comment, hash}) => [comment, hash])))) return {skip: open.edited.reason};
	if (commentsSince(step, now, viewer).length > 0) return {skip: newComment};
	return 'fits';
}

/** Whether a reply says of an earlier one that it, or a part of it, is no longer true, or takes up what one declines. */
function corrects(reply: Marker | null, {comments}: ThreadNow): boolean {
	if (reply === null) return false;
	if (reply.state === 'reverted' || reply.state === 'gone' || reply.reverted.length > 0) return true;
	const taken = new Set(reply.taken);
	return comments.some(({body}) => parseReply(body)?.declined.some(id => taken.has(id)));
}

function isReplied(body: string, now: ThreadNow, viewer: string): boolean {
	const [wanted, last] = [parseReply(body), lastReply(now, viewer)];
	return wanted !== null && last !== null && repliesSame(wanted, last.marker);
}

/** What others wrote in the thread since a step was planned. A thread is read from its first comment and its last ones. */
export function commentsSince({result: {last}}: ThreadStep, now: ThreadNow, viewer: string): ThreadCommentNow[] {
	const others = withoutReplies(now, viewer);
	return others.slice(others.findIndex(({nodeId}) => nodeId === last) + 1);
}

const isSettling = ({kind}: ThreadStep) => kind === 'resolve' || kind === 'unresolve';
