import {type Conclusion, type Trial, verifyInTrials} from '../../../resolve/verification.ts';
import type {RunSummary} from '../../../worktree/run-record.ts';
import type {Contents, TrialTree} from '../../../worktree/verify/trial-tree.ts';
import type {EndOfRuns, JudgedEnd} from './command-runs.ts';
import type {Unit, Units} from './units.ts';

/** Why the trials ended before a conclusion. */
type TrialStop =
	| {state: 'stopped'; by: EndOfRuns}
	| {state: 'interrupted'; cause: unknown}
	| {state: 'files-changed'; ended: JudgedEnd | null};

/** What the trials found out, and what they left in the files. */
export type TrialsEnd = {
	conclusion: Conclusion<Unit, JudgedEnd> | TrialStop;
	/** What stands in the files now. */
	kept: readonly Unit[];
	/** Files that others have changed meanwhile; they stay as they are. */
	changed: string[];
	baseline: 'passed' | 'failed' | null;
};

/** Of a part of a run: it has not passed; it has; it has, and the rest breaks the command. */
export type TrialStage = 'unverified' | 'passed' | 'concluded';

/** What the trials need to know of a part of a run; what its record has of it depends on what the command left. */
export type Part = {contents: Contents; summary: () => Promise<Partial<RunSummary>>};

/**
 * Runs a command on the files with all units and, if it fails, with fewer, until it is known which of them break it.
 * Without a verdict all units stay; after a stop, the last ones that passed, and none if nothing did.
 *
 * @param run runs the command, unless something ends all runs
 * @param signal tells an interruption from a failure of `run`
 */
export async function runTrials(
	{units, suspects}: Units,
	tree: TrialTree,
	partOf: (units: readonly Unit[], verdict: TrialStage) => Part,
	run: (trial: Trial<Unit>) => Promise<JudgedEnd | EndOfRuns>,
	signal: AbortSignal,
): Promise<TrialsEnd> {
	const search = verifyInTrials<Unit, JudgedEnd>(units, suspects);
	let passed: readonly Unit[] = [];
	let baseline: TrialsEnd['baseline'] = null;

	async function tryOut(trial: Trial<Unit>): Promise<JudgedEnd | TrialStop> {
		const {contents, summary} = partOf(trial.units, 'passed');
		if ((await tree.write(contents)).length > 0) return {state: 'files-changed', ended: null};
		try {
			const ended = await run(trial);
			if (typeof ended === 'string') return {state: 'stopped', by: ended};
			if ((await tree.changed()).length > 0) return {state: 'files-changed', ended};
			const isGood = ended.verdict === 'passed';
			if (trial.purpose === 'without') baseline = isGood ? 'passed' : 'failed';
			// What failed before and passes now is unsteady.
			const isRepeated = trial.purpose === 'again' || trial.purpose === 'confirm';
			if (isGood && !isRepeated) {
				passed = trial.units;
				await tree.aim(contents, await summary());
			}
			return ended;
		} catch (cause) {
			if (!signal.aborted) throw cause;
			return {state: 'interrupted', cause};
		}
	}

	async function leave(conclusion: TrialsEnd['conclusion'], kept: readonly Unit[]): Promise<TrialsEnd> {
		const isConcluded = conclusion.state === 'passed' || conclusion.state === 'failed';
		const verdict = isConcluded ? 'concluded' : 'passed';
		const {contents, summary} = partOf(kept, kept === passed && kept.length > 0 ? verdict : 'unverified');
		await tree.write(contents);
		await tree.aim(contents, await summary());
		return {conclusion, kept, changed: await tree.changed(), baseline};
	}

	let step = search.next();
	while (!step.done) {
		const tried = await tryOut(step.value);
		if ('state' in tried) return leave(tried, tried.state === 'files-changed' ? units : passed);
		step = search.next(tried);
	}
	return leave(step.value, step.value.state === 'passed' || step.value.state === 'failed' ? passed : units);
}
