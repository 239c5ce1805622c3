import {isDeepStrictEqual} from 'node:util';
import type {Publisher, Standing} from '../../code-host/publisher.ts';
import {isMasked} from '../../llm/mask/mask.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Proposal} from '../../resolve/proposal.ts';
import {wordsKey} from '../../review/answers.ts';
import type {Committed, Verified} from '../../review/closing/fate.ts';
import {ownSummary} from '../../review/closing/summary-comment.ts';
import {actsIn} from '../../review/closing/thread-acts.ts';
import {type ThreadCommentNow, type ThreadNow, withoutReplies} from '../../review/closing/thread-now.ts';
import type {Told, Wishes} from '../../review/closing/thread-plan.ts';
import {rowsOfThreads, threadRows} from '../../review/closing/thread-rows.ts';
import type {PullRequest} from '../../review/comment.ts';
import {isPersonsEdit} from '../../review/finding.ts';
import {hashBody} from '../../review/identity.ts';
import {lastWords} from '../../review/remembered.ts';
import {lastWordsOf} from '../../run/decisions/answers.ts';
import {personsWords} from '../../run/decisions/earlier.ts';
import {changeOutcomes} from '../../run/report/outcome.ts';
import type {RunState} from '../../run/state.ts';
import type {RepliesWith} from '../steps/step.ts';
import {summaryStep, toldThread} from '../steps/summary.ts';
import {type HostStep, type PublishRequest, stepOf, stepsOnPull} from '../steps/table.ts';
import {commentsSince} from '../steps/thread.ts';
import {hasPassed} from '../verify/verification.ts';
import {afterPush} from './after-push.ts';
import {fateFindings} from './fates.ts';
import type {OnHead} from './on-head.ts';
import {planSummary} from './plan-summary.ts';
import {planThreads} from './plan-threads.ts';
import {threadsObstacle} from './publish-stops.ts';
import {type PlannedThread, type PlannedWords, publishedBy} from './published.ts';
import type {ThreadsRead} from './read-threads.ts';

/** What is to be written, with what writes it. */
export type PreparedWrites = {
	publisher: Publisher;
	pullRequest: PullRequest;
	standing: Standing;
	/** Login of the token's account. */
	viewer: string;
	words: PlannedWords;
	/** The same for a run with this id. */
	planFor: (run: string) => PlannedWords;
	/** How many replies either value of the setting makes; null if none were asked for. */
	countReplies: () => RepliesWith | null;
	/** The changes that commits of ours have in other lines than their comments show, by the id of the change. */
	rewritten: ReadonlyMap<string, Committed>;
};

/** What the next push puts on the head. */
export type Leaving = {
	proposals: ReadonlySet<Proposal>;
	/** What a text says in place of the commit that is still to be made. */
	commit: string;
	/** Whether it names the lines that a moved change is on now; they can be others in the commit. */
	namesLines: boolean;
};

/** Plans the writes for a run. @param leaving null if everything is pushed */
export function planWrites(
	{publisher, pullRequest, standing, now, accounts, comments, onHead, resolved, gone, ...said}: ThreadsRead,
	request: PublishRequest,
	{state, leaving, run}: {state: RunState; leaving: Leaving | null; run: string},
): PreparedWrites {
	const {agentReasons = true} = request;
	const told = agentReasons ? said.decisions : said.decisions.map(withoutAgentsReason);
	const fated = fateFindings(state, told, leaving ? withLeaving(onHead, leaving) : onHead, onHead.fixes);
	const verified = verifiedBy(state, standing, leaving !== null);
	const wishes: Wishes = {...request, resolve: request.resolveThreads};
	const own = ownSummary(comments ?? [], standing.viewer);
	const rows = threadRows(now, own?.summary ?? null, standing.viewer);
	const {viewer} = standing;
	const published = new Set([...standing.commits, standing.head.oid]);
	const isPublished = (oid: string) => published.has(oid);
	const isOurs = (thread: ThreadNow) => {
		const step = resolved.get(thread.id);
		return step !== undefined && commentsSince(step, thread, viewer).length === 0;
	};
	const read = new Set(pullRequest.reviewThreads.flatMap(thread => thread.comments).map(wordsKey));
	const wasRead = (comment: ThreadCommentNow) => read.has(wordsKey(comment));
	const isGone = ({id}: ThreadNow) => gone.has(id);
	const isSurpassed = ({id}: ThreadNow) => onHead.surpassed.has(id);
	const rowOf = ({id}: ThreadNow) => rows.get(id) ?? null;
	const world = {viewer, isPublished, isOurs, rowOf, isGone, isSurpassed, accounts, wasRead};
	const {decisions, takenUp, answers} = said;
	const proposals = (state.plan?.rulings ?? []).map(({proposal}) => proposal);
	const words = {
		persons: personsWords(proposals, decisions, takenUp),
		onHost: lastWords(answers.words.onHost),
		standing: lastWordsOf(answers),
	};
	const planWith = (id: string, {replies}: Pick<Wishes, 'replies'>): PlannedWords => {
		const plans = planThreads(fated, id, verified, words, request.ownWords ?? []);
		const planThread = (thread: ThreadNow, own: Wishes): PlannedThread[] => {
			const plan = plans.get(thread.id);
			return plan ? [{now: thread, plan, acts: actsIn(thread, plan, own, world)}] : [];
		};
		const wanted = now.flatMap(thread => planThread(thread, {...wishes, replies}));
		const inThreads = rowsOfThreads(now, new Map(wanted.map(one => [one.now.id, one])), {rows, isPublished});
		const isSummarized = request.reply && (comments !== null || replies === 'needed');
		const summary = isSummarized
			? planSummary(fated, id, verified, {pullRequest, own, threads: now, inThreads, isPublished, words})
			: null;
		// What the comment has no room for gets a reply of its own.
		const threads = wanted.flatMap(one =>
			summary?.crowded.has(one.now.id) ? planThread(one.now, {...wishes, replies: 'all'}) : [one],
		);
		const there = new Set(now.map(({id}) => id));
		const deleted = [...plans].filter(([thread]) => !there.has(thread)).map(([thread]) => thread);
		return {
			threads,
			deleted,
			summary,
			others: stepsOnPull(request, {standing, threads: threadsAhead(now, threads, viewer)}),
		};
	};
	const rewritten = new Map(fated.flatMap(finding => [...finding.rewritten]));
	const planFor = (id: string) => planWith(id, request);
	const countReplies = () =>
		request.reply
			? {all: repliesIn(planWith(run, {replies: 'all'})), needed: repliesIn(planWith(run, {replies: 'needed'}))}
			: null;
	return {publisher, pullRequest, standing, viewer, words: planFor(run), planFor, countReplies, rewritten};
}

