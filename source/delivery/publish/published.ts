import type {ClosingState} from '../../review/closing/close-thread.ts';
import {type OpenCode, open, type StaysOpen} from '../../review/closing/stays-open.ts';
import {type FindingClosing, shownText} from '../../review/closing/summary-comment.ts';
import {hasOwnWords, lastReply, type ThreadNow} from '../../review/closing/thread-now.ts';
import type {ThreadActs, ThreadPlan, Told} from '../../review/closing/thread-plan.ts';
import type {PullRequest} from '../../review/comment.ts';
import type {Finding} from '../../review/finding.ts';
import {hashBody} from '../../review/identity.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import {countWrites, noWrites, type WriteCounts} from '../../worktree/run-effects.ts';
import type {RepliesWith} from '../steps/step.ts';
import type {PlannedSummary} from '../steps/summary.ts';
import {type HostStep, isThreadStep, subjectOf, type ThreadStep} from '../steps/table.ts';
import {newComment, notInSummary, resolvedMeanwhile} from '../steps/thread.ts';

/** What came of publishing. */
export type Publication = {
	/** By the id of the review thread. */
	threads: ReadonlyMap<string, PublishedThread>;
	/** What findings without a thread hear; null without replies. */
	summary: PublishedSummary | null;
	/** Writes that would be done, or are still to be done. */
	planned: WriteCounts;
	/** How many replies would be written; null unless that is what is shown. */
	repliesWith: RepliesWith | null;
};

export type PublishedSummary = {
	/** By the id of the finding. */
	findings: ReadonlyMap<string, PublishedThread>;
	/** What the comment shows, or would show; null if it stays as it is. */
	text: string | null;
	/** Its address; null if there is none. */
	url: string | null;
};

/** What a thread heard, or a finding without one. */
export type PublishedThread = {
	state: ClosingState;
	/** What it was told, or would be; null if there is nothing to say. */
	text: string | null;
	/** Where it is told. */
	told: Told;
	/** Address of that; null if it is not there. */
	replyUrl: string | null;
	isResolved: boolean;
	/** Whether all that it asks for is done. */
	isClosed: boolean;
	/** Why it stays open, or something that was wanted was not done; empty if neither. */
	reason: string;
	/** The same for programs; null if it is resolved. */
	code: OpenCode | null;
	/** Whether a person has to look at it. */
	isOpen: boolean;
	/** What became of the reply that a person wrote for it; null without one. */
	ownWords: 'sent' | 'kept' | null;
};

