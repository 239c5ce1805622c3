import * as z from 'zod/mini';
import {isStateOnHead} from '../../review/closing/close-thread.ts';
import {open} from '../../review/closing/stays-open.ts';
import {ownSummary} from '../../review/closing/summary-comment.ts';
import {threadRows} from '../../review/closing/thread-rows.ts';
import {count} from '../../text/sentences.ts';
import type {QueuedStep} from './step.ts';
import {
	commentsSince,
	lookAtWords,
	newComment,
	nothingInThread,
	notInSummary,
	resolvedMeanwhile,
	subjectInThread,
} from './thread.ts';

const settling = z.object(nothingInThread);

/** `told`: what answers the thread. */
const resolving = z.object({...nothingInThread, told: z.enum(['reply', 'summary'])});

type Resolving = z.infer<typeof resolving>;

/** Resolves a thread whose suggestions are done, after its reply, or after the summary that answers it. */
export const resolve: QueuedStep<'resolve', Resolving, 'resolved', 'resolveThreads' | 'resolvePeople'> = {
	wishes: {
		resolveThreads: {
			help: "resolve bots' threads that are done on GitHub",
			label: 'resolve',
			announced: ({resolvePeople}) => `resolve review threads${resolvePeople ? ", people's too" : ' of bots'}`,
			offered: ({botThreads}) => ({number: botThreads, words: `${count(botThreads, 'thread')} started by bots`}),
		},
		resolvePeople: {
			help: "resolve people's threads too",
			label: 'resolve (people)',
			needs: 'resolveThreads',
			offered: ({peopleThreads}) => ({
				number: peopleThreads,
				words: `${count(peopleThreads, 'thread')} started by people`,
			}),
		},
	},
	record: resolving,
	subject: step => ({...subjectInThread(step), isInSummary: step.result.told === 'summary'}),
	count: {name: 'resolved', done: number => `${number} resolved`, planned: number => count(number, 'resolve')},
	look(step, {threads, comments}, viewer) {
		const now = threads.get(step.result.thread);
		if (!now) return {skip: open.deleted.reason};
		// Who resolved it is not known: only a request that may have arrived counts as ours.
		if (now.isResolved) return step.state === 'unknown' ? 'done' : {skip: resolvedMeanwhile};
		const look = lookAtWords(step, now, viewer);
		if (look !== 'fits' || step.result.told === 'reply') return look;
		const row = threadRows([now], ownSummary(comments, viewer)?.summary ?? null, viewer).get(now.id);
		return row && isStateOnHead(row.state) ? 'fits' : {skip: notInSummary};
	},
	write: ({result: {thread}}) => ({kind: 'resolve', thread}),
	follows: ({result}, {kind, thread}) =>
		result.told === 'summary' ? kind === 'comment' : kind === 'reply' && thread === result.thread,
	notAfter({result}, isLeft) {
		if (result.told === 'reply') return 'its reply was not written';
		// Otherwise its own look shows what became of it.
		return isLeft ? 'the summary comment was not written' : null;
	},
	denied: () => ({
		code: 'cannot-resolve',
		message: 'The token may not resolve threads.',
		remedy: 'Give it the permission contents: write.',
	}),
	late: {
		isLate: () => true,
		/** Bots answer a reply, or a push, by themselves; a person may have objected. */
		async correct(step, {now: {threads}, viewer}) {
			const thread = threads.get(step.result.thread);
			if (!thread?.isResolved) return null;
			if (!commentsSince(step, thread, viewer).some(({author}) => author?.isBot !== true)) return null;
			return {write: {kind: 'unresolve', thread: thread.id}, reason: newComment};
		},
	},
};

/** Opens a thread again that we resolved for what is reverted. */
export const unresolve: QueuedStep<'unresolve', z.infer<typeof settling>, 'unresolved'> = {
	wishes: {},
	record: settling,
	subject: subjectInThread,
	count: {name: 'unresolved', done: number => `${number} unresolved`, planned: number => count(number, 'unresolve')},
	look(step, {threads}, viewer) {
		const now = threads.get(step.result.thread);
		if (!now) return {skip: open.deleted.reason};
		if (now.isResolved) return lookAtWords(step, now, viewer);
		return step.state === 'unknown' ? 'done' : {skip: 'the thread was unresolved meanwhile'};
	},
	write: ({result: {thread}}) => ({kind: 'unresolve', thread}),
};