const withoutAgentsReason = (decision: Decision): Decision =>
	decision.by === 'agent' ? {...decision, reason: null} : decision;

const repliesIn = ({threads}: PlannedWords): number =>
	threads.filter(({acts}) => acts.acts.some(({kind}) => kind === 'reply' || kind === 'edit')).length;

/** The writes for what is to be said: what is said in threads, the summary, the threads that it tells, and the others. */
export function plannedSteps(
	{threads, summary, others}: PlannedWords,
	{viewer, standing}: Pick<PreparedWrites, 'viewer' | 'standing'>,
): HostStep[] {
	const heard = threads.map(({now, plan, acts}) => {
		const people = withoutReplies(now, viewer).filter(({author}) => author?.isBot !== true);
		const said = people.map(({id, body}) => [id, hashBody(body)] as const);
		return {now, plan: {...plan, read: new Map([...said, ...plan.read])}, acts, told: acts.told};
	});
	const stepsOf = (by: Told) =>
		heard
			.filter(({told}) => told === by)
			.flatMap(({acts, ...thread}) => acts.acts.map(act => stepOf(act, thread, viewer)));
	const told = heard.flatMap(one => (one.acts.row !== null && one.acts.open === null ? [toldThread(one, viewer)] : []));
	const comment = summary?.planned ? [summaryStep(summary.planned, standing.id, told)] : [];
	return [...stepsOf('reply'), ...comment, ...stepsOf('summary'), ...others];
}

/** The changes that a run applies, as far as is known. */
export const appliedIn = (state: RunState): ReadonlySet<Proposal> =>
	new Set(
		[...changeOutcomes(state)].flatMap(([{proposal}, {outcome}]) =>
			outcome === 'applied' || outcome === 'planned' ? [proposal] : [],
		),
	);

/** The head as it will be after a push. */
const withLeaving = (onHead: OnHead, {proposals, commit, namesLines}: Leaving): OnHead => ({
	...onHead,
	change(proposal) {
		if (!proposals.has(proposal)) return onHead.change(proposal);
		const {change, placement} = proposal;
		const moved = namesLines && placement.kind === 'moved' ? {start: placement.start, end: placement.end} : null;
		const kind = isPersonsEdit(change) ? 'edited' : 'fixed';
		return {kind, commit, moved, model: change.model?.model ?? null};
	},
});

/** The user's command, and whether it passed with exactly what is on the head, or will be. */
function verifiedBy({verification, committed}: RunState, {head}: Standing, isLeaving: boolean): Verified | null {
	if (!verification) return null;
	const isHead = isLeaving || committed?.commits.at(-1)?.oid === head.oid;
	const {command, tree, otherFiles} = verification;
	const isExact = tree === 'clean' && otherFiles.length === 0 && (committed?.left ?? []).length === 0;
	const passes = isHead && isExact && hasPassed(verification);
	return {command: isMasked(command) ? null : command, passes, isExact};
}

/**
 * Whether the pull request still has the head that the writes were planned for, waits for reviews of the same people, and can
 * be written to: reading takes time, and so may the turn to write.
 * @throws {Failure}
 */
export async function standsStill({publisher, standing}: PreparedWrites, {pushed}: RunState): Promise<boolean> {
	await publisher.ready();
	const now = afterPush(await publisher.standing(), pushed);
	const isWaiting = isDeepStrictEqual(now.changesRequestedBy, standing.changesRequestedBy);
	return now.head.oid === standing.head.oid && isWaiting && threadsObstacle(now) === null;
}

/** All threads, as they are once what is planned is written. */
function threadsAhead(now: readonly ThreadNow[], planned: readonly PlannedThread[], viewer: string) {
	const {threads} = publishedBy({threads: planned, deleted: [], summary: null}, [], viewer);
	const findings = new Map(planned.map(({now: {id}, plan}) => [id, plan.findings]));
	return now.map(thread => {
		const told = threads.get(thread.id);
		const isDone = thread.isResolved || (told !== undefined && !told.isOpen && told.isClosed);
		return {now: thread, isDone, findings: findings.get(thread.id) ?? []};
	});
}
