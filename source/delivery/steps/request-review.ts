import * as z from 'zod/mini';
import type {Failure} from '../../failure.ts';
import {isSameAccount} from '../../review/closing/marker.ts';
import {count} from '../../text/sentences.ts';
import {type PlannedPull, type QueuedStep, type StepRecord, textless} from './step.ts';

/** A person who requested changes and is asked for another review once all threads of theirs are done. */
const record = z.object({
	/** Node id. */
	person: z.string(),
	/** Node ids of the threads that they began. */
	threads: z.array(z.string()),
	/** Ids of the findings in these. */
	findings: z.array(z.string()),
	...textless,
});

type ReviewRequest = z.infer<typeof record>;

const notRequested = ({message}: Failure): Pick<Failure, 'code' | 'message' | 'remedy'> => ({
	code: 'no-review-request',
	message: `No review was requested: ${message}`,
	remedy: '',
});

/** Asks a person for another review; the target is the pull request. */
export const request: QueuedStep<'request', ReviewRequest, 'requested', 'requestReview'> = {
	wishes: {
		requestReview: {
			help: 'request a review from people whose threads are all done',
			label: 'request review',
			announced: () => 'request reviews',
			offered: (_, own) => ({number: own, words: `from ${count(own, 'person', 'people')}`}),
		},
	},
	record,
	subject: ({result}) => ({kind: 'standing', id: result.person, noun: 'account'}),
	count: {
		name: 'requested',
		done: number => `${count(number, 'review')} requested`,
		planned: number => count(number, 'review request'),
	},
	plan: requestsFor,
	look({state, result}, {standing}) {
		if (standing?.changesRequestedBy.some(({id}) => id === result.person)) return 'fits';
		// Who requested it is not known: only a request that may have arrived counts as ours.
		return state === 'unknown' ? 'done' : {skip: 'their review no longer requests changes'};
	},
	write: ({target, result}) => ({kind: 'request', pullRequest: target, people: [result.person]}),
	follows: ({result}, {thread}) => thread !== null && result.threads.includes(thread),
	notAfter: (_, isLeft) => (isLeft ? 'a thread of theirs is not done' : null),
	denied: notRequested,
	rejected: notRequested,
};

/** For the people who requested changes and whose threads are all resolved, or done once what is planned is written. */
function requestsFor({standing, threads}: PlannedPull): StepRecord<'request', ReviewRequest>[] {
	return standing.changesRequestedBy.flatMap(({id, login}): StepRecord<'request', ReviewRequest>[] => {
		const own = threads.filter(({now: {comments}}) => {
			const author = comments[0]?.author ?? null;
			return author !== null && isSameAccount(author, login);
		});
		if (own.length === 0 || !own.every(({isDone}) => isDone)) return [];
		const about = {threads: own.map(({now}) => now.id), findings: own.flatMap(({findings}) => findings)};
		const result = {person: id, ...about, body: null, written: null};
		return [{key: `request:${id}`, kind: 'request', target: standing.id, state: 'intended', result, reason: ''}];
	});
}
