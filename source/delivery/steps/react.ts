import * as z from 'zod/mini';
import {open} from '../../review/closing/stays-open.ts';
import {count} from '../../text/sentences.ts';
import type {QueuedStep} from './step.ts';
import {lookAtWords, nothingInThread, subjectInThread} from './thread.ts';

const record = z.object({
	...nothingInThread,
	/** Node id of the comment that it is on. */
	comment: z.string(),
});

const countReactions = (number: number) => count(number, 'reaction');

/** Adds a thumb up to a comment whose suggestion was applied, also in a thread that is resolved. */
export const react: QueuedStep<'react', z.infer<typeof record>, 'reactions', 'react'> = {
	wishes: {
		react: {
			help: 'add a thumbs up to comments that were applied',
			label: 'react',
			announced: () => 'react to comments',
			offered: (_, own) => ({number: own, words: `thumbs up on ${count(own, 'comment')}`}),
		},
	},
	record,
	subject: subjectInThread,
	count: {name: 'reactions', done: countReactions, planned: countReactions},
	look(step, {threads}, viewer) {
		const {thread, comment} = step.result;
		const now = threads.get(thread);
		if (!now) return {skip: open.deleted.reason};
		if (now.comments.some(({nodeId, hasThumb}) => nodeId === comment && hasThumb)) return 'done';
		return lookAtWords(step, now, viewer);
	},
	write: ({result: {thread, comment}}) => ({kind: 'react', thread, comment}),
};
