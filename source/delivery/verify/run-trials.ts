import {type Conclusion, type Trial, verifyInTrials} from '../../resolve/verification.ts';
import {count} from '../../text/sentences.ts';
import {oneLine} from '../../text/shorten.ts';
import type {RunSummary} from '../../worktree/run-record.ts';
import type {CommandEnd} from '../../worktree/verify/run-command.ts';
import type {Contents, TrialTree} from '../../worktree/verify/trial-tree.ts';
import type {VerifyRequest} from '../request.ts';
import type {EndOfRuns, JudgedEnd, Unit, Units} from './command-runs.ts';
import {failureOf, formatEnd, type Verification} from './verification.ts';

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

/**
 * What the trials of a command found out, without secrets.
 * @param earlier names the runs whose changes it judged if this run has none
 */
export async function concludeTrials(
	{conclusion, changed, baseline}: TrialsEnd,
	limits: Limits,
	earlier: string | null = null,
) {
	const {state} = conclusion;
	const ended = endedOf(conclusion);
	const failure = ended && (await failureOf(ended));
	return {
		state: stateOf(state),
		reason: reasonOf(conclusion, {limits, changed, earlier, tail: failure?.tail ?? ''}),
		isUnrunnable: state === 'cannot-run',
		stoppedBy: state === 'stopped' ? conclusion.by : null,
		baseline,
		dropped: droppedBy(conclusion),
		changedFiles: changed,
		failure,
	};
}

type Limits = Pick<VerifyRequest, 'timeoutMs' | 'budgetMs'>;

/** @param tail of the output, without secrets */
function reasonOf(
	conclusion: TrialsEnd['conclusion'],
	{limits, changed, earlier, tail}: {limits: Limits; changed: string[]; earlier: string | null; tail: string},
): string {
	const {state} = conclusion;
	if (state === 'failed') return `passes without ${count(droppedBy(conclusion).length, 'change')}`;
	if (state === 'unsteady') return 'failed once and passed once with the same changes';
	if (state === 'cannot-run') return `cannot run: ${lastLine(tail) || formatEnd(conclusion.ended[0])}`;
	if (state === 'unknown') return explainCut(conclusion.ended[0], limits.timeoutMs);
	if (state === 'files-changed') return `files of ${earlier ?? 'this run'} changed while it ran: ${changed.join(', ')}`;
	if (state === 'baseline-fails') {
		const what = earlier === null ? 'without the changes as well' : `with what ${earlier} wrote`;
		return `fails ${what} (${formatEnd(conclusion.ended[0])})`;
	}
	if (state !== 'stopped') return '';
	return conclusion.by === 'user'
		? 'at your request'
		: `the limit of ${limits.budgetMs / 1000} s for all runs was reached`;
}

/** Ids of changes. */
const droppedBy = (conclusion: TrialsEnd['conclusion']): string[] =>
	conclusion.state === 'failed'
		? conclusion.culprits.flatMap(({unit}) => unit.map(({proposal}) => proposal.change.id))
		: [];

function stateOf(state: TrialsEnd['conclusion']['state']): Verification['state'] {
	if (state === 'cannot-run' || state === 'files-changed') return 'unknown';
	return state === 'interrupted' ? 'stopped' : state;
}

/** The run of the command that shows it. */
function endedOf(conclusion: TrialsEnd['conclusion']): JudgedEnd | null {
	if (conclusion.state === 'files-changed') return conclusion.ended;
	return 'ended' in conclusion ? conclusion.ended[0] : null;
}

const lastLine = (text: string) => oneLine(text.trimEnd().split('\n').at(-1) ?? '');

function explainCut(end: CommandEnd, timeoutMs: number): string {
	if (end.isTimeout) return `took longer than ${timeoutMs / 1000} s`;
	return end.exitCode === 125 ? 'cannot judge these files (exit code 125)' : `was cut off (${formatEnd(end)})`;
}
