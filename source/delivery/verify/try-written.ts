import {withoutSecrets} from '../../llm/mask/mask.ts';
import type {Ruling} from '../../resolve/decide.ts';
import {planEdits, summaryOf} from '../../run/apply.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {targetOf} from '../../run/records/journal.ts';
import {fold, type RunState} from '../../run/state.ts';
import {inTrialTree} from '../../worktree/verify/trial-tree.ts';
import type {OwnWritten, Written} from '../delivery.ts';
import {stepsAhead} from '../publish/steps-ahead.ts';
import {intendedSteps} from '../record.ts';
import type {DeliveryRequest, VerifyRequest} from '../request.ts';
import {type Beside, besideChanges} from './beside-changes.ts';
import {openCommandRuns, type Unit, unitsOf} from './command-runs.ts';
import {type Part, runTrials, type TrialStage, type TrialsEnd} from './run-trials.ts';
import {notRun, unverified, type Verification, withFailed} from './verification.ts';

/**
 * Runs a command on the files of a run with all of its changes, and if it fails with parts of them. The journal knows every
 * content that is written meanwhile, so that a crash leaves a run that can be undone, or finished with what passed last.
 */
export async function* tryWritten(
	run: OwnWritten,
	verify: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, {end: TrialsEnd; made: Pick<Verification, 'runs' | 'confirming' | 'seconds'>}> {
	const {request, repository, runId: id, written} = run;
	const command = await withoutSecrets(verify.command);
	let beside: Beside = {tree: 'unknown', newFiles: [], otherFiles: []};
	const stepsOf = async (units: readonly Unit[], verdict: TrialStage) => {
		if (verdict === 'unverified') return intendedSteps(request, repository);
		const {before, files} = written;
		const left = {before, runId: id, written: files.map(({path}) => path)};
		// After an interruption, what the last pass left is known.
		if (!context.signal.aborted) beside = await besideChanges(repository, left, context);
		return stepsAhead(run, stateIf(run, units, verdict, {...notRun(command), ...beside}));
	};
	const partWith = (units: readonly Unit[], verdict: TrialStage): Part => {
		// What `apply --continue` finds after a crash: only what has passed needs no verification any more.
		const left = verdict === 'unverified' ? request : {...request, verify: null};
		const {contents, summary} = partOf(written, units.flat(), left);
		const details = {...summary.details, isVerified: verdict !== 'unverified'};
		return {
			contents,
			summary: async () => ({...summary, details, publication: await stepsOf(units, verdict)}),
		};
	};
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const runs = await openCommandRuns(verify, run, emit, {...context, signal});
		const target = {...targetOf(repository, context), id, empty: await partWith([], 'unverified').summary()};
		const units = unitsOf(writtenRulings(written));
		const end = await inTrialTree(target, tree =>
			runTrials(units, tree, partWith, trial => runs.make(trial, tree.logOf), signal),
		);
		return {end, made: runs.made()};
	};
	return yield* withEvents(work, context.signal);
}

/** The changes in files that were really written. */
export function writtenRulings({plan, files}: Written): Ruling[] {
	const paths = new Set(files.filter(({refused}) => refused === null).map(({path}) => path));
	return plan.rulings.filter(({outcome, proposal}) => outcome === 'apply' && paths.has(proposal.path));
}

/** The files with a part of what a run has written, and what its record says of it. */
function partOf({analysis, plan}: Written, rulings: readonly Ruling[], request: DeliveryRequest) {
	const part = {...plan, rulings: [...rulings]};
	return {
		contents: new Map(planEdits(analysis, part).map(({path, after}) => [path, after])),
		summary: summaryOf(analysis, part, request),
	};
}

/** Changes of a run, and its state if the others are not in its files. */
type LeftChanges = {rulings: readonly Ruling[]; state: RunState};

/** Leaves only some changes in the files of a run. Returns false if the user has edited these: then all stay. */
export async function leaveInFiles(
	run: Pick<OwnWritten, 'request' | 'repository' | 'threads' | 'runId' | 'written'>,
	some: LeftChanges,
	all: LeftChanges,
	context: Context,
): Promise<boolean> {
	const {request, repository, runId: id, written} = run;
	const empty = {...partOf(written, [], request).summary, publication: intendedSteps(request, repository)};
	return inTrialTree({...targetOf(repository, context), id, empty}, async tree => {
		const leave = async ({rulings, state}: LeftChanges) => {
			const {contents, summary} = partOf(written, rulings, request);
			const edited = await tree.write(contents);
			await tree.aim(contents, {...summary, publication: stepsAhead(run, state)});
			return edited.length === 0;
		};
		if (await leave(some)) return true;
		await leave(all);
		return false;
	});
}

/** The state of the run if only these units stay. */
function stateIf(
	{runId, state, written}: OwnWritten,
	units: readonly Unit[],
	verdict: Exclude<TrialStage, 'unverified'>,
	made: Verification,
): RunState {
	const others = new Set(writtenRulings(written)).difference(new Set(units.flat()));
	const out = verdict === 'concluded' ? [...others].map(({proposal}) => proposal.change.id) : [];
	const dropped = [...(state().verification?.dropped ?? []), ...out];
	const verification = {...made, ...({state: dropped.length > 0 ? 'failed' : 'passed', dropped} as const)};
	const plan = withFailed(written.plan, others, {outcome: 'failed', reason: unverified});
	return fold(state(), {type: 'verified', verification, plan, runId, files: [...written.files]});
}
