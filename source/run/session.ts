import {decide} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Policy} from '../resolve/policy.ts';
import type {Finding} from '../review/finding.ts';
import {type Analysis, type AnalyzeRequest, place, planOf, readGround} from './analyze.ts';
import {apply} from './apply.ts';
import {askable} from './asking/askable.ts';
import type {Asker} from './asking/asker.ts';
import type {Context} from './context.ts';
import {refuseContradictions} from './contradictions.ts';
import {applyDecisions, readDecisions} from './decisions-file.ts';
import type {RunEvent} from './events.ts';
import type {CheckedPlan} from './hold-back.ts';
import {type UndoReport, undo} from './undo.ts';

/** Changes of which the rules alone would make at most one, whatever a person says of them later. */
export type Group = {id: string; kind: string; changes: readonly string[]};

/** A plan with what it was made of: enough to show it, and to write it. */
export type Planned = Omit<CheckedPlan, 'warnings'> & {analysis: Analysis};

/** What became of a finding that a model was asked about, and the groups that its changes are in now. */
export type Asked = {finding: Finding; groups: readonly Group[]};

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
	/**
	 * Asks a model about a finding, by its id; all plans from then on know what came of it. Null where there is no asker.
	 * @throws as the asker's `ask`; then everything is as before
	 */
	ask: ((finding: string, signal: AbortSignal) => AsyncGenerator<RunEvent, Asked>) | null;
};

/**
 * Reads the pull request and places its changes. What was found is told as it arrives.
 * @param asker asks about all findings for a model where the request names one, and else about those that a person
 * picks; what it was told before still holds where nothing has changed. Null where no model can be asked
 * @throws {Failure} as `analyze`
 */
export async function* openSession(
	request: AnalyzeRequest,
	policy: Policy,
	asker: Asker | null,
	context: Context,
): AsyncGenerator<RunEvent, Session> {
	const {decisionsFile} = request;
	const given = decisionsFile === null ? [] : await readDecisions(decisionsFile, context.cwd);
	const read = yield* readGround(request, {isForModel: asker !== null, isTold: true}, context);
	const known = asker ? await asker.recall(read.findings, read) : read.findings;
	const isAsked = asker !== null && request.model !== null;
	const findings = isAsked ? yield* asker.ask(known, read, context.signal) : [...known];
	// Edits of decisions are part of a plan and not of the ground that all plans stand on.
	let ground = await place({...read, findings, decisions: []});
	yield {type: 'proposals', findings, proposals: ground.proposals};
	const {findings: edited, decisions, warnings} = applyDecisions(findings, given);
	if (decisions.length > 0) {
		const {proposals, structures} = await place({...read, findings: edited, decisions});
		refuseContradictions(decide(proposals, policy, decisions, structures), decisions, policy);
	}
	for (const warning of warnings) yield {type: 'warning', warning};

	async function* ask(by: Asker, id: string, signal: AbortSignal): AsyncGenerator<RunEvent, Asked> {
		const index = ground.findings.findIndex(finding => finding.id === id);
		const [finding] = yield* by.ask([askable(ground.findings[index]!)], ground, signal);
		ground = await place({...ground, findings: ground.findings.with(index, finding!)});
		return {finding: finding!, groups: groupsOf(ground, policy)};
	}
	return {
		decisions,
		groups: groupsOf(ground, policy),
		plan: (wanted, signal) => plan(ground, wanted, policy, signal),
		apply: (planned, signal) => apply(planned.analysis, planned.plan, {...context, signal}),
		undo: (run, signal) => undo(run, {...context, signal}),
		ask: asker && ((finding, signal) => ask(asker, finding, signal)),
	};
}

function groupsOf({proposals, structures}: Analysis, policy: Policy): Group[] {
	return decide(proposals, policy, [], structures).conflicts.map(({id, kind, proposals}) => ({
		id,
		kind,
		changes: proposals.flatMap(({change, aliases}) => [change.id, ...aliases]),
	}));
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
	const {warnings, ...checked} = await planOf(analysis, policy, signal);
	signal.throwIfAborted();
	yield {type: 'proposals', findings: analysis.findings, proposals: analysis.proposals};
	for (const warning of warnings) yield {type: 'warning', warning};
	yield {type: 'plan', ...checked};
	return {...checked, analysis};
}
