import {changeIdOf} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import {place} from '../../run/analyze.ts';
import {countIn, planEdits, summaryOf} from '../../run/apply.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {inCommit} from '../../run/files/files-today.ts';
import type {FilesRead} from '../../run/files/read-files.ts';
import {lookAgain, type Snapshot} from '../../run/files/snapshot.ts';
import {planOf} from '../../run/plan/plan-of.ts';
import {recordTargetOf} from '../../run/records/journal.ts';
import type {LeftEdit} from '../../worktree/commit/gather.ts';
import {openHistory} from '../../worktree/history.ts';
import {runFileOf} from '../../worktree/images.ts';
import {openJournal} from '../../worktree/journal.ts';
import {gitOf} from '../../worktree/repository.ts';
import {keepingRecord, underLock} from '../../worktree/transaction.ts';
import type {HostRepository} from '../follow-head.ts';
import type {MadePlan} from '../place.ts';
import type {DeliveryRequest} from '../request.ts';
import type {PublicationStep} from '../steps/table.ts';

/** A plan for the head of a pull request, which may move before the plan is committed. */
export type HeadPlan = MadePlan<HostRepository>;

/** Places the same changes on the head that the repository is at now, and plans again. */
export async function* planAgain(
	{analysis}: HeadPlan,
	repository: HostRepository,
	policy: Policy,
	context: Context,
): AsyncGenerator<RunEvent, HeadPlan> {
	const files = await lookAtHead(analysis.snapshot, repository, context);
	const placed = await place({...analysis, ...files}, undefined, context.signal);
	yield {type: 'proposals', findings: placed.findings, proposals: placed.proposals};
	const {plan, syntax, warnings} = await planOf(placed, policy, context.signal);
	for (const warning of warnings) yield {type: 'warning', warning};
	yield {type: 'plan', plan, syntax};
	return {analysis: placed, plan};
}

/** The plan as if nobody had decided on these changes. @param changes by id */
export function undecided({analysis, plan}: HeadPlan, changes: ReadonlyMap<string, unknown>): HeadPlan {
	const named = analysis.proposals.map(({change, aliases}) => [change.id, ...aliases]);
	const over = new Set(named.filter(ids => ids.some(id => changes.has(id))).flat());
	const decisions = analysis.decisions.filter(decision => !over.has(changeIdOf(decision) ?? ''));
	return {analysis: {...analysis, decisions}, plan};
}

/** The same files as the head has them that the repository is at now. */
export async function lookAtHead(
	before: Snapshot,
	repository: HostRepository,
	context: Context,
): Promise<FilesRead<HostRepository>> {
	const git = gitOf(repository, {...context, offline: true});
	const history = openHistory(git, repository);
	try {
		const readToday = await inCommit(git, history, repository.head, [...before.files.keys()]);
		return {repository, snapshot: await lookAgain(before, readToday), readToday};
	} finally {
		history.close();
	}
}

/** Edits that are in no commit: `stale` no longer fit the branch, the commits of `failed` were not made. */
export type MissingEdits = {stale: readonly LeftEdit[]; failed: readonly LeftEdit[]};

/** The plan as the commits have it: without a working tree, what is in none of them is nowhere. */
export function withoutMissing({analysis, plan}: HeadPlan, {stale, failed}: MissingEdits): HeadPlan {
	const reasons = new Map(
		[...withOutcome('failed', failed), ...withOutcome('stale', stale)].map(({change, ...end}) => [change, end]),
	);
	const rulings = plan.rulings.map(ruling => {
		const end = ruling.outcome === 'apply' ? reasons.get(ruling.proposal.change.id) : undefined;
		return end ? {...ruling, ...end} : ruling;
	});
	return {analysis, plan: {...plan, rulings}};
}

const withOutcome = <Outcome extends 'failed' | 'stale'>(outcome: Outcome, edits: readonly LeftEdit[]) =>
	edits.flatMap(({changes, reason}) => changes.map(change => ({change, outcome, reason})));

/** What is written once the plan is on the host. @param runId null if there was nothing to commit */
export const writtenPlan = ({analysis, plan}: HeadPlan, runId: string | null): RunEvent => ({
	type: 'written',
	runId,
	files: planEdits(analysis, plan).map(({path}) => ({path, applied: countIn(plan, path), refused: null})),
	plan,
});

/**
 * Records a plan that is to be committed as a run that changes no file here; returns its id, or null if there is nothing to
 * commit.
 * @param record what was asked for, and the steps that the record has from the start; null for nothing
 * @throws {Failure} `locked`, `journal-unwritable`
 */
export async function* recordPlan(
	{analysis, plan}: MadePlan,
	record: {request: DeliveryRequest; steps: readonly PublicationStep[]} | null,
	context: Context,
): AsyncGenerator<RunEvent, string | null> {
	if (!record?.request.commit) return null;
	const files = planEdits(analysis, plan);
	if (files.length === 0) return null;
	const target = recordTargetOf(analysis.repository, context);
	const runId = await underLock(target, (lock, journal) =>
		keepingRecord(target.records, nothingCommitted, () =>
			journal.begin({
				...summaryOf(analysis, plan, record.request),
				...{now: context.now(), randomId: context.randomId(), owner: lock.owner},
				...{files, publication: [...record.steps], isComplete: true},
			}),
		),
	);
	yield {type: 'recorded', runId};
	return runId;
}

/** Puts another plan in the place of the recorded one, before anything of it is on the code host. */
export async function reviseRecord(
	id: string,
	{analysis, plan}: MadePlan,
	request: DeliveryRequest,
	context: Context,
): Promise<void> {
	const edits = planEdits(analysis, plan);
	const files = edits.map(runFileOf);
	const contents = edits.flatMap(({before, after}) => [before, after]);
	const changes = {...summaryOf(analysis, plan, request), files, written: files.map(({path}) => path)};
	await openJournal(analysis.repository.records, context).revise(id, changes, contents);
}

const nothingCommitted = 'Nothing was committed.';
