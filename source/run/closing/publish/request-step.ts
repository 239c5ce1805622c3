import type {Write} from '../../../code-host/publisher.ts';
import {hasFields, isListOf, isText} from '../../../system/shape.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';
import type {StepLook, ThreadStepData} from './publish-steps.ts';

/** A person who requested changes and is asked for another review once all threads of theirs are done. */
export type WaitingReviewer = {
	/** Node id. */
	person: string;
	/** Node ids of the threads that they began. */
	threads: readonly string[];
	/** Ids of the findings in these. */
	findings: readonly string[];
};

/** The request of a review, as the record of a run has it; the target is the pull request. */
export type RequestStep = PublicationStep & {
	kind: 'request';
	/** It has no text. */
	result: WaitingReviewer & Pick<ThreadStepData, 'body' | 'written'>;
};

const isWaitingReviewer = hasFields<WaitingReviewer>({
	person: isText,
	threads: isListOf(isText),
	findings: isListOf(isText),
});

export const isRequestStep = (step: PublicationStep): step is RequestStep =>
	step.kind === 'request' && isWaitingReviewer(step.result);

/** @param pullRequest node id */
export const requestStep = (reviewer: WaitingReviewer, pullRequest: string): RequestStep => ({
	key: `request:${reviewer.person}`,
	kind: 'request',
	target: pullRequest,
	state: 'intended',
	result: {...reviewer, body: null, written: null},
	reason: '',
});

export const writeOfRequest = ({target, result}: RequestStep): Write => ({
	kind: 'request',
	pullRequest: target,
	people: [result.person],
});

/** What a look at the reviews shows about the step. @param waiting node ids of people whose review requests changes */
export function lookForRequest({state, result}: RequestStep, waiting: ReadonlySet<string>): StepLook {
	if (waiting.has(result.person)) return 'fits';
	// Who requested it is not known: only a request that may have arrived counts as ours.
	return state === 'unknown' ? 'done' : {skip: 'their review no longer requests changes'};
}