/** What is to be said. */
export type PlannedWords = {
	threads: readonly PlannedThread[];
	/** Ids of threads that findings were read from and that no longer exist. */
	deleted: readonly string[];
	summary: SummaryPlan | null;
	/** What is written to the pull request as a whole. */
	others: readonly HostStep[];
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

export const nothingPublished: Publication = {threads: new Map(), summary: null, planned: noWrites, repliesWith: null};

/** @param viewer login of the token's account */
export function publishedBy(
	{threads: planned, deleted, summary}: Omit<PlannedWords, 'others'>,
	steps: readonly HostStep[],
	viewer: string,
): Publication {
	const byThread = Map.groupBy(steps.filter(isThreadStep), ({result}) => result.thread);
	const comment = steps.find(({kind}) => kind === 'comment');
	const said = summary && describeSummary(summary, comment);
	const describe = (thread: PlannedThread): PublishedThread => {
		const told = describeThread(thread, byThread.get(thread.now.id) ?? [], viewer);
		if (told.told === 'reply') return told;
		const isLeft = !told.isResolved && comment !== undefined && isMissed(comment) && isLeftToPerson(comment);
		return {...told, replyUrl: said?.url ?? null, isOpen: told.isOpen || isLeft};
	};
	return {
		threads: new Map([
			...planned.map(thread => [thread.now.id, describe(thread)] as const),
			...deleted.map(thread => [thread, {...unwritten, ...open.deleted}] as const),
		]),
		summary: said,
		planned: countWrites(steps.filter(isOpenStep)),
		repliesWith: null,
	};
}

const isMissed = ({state}: HostStep) => state === 'skipped' || state === 'failed';

/** Whether a step ended so that a person has to look at its thread, or at the comments that it is about. */
export function isLeftToPerson(step: HostStep): boolean {
	const isFailed = step.state === 'failed' && subjectOf(step).kind !== 'standing';
	return isFailed || [newComment, notInSummary, open.edited.reason].includes(step.reason);
}

function describeThread(
	{now, plan, acts}: PlannedThread,
	steps: readonly ThreadStep[],
	viewer: string,
): PublishedThread {
	const {state, text} = plan.closing;
	const missed = steps.find(isMissed);
	const reply = steps.find(({kind}) => kind === 'reply');
	const isDone = (wanted: ThreadStep['kind']) => steps.some(({kind, state}) => kind === wanted && state === 'done');
	const isResolved =
		(now.isResolved && !isDone('unresolve')) || isDone('resolve') || missed?.reason === resolvedMeanwhile;
	const why = missed ? becauseOf(missed) : (acts.open ?? open.notWritten);
	const isGone = acts.open?.code === 'gone';
	return {
		...(isGone ? {state: 'gone', text: acts.row?.text ?? shownReply(reply)} : {state, text}),
		...ownWordsTold(plan.ownWords, reply, now, viewer),
		told: acts.told,
		replyUrl: reply?.result.written?.url ?? lastReply(now, viewer)?.comment.url ?? null,
		isResolved,
		isClosed: plan.closing.isClosed === true,
		...(isResolved ? {reason: missed?.reason ?? '', code: null} : why),
		isOpen:
			acts.open?.code === 'not-pushed' ||
			acts.open?.code === 'comment-edited' ||
			acts.open?.code === 'new-comment' ||
			(missed !== undefined && isLeftToPerson(missed)),
	};
}

/** What a person wrote is what the thread hears. */
function ownWordsTold(own: string | null, reply: ThreadStep | undefined, now: ThreadNow, viewer: string) {
	if (own === null) return {ownWords: null};
	const isSent = reply ? reply.state === 'done' : hasOwnWords(now, hashBody(own), viewer);
	return {text: reply ? own : null, ownWords: isSent ? ('sent' as const) : ('kept' as const)};
}

const shownReply = (step: ThreadStep | undefined) => step?.result.body?.split('\n', 1)[0] ?? null;

/** What threads come to if nothing is written in any of them. @param why why those that are not resolved stay open */
export function noneWritten(
	findings: readonly Finding[],
	{reviewThreads}: Pick<PullRequest, 'reviewThreads'>,
	why: StaysOpen,
): Publication {
	const resolved = new Set(reviewThreads.filter(({isResolved}) => isResolved).map(({id}) => id));
	const ids = findings.flatMap(({source, alsoTold}) => [source, ...alsoTold].flatMap(({threadId}) => threadId ?? []));
	const left = {...unwritten, ...why, isOpen: why.code === 'stopped'};
	const threads = ids.map(id => [id, resolved.has(id) ? resolvedBefore : left] as const);
	return {...nothingPublished, threads: new Map(threads)};
}

/** A thread in which nothing is written. */
const unwritten = {
	...({state: 'none', text: null, told: 'reply', replyUrl: null} as const),
	...{isResolved: false, isClosed: false, isOpen: false, ownWords: null},
};

/** Whether a run has come to the threads that it was to answer. */
export const isReached = ({threads}: Publication) => [...threads.values()].every(({code}) => code !== 'stopped');

const resolvedBefore = {...unwritten, isResolved: true, code: null, reason: ''};

/** Why a step was not taken. */
function becauseOf({reason}: HostStep): StaysOpen {
	const known = [open.edited, open.deleted, open.gone].find(one => one.reason === reason);
	if (known) return known;
	return {code: reason === newComment ? 'new-comment' : reason === notInSummary ? 'comment-edited' : 'refused', reason};
}

function describeSummary({closings, url: before}: SummaryPlan, step: HostStep | undefined): PublishedSummary {
	const missed = step && isMissed(step) ? step : undefined;
	const url = step?.result.written?.url ?? before;
	const findings = closings.map(({finding, closing: {state, text, open: why}}): [string, PublishedThread] => [
		finding,
		{
			...unwritten,
			...{state, text, told: 'summary', replyUrl: text === null ? null : url},
			...((text !== null ? missed && becauseOf(missed) : why) ?? open.noThread),
			isOpen: why?.code === 'not-pushed' || (text !== null && missed !== undefined && isLeftToPerson(missed)),
		},
	]);
	const body = step?.result.body ?? null;
	return {
		findings: new Map(findings),
		text: body === null ? null : shownText(body),
		url,
	};
}

/**
 * Why threads that were to be answered stay open, if the steps ended before them; null if they did not.
 * @param before what was published before the steps
 */
export function unreachedThreads(
	{findings, pullRequest}: {findings: readonly Finding[]; pullRequest: Pick<PullRequest, 'reviewThreads'>},
	{published, stops}: {published: Publication | null; stops: readonly {step: keyof typeof places}[]},
	before: Publication | null,
): Publication | null {
	if (published !== null && published !== before) return null;
	const stop = stops.at(-1);
	const reason = stop ? `the run stopped ${places[stop.step]}` : 'the run stopped before';
	return noneWritten(findings, pullRequest, {code: 'stopped', reason});
}

const places = {
	verify: 'at the verification',
	commit: 'at the commit',
	push: 'at the push',
	publish: 'before the threads were read',
} as const;
