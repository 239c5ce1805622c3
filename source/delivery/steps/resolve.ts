import {open} from '../../review/closing/stays-open.ts';
import {count} from '../../text/sentences.ts';
import type {QueuedStep} from './step.ts';
import {
	commentsSince,
	type InThread,
	isInThread,
	lookAtWords,
	newComment,
	resolvedMeanwhile,
	subjectInThread,
} from './thread.ts';

type Settling = InThread & {body: null; written: null};

/** Resolves a thread whose suggestions are done, after its reply. */
export const resolve: QueuedStep<'resolve', Settling, 'resolved', 'resolveThreads' | 'resolvePeople'> = {
	wishes: {
		resolveThreads: {
			help: "resolve bots' threads that are done on GitHub",
			label: 'resolve',
			announced: ({resolvePeople}) => `resolve review threads${resolvePeople ? ", people's too" : ' of bots'}`,
			offered: ({botThreads}) => ({number: botThreads, words: `${count(botThreads, 'thread')} that bots began`}),
		},
		resolvePeople: {
			help: "resolve people's threads too",
			label: "resolve people's",
			needs: 'resolveThreads',
			offered: ({peopleThreads}) => ({
				number: peopleThreads,
				words: `${count(peopleThreads, 'thread')} that people began`,
			}),
		},
	},
	record: isInThread,
	subject: subjectInThread,
	count: {name: 'resolved', done: number => `${number} resolved`, planned: number => count(number, 'resolve')},
	look(step, {threads}, viewer) {
		const now = threads.get(step.result.thread);
		if (!now) return {skip: open.deleted.reason};
		// Who resolved it is not known: only a request that may have arrived counts as ours.
		if (now.isResolved) return step.state === 'unknown' ? 'done' : {skip: resolvedMeanwhile};
		return lookAtWords(step, now, viewer);
	},
	write: ({result: {thread}}) => ({kind: 'resolve', thread}),
	follows: ({result}, {kind, thread}) => kind === 'reply' && thread === result.thread,
	notAfter: () => 'its reply was not written',
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
export const unresolve: QueuedStep<'unresolve', Settling, 'unresolved'> = {
	wishes: {},
	record: isInThread,
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
