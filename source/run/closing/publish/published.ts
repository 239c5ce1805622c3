import type {ClosingState} from '../../../review/closing/close-thread.ts';
import {shownText} from '../../../review/closing/summary-comment.ts';
import type {FindingClosing} from '../../../review/closing/summary-rows.ts';
import {
	commentEdited,
	lastReply,
	type ThreadActs,
	type ThreadNow,
	type ThreadPlan,
} from '../../../review/closing/thread-acts.ts';
import type {HostStep} from './host-steps.ts';
import {isThreadStep, newComment, type ThreadStep} from './publish-steps.ts';
import type {WaitingReviewer} from './request-step.ts';
import type {PlannedSummary} from './summary-step.ts';

/** What came of publishing. */
export type Publication = {
	/** By the id of the review thread. */
	threads: ReadonlyMap<string, PublishedThread>;
	/** What findings without a thread hear; null without replies. */
	summary: PublishedSummary | null;
	/** Writes that took effect. */
	replies: number;
	resolved: number;
	reactions: number;
	/** 1 if the summary comment was written or edited. */
	comments: number;
	/** People who were asked for another review. */
	requested: number;
	/** Writes that are still to be done, or whose response was lost: `apply --continue` finishes them. */
	pending: number;
	/** The same by kind. */
	planned: PlannedWrites;
};

export type PlannedWrites = {replies: number; resolved: number; reactions: number; comments: number; requested: number};

export type PublishedSummary = {
	/** By the id of the finding. */
	findings: ReadonlyMap<string, PublishedFinding>;
	/** What the comment shows, or would show; null if it stays as it is. */
	text: string | null;
	/** Its address; null if there is none. */
	url: string | null;
};

/** A finding without a thread: as in `PublishedThread`. */
export type PublishedFinding = Pick<PublishedThread, 'state' | 'text' | 'reason' | 'isOpen'>;

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

/** What is to be said. */
export type PlannedWords = {
	threads: readonly PlannedThread[];
	summary: SummaryPlan | null;
	/** None if no request was asked for. */
	reviewers: readonly WaitingReviewer[];
};

/** What is said of findings that no thread hears of. */
export type SummaryPlan = {
	closings: readonly FindingClosing[];
	/** Null if the comment says the same already, or there is nothing to say. */
	planned: PlannedSummary | null;
	/** Address of our comment; null if there is none. */
	url: string | null;
};

export type PlannedThread = {now: ThreadNow; plan: ThreadPlan; acts: ThreadActs};

const noWrites: PlannedWrites = {replies: 0, resolved: 0, reactions: 0, comments: 0, requested: 0};

export const nothingPublished: Publication = {
	...{threads: new Map(), summary: null},
	...{...noWrites, pending: 0, planned: noWrites},
};

/** @param viewer login of the token's account */
export function publishedBy(
	{threads: planned, summary}: Omit<PlannedWords, 'reviewers'>,
	steps: readonly HostStep[],
	viewer: string,
): Publication {
	const byThread = Map.groupBy(steps.filter(isThreadStep), ({result}) => result.thread);
	const open = steps.filter(({state}) => state === 'intended' || state === 'unknown');
	const countOf = (among: readonly HostStep[]) => {
		const countAll = (wanted: HostStep['kind']) => among.filter(({kind}) => kind === wanted).length;
		return {
			replies: countAll('reply'),
			resolved: countAll('resolve'),
			reactions: countAll('react'),
			comments: countAll('comment'),
			requested: countAll('request'),
		};
	};
	return {
		threads: new Map(
			planned.map(thread => [thread.now.id, describeThread(thread, byThread.get(thread.now.id) ?? [], viewer)]),
		),
		summary:
			summary &&
			describeSummary(
				summary,
				steps.find(({kind}) => kind === 'comment'),
			),
		...countOf(steps.filter(({state}) => state === 'done')),
		pending: open.length,
		planned: countOf(open),
	};
}

/** Whether a step ended so that a person has to look at its thread, or at the comments that it is about. */
export const isLeftToPerson = ({kind, state, reason}: HostStep) =>
	(kind !== 'request' && state === 'failed') || reason === newComment || reason === commentEdited;

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

function describeSummary({closings, url}: SummaryPlan, step: HostStep | undefined): PublishedSummary {
	const missed = step?.state === 'skipped' || step?.state === 'failed' ? step : undefined;
	const findings = closings.map(({finding, closing: {state, text, reason}}): [string, PublishedFinding] => [
		finding,
		{
			state,
			text,
			reason: (text !== null && missed?.reason) || reason,
			isOpen: reason === 'not on GitHub yet' || (text !== null && missed !== undefined && isLeftToPerson(missed)),
		},
	]);
	const body = step?.result.body ?? null;
	return {
		findings: new Map(findings),
		text: body === null ? null : shownText(body),
		url: step?.result.written?.url ?? url,
	};
}
