import type {Publisher, Write} from '../../../code-host/publisher.ts';
import {commitsIn} from '../../../review/closing/marker.ts';
import type {CommentNow} from '../../../review/closing/summary-comment.ts';
import type {ThreadNow} from '../../../review/closing/thread-acts.ts';
import type {PublicationStep} from '../../../worktree/publication.ts';
import {isThreadStep, lookAt, type StepLook, type ThreadStep, writeOf} from './publish-steps.ts';
import {isRequestStep, lookForRequest, type RequestStep, writeOfRequest} from './request-step.ts';
import {isSummaryStep, lookForSummary, type SummaryStep, writeOfSummary} from './summary-step.ts';

/** A write to a thread or to the pull request, as the record of a run has it. */
export type HostStep = ThreadStep | SummaryStep | RequestStep;

export const isHostStep = (step: PublicationStep): step is HostStep =>
	isThreadStep(step) || isSummaryStep(step) || isRequestStep(step);

/** What was read of the pull request for steps. */
export type HostNow = {
	/** By node id, without those that are gone. */
	threads: ReadonlyMap<string, ThreadNow>;
	comments: readonly CommentNow[];
	/** By node id. */
	bodies: ReadonlyMap<string, string>;
	/** Node ids of people whose latest review requests changes, and who are not asked for another one. */
	waiting: ReadonlySet<string>;
};

/** Steps in the same place share what was read for them. */
export function placeOfStep(step: HostStep): string {
	if (step.kind === 'comment') return step.target;
	return step.kind === 'request' ? step.result.person : step.result.thread;
}

/** @throws {Failure} */
export async function readFor(steps: readonly HostStep[], publisher: Publisher): Promise<HostNow> {
	const summary = steps.find(isSummaryStep);
	const ids = new Set(steps.filter(isThreadStep).map(({result}) => result.thread));
	const threads = ids.size === 0 ? [] : await publisher.threadsNow([...ids]);
	return {
		threads: new Map(threads.map(thread => [thread.id, thread])),
		bodies: summary ? await publisher.bodiesNow(summary.result.read.map(({comment}) => comment)) : new Map(),
		comments: summary ? await publisher.comments() : [],
		waiting: new Set(
			steps.some(isRequestStep) ? (await publisher.standing()).changesRequestedBy.map(({id}) => id) : [],
		),
	};
}

/** @param viewer login of the token's account */
export function lookFor(step: HostStep, now: HostNow, viewer: string): StepLook {
	if (step.kind === 'comment') return lookForSummary(step, now, viewer);
	if (step.kind === 'request') return lookForRequest(step, now.waiting);
	return lookAt(step, now.threads.get(step.result.thread), viewer);
}

export function hostWriteOf(step: HostStep): Write {
	if (step.kind === 'comment') return writeOfSummary(step);
	return step.kind === 'request' ? writeOfRequest(step) : writeOf(step);
}

/** The commits that it names. */
export const commitsNamedBy = ({result: {body}}: HostStep): string[] => (body ?? '').split('\n').flatMap(commitsIn);

/** The step with the comment that it has written. */
export const withWritten = <Step extends HostStep>(step: Step, written: Step['result']['written']): Step => ({
	...step,
	result: {...step.result, written},
});
