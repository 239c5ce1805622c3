import type {ClosingState} from '../../../review/closing/close-thread.ts';
import {
	commentEdited,
	lastReply,
	type ThreadActs,
	type ThreadNow,
	type ThreadPlan,
} from '../../../review/closing/thread-acts.ts';
import {newComment, type ThreadStep} from './publish-steps.ts';

/** What came of publishing. */
export type Publication = {
	/** By the id of the review thread. */
	threads: ReadonlyMap<string, PublishedThread>;
	/** Writes that took effect. */
	replies: number;
	resolved: number;
	reactions: number;
	/** People who were asked for another review. */
	requested: number;
	/** Writes that are still to be done, or whose response was lost: `apply --continue` finishes them. */
	pending: number;
	/** The same by kind. */
	planned: PlannedWrites;
};

export type PlannedWrites = {replies: number; resolved: number; reactions: number; requested: number};

export type PublishedThread = {
	state: ClosingState;
	/** What it was told, or would be; null if there is nothing to say. */
	text: string | null;
	/** Address of our reply; null if there is none. */
	replyUrl: string | null;
	isResolved: boolean;
	/** Whether all that it asks for is done. */
	isClosed: boolean;
	/** Why something that was wanted was not done; empty if all was. */
	reason: string;
	/** Whether a person has to look at it. */
	isOpen: boolean;
};

export type PlannedThread = {now: ThreadNow; plan: ThreadPlan; acts: ThreadActs};

/** @param viewer login of the token's account */
export function publishedBy(
	planned: readonly PlannedThread[],
	steps: readonly ThreadStep[],
	viewer: string,
): Publication {
	const byThread = Map.groupBy(steps, ({result}) => result.thread);
	const open = steps.filter(({state}) => state === 'intended' || state === 'unknown');
	const countOf = (among: readonly ThreadStep[]) => {
		const [replies, resolved, reactions] = (['reply', 'resolve', 'react'] as const).map(
			wanted => among.filter(({kind}) => kind === wanted).length,
		);
		return {replies: replies!, resolved: resolved!, reactions: reactions!, requested: 0};
	};
	return {
		threads: new Map(
			planned.map(thread => [thread.now.id, describeThread(thread, byThread.get(thread.now.id) ?? [], viewer)]),
		),
		...countOf(steps.filter(({state}) => state === 'done')),
		pending: open.length,
		planned: countOf(open),
	};
}

/** Whether a step ended so that a person has to look at its thread. */
export const isLeftToPerson = ({state, reason}: ThreadStep) =>
	state === 'failed' || reason === newComment || reason === commentEdited;

function describeThread(
	{now, plan, acts}: PlannedThread,
	steps: readonly ThreadStep[],
	viewer: string,
): PublishedThread {
	const {state, text, reason} = plan.closing;
	const missed = steps.find(({state}) => state === 'skipped' || state === 'failed');
	const written = steps.find(({kind}) => kind === 'reply')?.result.written;
	const notYet = reason === 'not on GitHub yet';
	return {
		state,
		text,
		replyUrl: written?.url ?? lastReply(now, viewer)?.comment.url ?? null,
		isResolved: now.isResolved || steps.some(({kind, state}) => kind === 'resolve' && state === 'done'),
		isClosed: plan.closing.isClosed === true,
		reason: acts.left?.reason ?? (missed?.reason || reason),
		isOpen: notYet || acts.left?.kind === 'open' || (missed !== undefined && isLeftToPerson(missed)),
	};
}
