import {decide, type Ruling} from '../resolve/decide.ts';
import type {Decision} from '../resolve/decision.ts';
import type {Policy} from '../resolve/policy.ts';
import type {Finding} from '../review/finding.ts';
import {openJournal} from '../worktree/journal.ts';
import {type Analysis, type AnalyzeRequest, place, planOf, readGround} from './analyze.ts';
import {apply} from './apply.ts';
import {applyDecisions} from './apply-decisions.ts';
import {askable, isForModel} from './asking/askable.ts';
import type {Asker, Inquiry} from './asking/asker.ts';
import type {Context} from './context.ts';
import {refuseContradictoryDecisions} from './contradictions.ts';
import {readDecisions} from './decisions-file.ts';
import type {RunEvent} from './events.ts';
import type {CheckedPlan} from './hold-back.ts';
import {openKeptDecisions, type StoredDecisions} from './kept-decisions.ts';
import type {OwnRun, OwnRuns} from './own-runs.ts';
import {decisionsWith, joinSettled, recallSettled, settledBy} from './settled.ts';
import {lookAgain, type Snapshot} from './snapshot.ts';
import {type UndoReport, undo} from './undo.ts';

/** Changes of which the rules alone would make at most one, whatever a person says of them later. */
export type Group = {id: string; kind: string; changes: readonly string[]};

/** A plan with what it was made of: enough to show it, and to write it. */
export type Planned = Omit<CheckedPlan, 'warnings'> & {
	analysis: Analysis;
	/** The files that a ruling is about: as they are, or as they were when a run of this session carried it out. */
	snapshotOf: (ruling: Ruling) => Snapshot;
};

/** What of the session's work stands, and what the changes that are open stand against. */
export type Standing = {runs: readonly OwnRun[]; groups: readonly Group[]};

/** What became of findings that a model was asked about. */
export type AskResult = Standing & {findings: readonly Finding[]};

/** The result of undoing a run; `standing` is null if the session has to be reopened to know the current state. */
export type UndoResult = {report: UndoReport; standing: Standing | null};

/** A pull request that was read once, for a person to decide on and to write as often as they like. */
export type Session = Standing & {
	/** From the file that was given, those that still hold; they have yet to be planned with. */
	decisions: readonly Decision[];
	/** What was decided in an earlier session and not written; null where there is nothing. */
	kept: StoredDecisions | null;
	/** Keeps these for the next session, and no others. @throws {Failure} `decisions-unwritable` */
	keep(decisions: readonly Decision[]): Promise<void>;
	/** Plans again, for the current files, with exactly these decisions. */
	plan(decisions: readonly Decision[], signal: AbortSignal): AsyncGenerator<RunEvent, Planned>;
	/** Writes a plan. @throws {Failure} as `apply` */
	apply(planned: Planned, signal: AbortSignal): AsyncGenerator<RunEvent, Standing>;
	/** Undoes a run of this working tree. @throws {Failure} as `undo` */
	undo(run: string, signal: AbortSignal): Promise<UndoResult>;
	/** What asking about all findings would come to, where that was wanted and waits for a yes; null where nothing does. */
	inquiry: Inquiry | null;
	/** Null where no model can be asked. */
	model: {
		/** What asking about a finding, by its id, would come to. @throws as the asker's `inquire` */
		inquire: (finding: string) => Promise<Inquiry>;
		/**
		 * Asks about a finding, by its id, or about all; all plans from then on know what came of it.
		 * @throws as the asker's `ask`; then everything is as before
		 */
		ask: (finding: string | null, signal: AbortSignal) => AsyncGenerator<RunEvent, AskResult>;
	} | null;
};

export type Consent = 'given' | 'refused' | 'open';

/** What sessions on the same pull request, one after the other, have in common. */
export type Continuity = {
	/** Null where no model can be asked. */
	asker: Asker | null;
	/** Whether a person agrees that a model is asked about all findings; `open`: nobody knows yet. */
	consent: Consent;
	own: OwnRuns;
};

/**
 * Reads the pull request and places its changes. What was found is told as it arrives.
 * @param continuity `asker` asks about all findings for a model where the request names one and a person agrees, and else
 * about those that a person picks; what it was told before still holds where nothing has changed
 * @throws {Failure} as `analyze`
 */
