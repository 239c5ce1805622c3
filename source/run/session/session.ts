import type {Prompts} from '../../delivery/prompts.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {OwnWords} from '../../review/closing/thread-plan.ts';
import type {Finding} from '../../review/finding.ts';
import {hasTree, type Repository} from '../../worktree/repository.ts';
import {type AnalyzeRequest, readGround} from '../analyze.ts';
import {askable, isForModel, withAnswers} from '../asking/askable.ts';
import type {Inquiry} from '../asking/asker.ts';
import type {WaitForCircuit} from '../asking/circuit-wait.ts';
import {argumentNaming, targetOfPullRequest} from '../code-host.ts';
import type {Context} from '../context.ts';
import {lastWordsOf} from '../decisions/answers.ts';
import {applyDecisions, filesForDecisions, undecided} from '../decisions/apply-decisions.ts';
import {readDecisions} from '../decisions/decisions-file.ts';
import {isAtRest, unfitReconsider} from '../decisions/earlier.ts';
import {type Marked, type MarkRequest, markFinding} from '../decisions/mark.ts';
import {rememberDecisions} from '../decisions/remember.ts';
import type {RunEvent} from '../events.ts';
import {refuseContradictoryDecisions, ruleOn} from '../plan/plan-of.ts';
import type {PullRequestSource} from '../pull-request/load.ts';
import {openKept} from '../records/kept-file.ts';
import {keepReplies, openReplies, unsentReplies} from '../records/kept-replies.ts';
import {undo} from '../undo/undo.ts';
import {openWorktree} from '../worktree.ts';
import {decisionsForm, filterForm, keepDecisions, type StoredDecisions, takeDecisions} from './kept-work.ts';
import {type OutsideLook, openNews, settling} from './outside.ts';
import type {Continuity} from './own-runs.ts';
import {
	type AskResult,
	type Only,
	type Planned,
	placeOpen,
	planOpen,
	type SessionStanding,
	type UndoResult,
	withWordsOfToday,
} from './planned.ts';
import type {SessionDelivery} from './session-delivery.ts';
import {sessionInWorktree} from './session-in-worktree.ts';
import {recallSettled, settledBy} from './settled.ts';

/** A pull request that is read once, on which you decide, apply and undo as often as you like. */
export type Session = SessionStanding & {
	/** What reads this pull request again; the branch may lead to another one by then. */
	source: PullRequestSource;
	/** The valid decisions of the decisions file; no plan has used them yet. */
	decisions: readonly Decision[];
	/** Decisions of an earlier session that were not written; null if there are none. */
	kept: StoredDecisions | null;
	/** Saves exactly these decisions for the next session. @throws {Failure} `decisions-unwritable` */
	keep(decisions: readonly Decision[]): Promise<void>;
	/** What a person wrote for threads, here or in an earlier session, and that is not sent yet. */
	keptReplies: readonly OwnWords[];
	/** Saves exactly these for the next session. @throws {Failure} `replies-unwritable` */
	keepReplies(replies: readonly OwnWords[]): Promise<void>;
	/** The filter of an earlier session; empty if there is none. */
	keptFilter: string;
	/** Saves the filter for the next session. @throws {Failure} `filter-unwritable` */
	keepFilter(filter: string): Promise<void>;
	/**
	 * Plans again, for the current files, with exactly these decisions.
	 * @param only ids of the findings whose changes are to be written; the others stay planned. Null: all
	 * @param picked as `picked` of a policy. Default: none
	 */
	plan(
		decisions: readonly Decision[],
		only: Only,
		signal: AbortSignal,
		picked?: Policy['picked'],
	): AsyncGenerator<RunEvent, Planned>;
	/** Keeps what a person or an agent says of a finding; later plans have it. @throws {Failure} as `markFinding` */
	mark(finding: Finding, request: MarkRequest): Promise<Marked>;
	/** Reads again what was decided and marked elsewhere in this folder. Resolves to whether later plans differ. */
	recall(): Promise<boolean>;
	/** Writes a plan. @param prompts asks before it is written to another branch or commit; null: nobody does @throws {Failure} as `apply` */
	apply(planned: Planned, prompts: Prompts | null, signal: AbortSignal): AsyncGenerator<RunEvent, SessionStanding>;
	/** Absolute path of a file of the working tree. @throws {Failure} `not-openable` if it must not be opened */
	locate(path: string): Promise<string>;
	/** Reads the files again, which an editor may have changed. */
	look(): Promise<SessionStanding>;
	/** What has changed elsewhere since it was read. @param asksHost whether for the pull request too, which is a request */
	outside(asksHost: boolean, signal: AbortSignal): Promise<OutsideLook>;
	/** Undoes a run of this working tree. @throws {Failure} as `undo` */
	undo(run: string, signal: AbortSignal): Promise<UndoResult>;
	/** The steps after writing. */
	delivery: SessionDelivery;
	/** What would be sent about all findings, if that was requested and needs a confirmation; otherwise null. */
	inquiry: Inquiry | null;
	/** Null if no model is on. */
	model: {
		/** What would be sent about a finding, by its id. @throws as the asker's `inquire` */
		inquire: (finding: string) => Promise<Inquiry>;
		/**
		 * Asks about a finding, by its id, or about all (null). Later plans use the answers.
		 * @throws as the asker's `ask`; then nothing has changed
		 */
		ask: (
			finding: string | null,
			waitForCircuit: WaitForCircuit,
			signal: AbortSignal,
		) => AsyncGenerator<RunEvent, AskResult>;
	} | null;
};

