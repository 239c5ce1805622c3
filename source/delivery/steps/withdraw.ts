import * as z from 'zod/mini';
import {ownMarker} from '../../review/closing/marker.ts';
import {open} from '../../review/closing/stays-open.ts';
import {wordsAfter} from '../../review/closing/thread-now.ts';
import {count} from '../../text/sentences.ts';
import type {QueuedStep} from './step.ts';
import {nothingInThread, subjectInThread} from './thread.ts';

const record = z.object({
	...nothingInThread,
	/** Node id of the reply. */
	comment: z.string(),
});

const countWithdrawn = (number: number) => `${count(number, 'reply', 'replies')} of yours deleted`;

/** Deletes what a person had a run say in a thread that nobody has answered, when that run is undone. */
export const withdraw: QueuedStep<'withdraw', z.infer<typeof record>, 'withdrawn'> = {
	wishes: {},
	record,
	subject: subjectInThread,
	count: {name: 'withdrawn', done: countWithdrawn, planned: countWithdrawn},
	takenBack: countWithdrawn,
	look({result: {thread, comment}}, {threads}, viewer) {
		const now = threads.get(thread);
		if (!now) return {skip: open.deleted.reason};
		const reply = now.comments.find(({nodeId}) => nodeId === comment);
		if (!reply) return 'done';
		if (ownMarker(reply, viewer) === null) return {skip: 'you have edited your reply since'};
		return wordsAfter(now, comment, viewer).length > 0 ? {skip: answeredSince} : 'fits';
	},
	write: ({result: {comment}}) => ({kind: 'delete', comment}),
};

export const answeredSince = 'your reply was answered';
