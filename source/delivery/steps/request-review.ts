import type {Failure} from '../../failure.ts';
import {hasFields, isListOf, isOneOf, isText} from '../../system/shape.ts';
import {count} from '../../text/sentences.ts';
import type {QueuedResult, QueuedStep, StepRecord} from './step.ts';

/** A person who requested changes and is asked for another review once all threads of theirs are done. */
export type WaitingReviewer = {
	/** Node id. */
	person: string;
	/** Node ids of the threads that they began. */
	threads: readonly string[];
	/** Ids of the findings in these. */
	findings: readonly string[];
};

type ReviewRequest = WaitingReviewer & QueuedResult & {body: null; written: null};

const notRequested = ({message}: Failure): Pick<Failure, 'code' | 'message' | 'remedy'> => ({
	code: 'no-review-request',
	message: `No review was requested: ${message}`,
	remedy: '',
});

/** Asks a person for another review; the target is the pull request. */
export const request: QueuedStep<'request', ReviewRequest, 'requested'> = {
	record: hasFields<ReviewRequest>({
		person: isText,
		threads: isListOf(isText),
		findings: isListOf(isText),
		body: isOneOf(null),
		written: isOneOf(null),
	}),
	subject: ({result}) => ({kind: 'reviewer', id: result.person}),
	count: {
		name: 'requested',
		done: number => `${count(number, 'review')} requested`,
		planned: number => count(number, 'review request'),
	},
	look({state, result}, {waiting}) {
		if (waiting.has(result.person)) return 'fits';
		// Who requested it is not known: only a request that may have arrived counts as ours.
		return state === 'unknown' ? 'done' : {skip: 'their review no longer requests changes'};
	},
	write: ({target, result}) => ({kind: 'request', pullRequest: target, people: [result.person]}),
	follows: ({result}, {thread}) => thread !== null && result.threads.includes(thread),
	notAfter: isLeft => (isLeft ? 'a thread of theirs is not done' : null),
	denied: notRequested,
	rejected: notRequested,
};

/** @param pullRequest node id */
export const requestStep = (reviewer: WaitingReviewer, pullRequest: string): StepRecord<'request', ReviewRequest> => ({
	key: `request:${reviewer.person}`,
	kind: 'request',
	target: pullRequest,
	state: 'intended',
	result: {...reviewer, body: null, written: null},
	reason: '',
});