/**
 * Reads the pull request and places its changes. Emits findings as they arrive.
 * @param continuity `asker` asks about all findings for a model if the request names one and the user agrees, otherwise
 * about those that the user picks; its earlier answers stay valid for unchanged comments and lines
 * @param opened what to read in; null: the working tree of the context
 * @throws {Failure} as `analyze`
 */
export async function* openSession(
	request: AnalyzeRequest,
	policy: Policy,
	{asker, consent, waitForCircuit, own}: Continuity,
	context: Context,
	opened: Repository | null = null,
): AsyncGenerator<RunEvent, Session> {
	const {decisionsFile, reconsider = null} = request;
	const given = decisionsFile === null ? [] : await readDecisions(decisionsFile, context.cwd);
	const repository = opened ?? (await openWorktree(context));
	const read = yield* readGround(
		request,
		{
			isForModel: asker !== null,
			isShown: true,
			repository,
			further: [
				...filesForDecisions(given),
				...own.all().flatMap(({files}) => files.map(path => ({path, commits: []}))),
			],
		},
		context,
	);
	// A session in a working tree does not load what one on the host needs.
	const site = hasTree(repository)
		? sessionInWorktree(repository, {policy, own}, context)
		: (await import('./session-on-host.ts')).sessionOnHost({policy, own}, context);
	await site.lookAtRuns(read.repository);
	const store = openKept(decisionsForm, repository.records, read.pullRequest, context);
	const filters = openKept(filterForm, repository.records, read.pullRequest, context);
	const replies = openReplies(repository.records, read.pullRequest, context);
	const before = new Set(own.all().map(({id}) => id));
	const settled = recallSettled(read.findings, settledBy(own.all()));
	const known = asker ? await asker.recall(settled, read) : settled;
	const isAsked = asker !== null && request.model !== null;
	const words = lastWordsOf(read.answers);
	const open = undecided(known, given).filter(finding => !isAtRest(finding, words, reconsider));
	const asked = isAsked && consent === 'given' ? yield* asker.ask(open, read, context.signal, waitForCircuit) : [];
	const findings = withAnswers(known, asked);
	const inquiry = isAsked && consent === 'open' ? await asker.inquire(open, read) : null;
	// Edits by decisions belong to a plan, not to the ground of all plans.
	let ground = await placeOpen({...read, findings, decisions: []}, own, context.signal);
	yield {type: 'proposals', findings, proposals: ground.proposals};
	const {findings: edited, decisions, warnings} = applyDecisions(findings, given);
	if (decisions.length > 0) {
		const placed = await placeOpen({...read, findings: edited, decisions}, own, context.signal);
		refuseContradictoryDecisions(ruleOn(placed, policy, decisions), decisions, policy);
	}
	for (const warning of [...warnings, ...unfitReconsider(reconsider, findings, words)])
		yield {type: 'warning', warning};

	const standing = (): SessionStanding => ({runs: own.all()});

	/** After files were changed. */
	async function look(signal: AbortSignal): Promise<SessionStanding> {
		try {
			ground = {...ground, ...(await site.lookAgain(ground, signal))};
		} finally {
			// What was written is settled even if the files could not be read.
			ground = await placeOpen(ground, own, null);
		}
		return standing();
	}

	async function recall(): Promise<boolean> {
		const before = ground;
		ground = await withWordsOfToday(ground, own, context);
		return ground !== before;
	}

	const toAsk = (id: string | null) =>
		id === null
			? undecided(ground.findings, given).filter(
					finding => isForModel(finding) && !isAtRest(finding, words, reconsider),
				)
			: ground.findings.filter(one => one.id === id).map(askable);

	const target = targetOfPullRequest(read.pullRequest);
	const news = openNews(read.pullRequest, repository, context);
	return {
		source: target ? argumentNaming(target) : request.source,
		decisions,
		kept: await takeDecisions(store),
		keep: wanted => keepDecisions(store, {at: context.now(), decisions: wanted}, ground.findings),
		keptReplies: await unsentReplies({...read, repository}, replies, context),
		keepReplies: own => keepReplies(replies, own),
		keptFilter: (await filters.take())?.filter ?? '',
		keepFilter: filter => (filter === '' ? filters.drop() : filters.keep({filter})),
		...standing(),
		plan: (wanted, only, signal, picked = null) =>
			planOpen({...ground, only}, wanted, {policy: {...policy, picked}, reconsider}, own, signal),
		async mark(finding, request) {
			const marked = await markFinding(finding, request, ground, context);
			await recall();
			return marked;
		},
		recall,
		async *apply(planned, prompts, signal) {
			yield* rememberDecisions(planned, false, context);
			yield* site.write(planned, prompts, signal);
			return look(signal);
		},
		outside: async (asksHost, signal) => ({
			...(await site.outside(ground, signal)),
			news: asksHost ? await news.ask(signal) : null,
		}),
		async undo(run, signal) {
			const report = await undo(run, {repo: null, publish: false, prompts: null}, {...context, signal});
			if (report.commits?.outcome === 'undone') await site.stand(signal);
			if (!before.has(run)) return {report, standing: await look(signal)};
			// This session read the files after that run, so it does not know their earlier state.
			await site.lookAtRuns(ground.repository);
			return {report, standing: null};
		},
		locate: site.locate,
		look: () => look(context.signal),
		delivery: settling(news, site.delivery(look)),
		inquiry: inquiry && inquiry.questions > 0 ? inquiry : null,
		model: asker && {
			inquire: finding => asker.inquire(toAsk(finding), ground),
			async *ask(finding, wait, signal) {
				const asked = yield* asker.ask(toAsk(finding), ground, signal, wait);
				ground = await placeOpen({...ground, findings: withAnswers(ground.findings, asked)}, own, signal);
				return {findings: asked, ...standing()};
			},
		},
	};
}
