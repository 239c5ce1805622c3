import {decide} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Policy} from '../resolve/policy.ts';
import {type Analysis, type AnalyzeRequest, analyze, planOf} from './analyze.ts';
import {apply} from './apply.ts';
import type {Context} from './context.ts';
import {applyDecisions, readDecisions} from './decisions-file.ts';
import type {RunEvent} from './events.ts';
import type {CheckedPlan} from './hold-back.ts';
import {propose} from './propose.ts';
import {openStructures} from './structures.ts';
import {type UndoReport, undo} from './undo.ts';

/** Changes of which the rules alone would make at most one, whatever a person says of them later. */
export type Group = {id: string; kind: string; changes: readonly string[]};

/** A plan with what it was made of: enough to show it, and to write it. */
export type Planned = CheckedPlan & {analysis: Analysis};

/** A pull request that was read and placed once, for a person to decide on as often as they like. */
export type Session = {
	/** From the file that was given, those that still hold; they have yet to be planned with. */
	decisions: readonly Decision[];
	groups: readonly Group[];
	/** Plans anew with these decisions and no others. */
	plan(decisions: readonly Decision[], signal: AbortSignal): AsyncGenerator<RunEvent, Planned>;
	/** Writes a plan. @throws {Failure} as `apply` */
	apply(planned: Planned, signal: AbortSignal): AsyncGenerator<RunEvent, void>;
	/** Takes a run of this work tree back. @throws {Failure} as `undo` */
	undo(run: string, signal: AbortSignal): Promise<UndoReport>;
	/** Asks a model about one finding and yields what comes of it; absent where no model is set up. */
	ask?: (finding: string, signal: AbortSignal) => AsyncGenerator<RunEvent, void>;
};

/**
 * Reads the pull request and places its changes.
 * @throws {Failure} as `analyze`
 */
export async function* openSession(
	request: AnalyzeRequest,
	policy: Policy,
	context: Context,
): AsyncGenerator<RunEvent, Session> {
	const {decisionsFile, ...rest} = request;
	const given = decisionsFile === null ? [] : await readDecisions(decisionsFile, context.cwd);
	// Its edits are part of a plan and not of the ground that all plans stand on.
	const ground = yield* analyze({...rest, decisionsFile: null}, context);
	const {decisions, warnings} = applyDecisions(ground.findings, given);
	for (const warning of warnings) yield {type: 'warning', warning};
	const undecided = decide(ground.proposals, policy, [], ground.structures);
	return {
		decisions,
		groups: undecided.conflicts.map(({id, kind, proposals}) => ({
			id,
			kind,
			changes: proposals.flatMap(({change, aliases}) => [change.id, ...aliases]),
		})),
		plan: (wanted, signal) => plan(ground, wanted, policy, signal),
		apply: (planned, signal) => apply(planned.analysis, planned.plan, {...context, signal}),
		undo: (run, signal) => undo(run, {...context, signal}),
	};
}

async function* plan(
	ground: Analysis,
	given: readonly Decision[],
	policy: Policy,
	signal: AbortSignal,
): AsyncGenerator<RunEvent, Planned> {
	const {findings, decisions} = applyDecisions(ground.findings, given);
	const isEdited = decisions.some(({action}) => action === 'edit');
	const analysis = isEdited ? await place({...ground, findings, decisions}) : {...ground, decisions};
	const checked = await planOf(analysis, policy, signal);
	signal.throwIfAborted();
	yield {type: 'proposals', findings: analysis.findings, proposals: analysis.proposals};
	yield {type: 'plan', ...checked};
	return {...checked, analysis};
}

async function place(analysis: Analysis): Promise<Analysis> {
	const proposals = propose(analysis.findings, analysis.snapshot);
	return {...analysis, proposals, ...(await openStructures(proposals, analysis.snapshot))};
}