export async function* openSession(
	request: AnalyzeRequest,
	policy: Policy,
	{asker, consent, own}: Continuity,
	context: Context,
): AsyncGenerator<RunEvent, Session> {
	const {decisionsFile} = request;
	const given = decisionsFile === null ? [] : await readDecisions(decisionsFile, context.cwd);
	const read = yield* readGround(request, {isForModel: asker !== null, isTold: true}, context);
	const {root, gitDir} = read.repository;
	const lookAtRuns = () => own.look(root, openJournal(gitDir, context));
	await lookAtRuns();
	const store = openKeptDecisions(gitDir, read.pullRequest);
	const before = new Set(own.all().map(({id}) => id));
	const settled = recallSettled(read.findings, settledBy(own.all()));
	const known = asker ? await asker.recall(settled, read) : settled;
	const isAsked = asker !== null && request.model !== null;
	const findings = isAsked && consent === 'given' ? yield* asker.ask(known, read, context.signal) : [...known];
	const inquiry = isAsked && consent === 'open' ? await asker.inquire(known, read) : null;
	// Edits of decisions are part of a plan and not of the ground that all plans stand on.
	let ground = await placeOpen({...read, findings, decisions: []}, own, context.signal);
	yield {type: 'proposals', findings, proposals: ground.proposals};
	const {findings: edited, decisions, warnings} = applyDecisions(findings, given);
	if (decisions.length > 0) {
		const {proposals, structures} = await placeOpen({...read, findings: edited, decisions}, own, context.signal);
		refuseContradictoryDecisions(decide(proposals, policy, decisions, structures), decisions, policy);
	}
	for (const warning of warnings) yield {type: 'warning', warning};

	const standing = (): Standing => ({runs: own.all(), groups: sessionGroups(ground, policy)});

	/** After files were written: that is told whatever the signal says by then. */
	async function look(): Promise<Standing> {
		await lookAtRuns();
		ground = await placeOpen({...ground, snapshot: await lookAgain(ground.snapshot, ground.repository)}, own, null);
		return standing();
	}

	async function* write({analysis, plan}: Planned, signal: AbortSignal): AsyncGenerator<RunEvent, Standing> {
		const id = yield* apply(analysis, plan, {...context, signal});
		const {decisions, snapshot} = analysis;
		if (id !== null) own.add({id, rulings: plan.rulings, decisions, snapshot});
		return look();
	}

	async function takeBack(run: string, signal: AbortSignal): Promise<UndoResult> {
		const report = await undo(run, {...context, signal});
		if (!before.has(run)) return {report, standing: await look()};
		// This session has read the files with what that run wrote, and knows nothing else.
		await lookAtRuns();
		return {report, standing: null};
	}

	const toAsk = (id: string | null) =>
		id === null ? ground.findings.filter(isForModel) : ground.findings.filter(one => one.id === id).map(askable);

	async function* ask(by: Asker, id: string | null, signal: AbortSignal): AsyncGenerator<RunEvent, AskResult> {
		const asked = yield* by.ask(toAsk(id), ground, signal);
		const byId = new Map(asked.map(finding => [finding.id, finding]));
		const findings = ground.findings.map(finding => byId.get(finding.id) ?? finding);
		ground = await placeOpen({...ground, findings}, own, signal);
		return {findings: asked, ...standing()};
	}
	return {
		decisions,
		kept: await store.read(),
		keep: wanted => store.keep(wanted, ground.findings),
		...standing(),
		plan: (wanted, signal) => plan(ground, wanted, policy, own, signal),
		apply: write,
		undo: takeBack,
		inquiry: inquiry && inquiry.questions > 0 ? inquiry : null,
		model: asker && {
			inquire: finding => asker.inquire(toAsk(finding), ground),
			ask: (finding, signal) => ask(asker, finding, signal),
		},
	};
}

/** Places what no run of the session has settled. */
function placeOpen(ground: Parameters<typeof place>[0], own: OwnRuns, signal: AbortSignal | null): Promise<Analysis> {
	const {made} = settledBy(own.all());
	return place(ground, ({id}) => made.has(id), signal);
}

function sessionGroups({proposals, structures}: Analysis, policy: Policy): Group[] {
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
	own: OwnRuns,
	signal: AbortSignal,
): AsyncGenerator<RunEvent, Planned> {
	const settled = settledBy(own.all());
	const {findings, decisions} = applyDecisions(ground.findings, given);
	const isEdited = decisions.some(({action}) => action === 'edit');
	const analysis = isEdited ? await placeOpen({...ground, findings, decisions}, own, signal) : {...ground, decisions};
	const asRuled = {...analysis, decisions: decisionsWith(settled, decisions)};
	const {plan: open, syntax, warnings} = await planOf(asRuled, policy, signal);
	signal.throwIfAborted();
	const {plan, runOf} = joinSettled(open, settled, analysis.findings);
	yield {type: 'proposals', findings: analysis.findings, proposals: analysis.proposals};
	for (const warning of warnings) yield {type: 'warning', warning};
	yield {type: 'plan', plan, syntax};
	return {plan, syntax, analysis, snapshotOf: ruling => runOf.get(ruling)?.snapshot ?? analysis.snapshot};
}
