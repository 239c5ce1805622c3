import {isDeepStrictEqual} from 'node:util';
import type {Conflict} from '../../resolve/conflict.ts';
import type {Plan, Ruling} from '../../resolve/decide.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Policy} from '../../resolve/policy.ts';
import type {Finding} from '../../review/finding.ts';
import type {Repository} from '../../worktree/repository.ts';
import {type Analysis, place} from '../analyze.ts';
import type {Context} from '../context.ts';
import {lastWordsOf, readDecidedAgain} from '../decisions/answers.ts';
import {decideWithEarlier, type Reconsider} from '../decisions/earlier.ts';
import {proveHere, withFixes} from '../decisions/fixed-here.ts';
import {markedFixed} from '../decisions/proven-fix.ts';
import type {RunEvent} from '../events.ts';
import type {Snapshot} from '../files/snapshot.ts';
import type {CheckedPlan} from '../plan/hold-back.ts';
import {planOf, ruleOn} from '../plan/plan-of.ts';
import {initialState, type RunState} from '../state.ts';
import type {UndoReport} from '../undo/undo-report.ts';
import type {OwnRun, OwnRuns} from './own-runs.ts';
import {answeredOf, decisionsWith, joinSettled, settledBy, withDropped} from './settled.ts';

/** Changes in conflict, whether a decision has settled it or not. */
export type Group = Pick<Conflict, 'id' | 'kind'> & {changes: readonly string[]};

/** Ids of findings; null for all. */
export type Only = ReadonlySet<string> | null;

/** A plan with all that is needed to show and to write it. */
export type Planned = Omit<CheckedPlan, 'warnings'> & {
	analysis: Analysis<Repository>;
	groups: readonly Group[];
	/** The files of a ruling: as they are now, or as they were before an own run carried it out. */
	snapshotOf: (ruling: Ruling) => Snapshot;
};

/** What is known of a run before anything of its plan is written. */
export const plannedState = ({analysis: {pullRequest, findings, proposals}, plan, syntax}: Planned): RunState => ({
	...{...initialState, pullRequest, findings, proposals, plan, syntax},
});

/** The session's runs that have not been undone. */
export type SessionStanding = {runs: readonly OwnRun[]};

/** The findings after a model answered. */
export type AskResult = SessionStanding & {findings: readonly Finding[]};

/** The result of undoing a run; `standing` is null if the session has to be reopened to know the current state. */
export type UndoResult = {report: UndoReport; standing: SessionStanding | null};

/** Reads the files again. @throws as `lookAgain` of the session's place */
export type SessionLook = (signal: AbortSignal) => Promise<SessionStanding>;

/** Changes that were declined are still sides of their conflicts. */
export function conflictGroups(analysis: Analysis<Repository>, {conflicts}: Plan, policy: Policy): Group[] {
	const {decisions} = analysis;
	const wanted = decisions.filter(({action}) => action !== 'decline');
	const all = wanted.length === decisions.length ? conflicts : ruleOn(analysis, policy, wanted).conflicts;
	return all.map(({id, kind, proposals}) => ({
		id,
		kind,
		changes: proposals.flatMap(({change, aliases}) => [change.id, ...aliases]),
	}));
}

/** Places the changes that no own run has settled. */
export function placeOpen(
	ground: Parameters<typeof place<Repository>>[0],
	own: OwnRuns,
	signal: AbortSignal | null,
): Promise<Analysis<Repository>> {
	const {made} = settledBy(own.all());
	return place(ground, ({id}) => made.has(id), signal);
}

/** Plans what no own run has settled. */
export async function* planOpen(
	ground: Analysis<Repository>,
	given: readonly Decision[],
	{policy, reconsider}: {policy: Policy; reconsider: Reconsider | null},
	own: OwnRuns,
	signal: AbortSignal,
): AsyncGenerator<RunEvent, Planned> {
	const settled = settledBy(own.all());
	const words = lastWordsOf(ground.answers);
	const {findings, decisions, recalled} = decideWithEarlier(ground.findings, given, words, reconsider);
	const isLeft = findings.some(({disposition}, index) => disposition !== ground.findings[index]?.disposition);
	const isEdited = isLeft || decisions.some(({action}) => action === 'edit');
	const placed = isEdited ? await placeOpen({...ground, findings, decisions}, own, signal) : {...ground, decisions};
	const analysis = {...placed, recalled};
	const asRuled = {...analysis, decisions: decisionsWith(settled, own.dropped(), decisions)};
	const answered = answeredOf(own.dropped());
	const {plan: open, syntax, warnings} = await planOf(asRuled, {...policy, answered}, signal);
	signal.throwIfAborted();
	const {plan, runOf} = joinSettled(withDropped(open, own.dropped()), settled, analysis.findings);
	yield {type: 'proposals', findings: analysis.findings, proposals: analysis.proposals};
	for (const warning of warnings) yield {type: 'warning', warning};
	yield {type: 'plan', plan, syntax};
	const groups = conflictGroups(asRuled, open, policy);
	const snapshotOf = (ruling: Ruling) => (runOf.get(ruling)?.written.analysis ?? analysis).snapshot;
	return {plan, syntax, analysis, groups, snapshotOf};
}

/** With what people and agents have decided and marked in this folder by now; the same if that has not changed. */
export async function withWordsOfToday(
	ground: Analysis<Repository>,
	own: OwnRuns,
	context: Context,
): Promise<Analysis<Repository>> {
	const answers = await readDecidedAgain(ground, context);
	const {words, marks} = ground.answers;
	if (isDeepStrictEqual([answers.words, answers.marks], [words, marks])) return ground;
	const proofs = await proveHere(markedFixed(ground.findings, answers.marks), ground, context);
	const findings = withFixes(ground.findings, proofs);
	const isSame = findings.every((one, index) => one === ground.findings[index]);
	return isSame ? {...ground, answers} : placeOpen({...ground, answers, findings}, own, null);
}
