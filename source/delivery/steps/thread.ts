import * as z from 'zod/mini';
import {open} from '../../review/closing/stays-open.ts';
import {isEdited, type ThreadCommentNow, type ThreadNow, withoutReplies} from '../../review/closing/thread-now.ts';
import type {Act, ThreadPlan} from '../../review/closing/thread-plan.ts';
import {hashBody} from '../../review/identity.ts';
import {readCommentShape, type StepLook, type StepRecord, textless} from './step.ts';

/** What the record of a run has of a write to a review thread. */
export const inThread = {
	/** Node id. */
	thread: z.string(),
	/** Ids of the findings that the thread is about. */
	findings: z.readonly(z.array(z.string())),
	/** Node id of the last comment in the thread when the step was planned, without our replies: a later one needs a person. */
	last: z.nullable(z.string()),
	/** By the database ids of the comments. */
	read: z.array(readCommentShape),
	/** The hash of what a person has this run say in the thread; absent: nothing. */
	ownWords: z.exactOptional(z.string()),
};

type InThread = z.infer<z.ZodMiniObject<typeof inThread>>;

/** The same of one without a text. */
export const nothingInThread = {...inThread, ...textless};

/** Why a step is skipped that only a person can decide on. */
export const newComment = 'there is a new comment in the thread';
export const resolvedMeanwhile = 'the thread was resolved meanwhile';
export const notInSummary = 'the summary comment, which was to answer it, was edited or deleted meanwhile';

/** What was heard in a thread when a step was planned. */
type Heard = Pick<InThread, 'last' | 'read' | 'ownWords'>;

type ThreadStep = Pick<StepRecord<string, InThread>, 'result'>;

export const subjectInThread = ({result}: ThreadStep) => ({kind: 'thread', id: result.thread}) as const;

/** What is recorded of the plan for a thread. */
export type HeardPlan = Pick<ThreadPlan, 'read' | 'findings'> & Partial<Pick<ThreadPlan, 'ownWords'>>;

/** The record of a write to a thread. @param viewer login of the token's account */
export function heardIn({thread}: Pick<Act, 'thread'>, {now, plan}: {now: ThreadNow; plan: HeardPlan}, viewer: string) {
	const read = [...plan.read].map(([id, hash]) => ({comment: id, hash}));
	const last = withoutReplies(now, viewer).at(-1)?.nodeId ?? null;
	const own = plan.ownWords ? {ownWords: hashBody(plan.ownWords)} : {};
	return {thread, findings: plan.findings, last, read, written: null, ...own};
}

/** Whether a person has to look at a thread before something is written there. */
export function lookAtWords({result}: {result: Heard}, now: ThreadNow, viewer: string): StepLook {
	if (isEdited(now, new Map(result.read.map(({comment, hash}) => [comment, hash])))) return {skip: open.edited.reason};
	return commentsSince({result}, now, viewer).length > 0 ? {skip: newComment} : 'fits';
}

/** What others wrote in the thread since a step was planned. A thread is read from its first comment and its last ones. */
export function commentsSince(
	{result: {last, ownWords}}: {result: Pick<Heard, 'last' | 'ownWords'>},
	now: ThreadNow,
	viewer: string,
): ThreadCommentNow[] {
	const others = withoutReplies(now, viewer, ownWords);
	return others.slice(others.findIndex(({nodeId}) => nodeId === last) + 1);
}
