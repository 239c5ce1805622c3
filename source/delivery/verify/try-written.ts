import type {Ruling} from '../../resolve/decide.ts';
import {planEdits, summaryOf} from '../../run/apply.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {targetOf} from '../../run/records/journal.ts';
import {fold, type RunState} from '../../run/state.ts';
import {inTrialTree} from '../../worktree/verify/trial-tree.ts';
import type {WrittenDelivery} from '../delivery.ts';
import {stepsAhead} from '../publish/steps-ahead.ts';
import {intendedSteps, type VerifyRequest} from '../request.ts';
import type {PublicationStep} from '../steps/table.ts';
import {type Beside, besideChanges} from './beside-changes.ts';
import {type CommandRuns, openCommandRuns, type Unit, unitsOf} from './command-runs.ts';
import {type Part, runTrials, type TrialStage, type TrialsEnd} from './run-trials.ts';
import {notRun, unverified, type Verification, withFailed} from './verification.ts';

type WrittenRun = Omit<WrittenDelivery, 'runId' | 'number' | 'target' | 'prompts'> & {
	id: string;
	/** The changes that were written. */
	rulings: readonly Ruling[];
	verify: VerifyRequest;
	/** The command without secrets. */
	command: string;
	/** The verification of more of the run that this one continues; null: none. */
	earlier: Verification | null;
};

/**
 * Runs a command on the files of a run with all of its changes, and if it fails with parts of them. The journal knows every
 * content that is written meanwhile, so that a crash leaves a run that can be undone, or finished with what passed last.
 */
export async function* tryWritten(
	run: WrittenRun,
	context: Context,
): AsyncGenerator<RunEvent, {end: TrialsEnd; made: ReturnType<CommandRuns['made']>}> {
	const {request, repository, stopVerifying: stop, id, analysis, written, rulings, verify, earlier} = run;
	let beside: Beside = {tree: 'unknown', newFiles: [], otherFiles: []};
	const stepsOf = async (units: readonly Unit[], verdict: TrialStage) => {
		if (verdict === 'unverified') return intendedSteps(request, repository);
		const {before, files} = written;
		const left = {before, runId: id, written: files.map(({path}) => path)};
		// After an interruption, what the last pass left is known.
		if (!context.signal.aborted) beside = await besideChanges(repository, left, context);
		return stepsAhead(run, stateIf(run, units, verdict, beside));
	};
	const partOf = (units: readonly Unit[], verdict: TrialStage): Part => {
		const part = {...written.plan, rulings: units.flat()};
		// What `apply --continue` finds after a crash: only what has passed needs no verification any more.
		const left = verdict === 'unverified' ? request : {...request, verify: null};
		const made = summaryOf(analysis, part, left);
		const details = {...made.details, isVerified: verdict !== 'unverified'};
		return {
			contents: new Map(planEdits(analysis, part).map(({path, after}) => [path, after])),
			summary: async () => ({...made, details, publication: await stepsOf(units, verdict)}),
		};
	};
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const world = {...context, cwd: repository.root, signal, shown: run.command, stop, earlier};
		const runs = await openCommandRuns(verify, world, emit);
		const target = {...targetOf(repository, context), id, empty: await partOf([], 'unverified').summary()};
		const end = await inTrialTree(target, tree =>
			runTrials(unitsOf(rulings), tree, partOf, trial => runs.make(trial, tree.logOf), signal),
		);
		return {end, made: runs.made()};
	};
	return yield* withEvents(work, context.signal);
}

/** Changes of a run, and its state if the others are not in its files. */
type LeftChanges = {rulings: readonly Ruling[]; state: RunState};

/** Leaves only some changes in the files of a run. Returns false if the user has edited these: then all stay. */
export async function leaveInFiles(
	run: Pick<WrittenRun, 'request' | 'repository' | 'threads' | 'id' | 'written'>,
	some: LeftChanges,
	all: LeftChanges,
	context: Context,
): Promise<boolean> {
	const {request, repository, id, written} = run;
	// In a review, the files that were read last have the changes already.
	const {analysis} = written;
	const partOf = (rulings: readonly Ruling[], publication: PublicationStep[]) => {
		const plan = {...written.plan, rulings: [...rulings]};
		return {
			contents: new Map(planEdits(analysis, plan).map(({path, after}) => [path, after])),
			summary: {...summaryOf(analysis, plan, request), publication},
		};
	};
	const empty = partOf([], intendedSteps(request, repository)).summary;
	return inTrialTree({...targetOf(repository, context), id, empty}, async tree => {
		const leave = async ({rulings, state}: LeftChanges) => {
			const {contents, summary} = partOf(rulings, stepsAhead(run, state));
			const edited = await tree.write(contents);
			await tree.aim(contents, summary);
			return edited.length === 0;
		};
		if (await leave(some)) return true;
		await leave(all);
		return false;
	});
}

/** The state of the run if only these units stay. */
function stateIf(
	{id, state, written: {plan, files}, rulings, command, earlier}: WrittenRun,
	units: readonly Unit[],
	verdict: Exclude<TrialStage, 'unverified'>,
	beside: Beside,
): RunState {
	const others = new Set(rulings).difference(new Set(units.flat()));
	const out = verdict === 'concluded' ? [...others].map(({proposal}) => proposal.change.id) : [];
	const dropped = [...(earlier?.dropped ?? []), ...out];
	const verification = {
		...notRun(command),
		...({state: dropped.length > 0 ? 'failed' : 'passed', dropped} as const),
		...beside,
	};
	const left = withFailed(plan, others, {outcome: 'failed', reason: unverified});
	return fold(state(), {type: 'verified', verification, plan: left, runId: id, files: [...files]});
}
