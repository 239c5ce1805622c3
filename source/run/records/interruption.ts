import {formatUnknown} from '../../delivery/delivery-lines.ts';
import {undoCommand, undoOf} from '../../delivery/publish/report-publication.ts';
import {isHostStep, type PublicationStep} from '../../delivery/steps/table.ts';
import {advise, Failure, inLines, type Remedy} from '../../failure.ts';
import type {Spending} from '../../llm/metrics.ts';
import {moneyAtMost} from '../../text/figures.ts';
import {count, someNames} from '../../text/sentences.ts';
import {commitsOf} from '../../worktree/commit/commit-step.ts';
import {inspect} from '../../worktree/inspect.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Repository} from '../../worktree/repository.ts';
import {effectsOf, nothingUnknown, noWrites, sumOfWrites, type UnknownSteps} from '../../worktree/run-effects.ts';
import {continueCommand} from '../../worktree/run-id.ts';
import type {BrokenRun, Run} from '../../worktree/run-record.ts';
import type {Context} from '../context.ts';
import {listUnfinished} from './unfinished.ts';

/** What an interrupted run has come to, and the commands that lead on from there. */
export type Interruption = {
	/** Of what was interrupted: the run, or the one that reverts it. Null if it has recorded nothing. */
	runId: string | null;
	/** Paths that it has left changed and that are not committed. */
	files: string[];
	/** Object ids of its commits, oldest first. */
	commits: string[];
	/** Whether the pull request has them. */
	pushed: boolean;
	/** How many of its writes to the pull request are done, and of how many. */
	written: number;
	of: number;
	/** Of those that are done. */
	replies: number;
	resolved: number;
	/** Of how many steps it is not known whether they took effect. */
	unknown: UnknownSteps;
	/** What its questions to models have cost; null for a run of another process. */
	spent: Spending | null;
	/** The command that goes on; null if nothing of it is open. */
	continue: string | null;
	/** The command that undoes it; null if there is nothing to undo. */
	undo: string | null;
};

/** A run that changed nothing. */
const noInterruption: Interruption = {
	...{runId: null, files: [], commits: [], pushed: false, written: 0, of: 0, replies: 0, resolved: 0},
	...{unknown: nothingUnknown, spent: null, continue: null, undo: null},
};

/** Where a run is recorded, and its files are. */
type RunPlace = Pick<Repository, 'records' | 'root'>;

/**
 * Reads what a run has come to from its record and its files.
 * @param id null: it has none
 * @param isOurs whether this process took its steps: what it had begun it has completed
 */
export async function readInterruption(
	{id, place, isOurs}: InterruptedSite & {isOurs: boolean},
	context: Context,
): Promise<Interruption> {
	const all = id === null ? [] : await openJournal(place.records, context).list();
	const named = all.find((run): run is Run => run.id === id && run.state !== 'broken');
	return named ? interruptionOf(named, all, {place, isOurs}) : noInterruption;
}

async function interruptionOf(
	named: Run,
	all: readonly (Run | BrokenRun)[],
	{place, isOurs}: Pick<InterruptedSite, 'place'> & {isOurs: boolean},
): Promise<Interruption> {
	const open = listUnfinished(all).find(({ids}) => ids.includes(named.id));
	const run = open?.run ?? named;
	const isUndo = open !== undefined && open.kind !== 'apply';
	// What is to be reverted has come to its end before; the run that reverts it counts.
	const ids = [run.id, ...(open?.ids ?? [])].filter(id => open?.kind !== 'revert' || id !== run.id);
	const involved = all.filter((one): one is Run => one.state !== 'broken' && ids.includes(one.id));
	const effects = effectsOf(involved.toReversed(), !isOurs);
	const done = open?.kind === 'undo' ? noWrites : effects.done;
	const writes = open?.kind === 'undo' ? [] : involved.flatMap(({publication}) => publication.filter(isToCount));
	const changed = await Promise.all(involved.map(one => changedFiles(one, place)));
	return {
		runId: (involved[0] ?? run).id,
		files: [...new Set(changed.flat())],
		commits: effects.commits.map(({oid}) => oid),
		pushed: effects.isPushed,
		written: sumOfWrites(done),
		of: writes.length,
		replies: done.replies,
		resolved: done.resolved,
		unknown: effects.unknown,
		spent: null,
		continue: open ? (isUndo ? undoCommand(run.id, open.kind === 'revert') : continueCommand(run.id)) : null,
		undo: isUndo ? null : undoOf(run),
	};
}

const isToCount = (step: PublicationStep) => isHostStep(step) && step.state !== 'skipped';

async function changedFiles(run: Run, place: RunPlace): Promise<string[]> {
	const {root} = place;
	if (root === null || run.state === 'undone' || commitsOf(run).length > 0) return [];
	const states = await inspect(root, run);
	return states.flatMap(({file, state}) => {
		const isOurs = state === 'after' || state === 'trial' || (state === 'edited' && run.written.includes(file.path));
		return isOurs && !(state === 'after' && file.after === file.before) ? [file.path] : [];
	});
}

/** The same in sentences; the last ones are the commands, each by itself to be copied. */
export const interruptionLines = (facts: Interruption): Remedy[] => [
	...leftLines(facts),
	...spentLines(facts),
	...(facts.continue === null ? [] : [advise`To finish it, ${{kind: 'continue', command: facts.continue}}`]),
	...(facts.undo === null ? [] : [advise`To undo it, ${{kind: 'undo', command: facts.undo}}`]),
];

/** The same in one line. */
export function interruptionLine(facts: Interruption): string {
	const ways = [
		...(facts.continue === null ? [] : [`to finish it, run \`${facts.continue}\``]),
		...(facts.undo === null ? [] : [`to undo it, run \`${facts.undo}\``]),
	].join('; ');
	return [...leftLines(facts), ...(ways === '' ? [] : [`${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`])].join(' ');
}

const spentLines = ({spent}: Interruption): string[] =>
	spent && spent.costUsd > 0 ? [`Its questions cost ${moneyAtMost(spent.costUsd, spent.unknownCosts)}.`] : [];

function leftLines({runId, files, commits, pushed, written, of, unknown}: Interruption): string[] {
	if (runId === null) return ['Nothing was written.'];
	const names = commits.map(oid => oid.slice(0, 10)).join(', ');
	const where = pushed ? 'pushed to the pull request' : 'not pushed';
	const lost = formatUnknown(unknown);
	return [
		...(files.length > 0
			? [`Run ${runId} left ${count(files.length, 'file')} changed and not committed: ${someNames(files)}.`]
			: []),
		...(commits.length > 0 ? [`Run ${runId} made ${count(commits.length, 'commit')}, ${where}: ${names}.`] : []),
		...(files.length + commits.length === 0 ? [`Run ${runId} left no file changed.`] : []),
		...(of > 0 ? [`Written to the pull request: ${written} of ${of}.`] : []),
		...(lost === null ? [] : [lost]),
	];
}

/** A run, and where it is recorded. */
export type InterruptedSite = {
	/** Null if it has no record. */
	id: string | null;
	place: RunPlace;
	/** Default: null, as in `Interruption`. */
	spent?: Spending | null;
	/** Whether any other failure has the same facts too. Default: no. */
	tellsFailures?: boolean;
};

/** Does some work; if it was interrupted, the failure has what is left of the run. @param siteOf as it is then */
export async function withInterruption<Result>(
	work: () => Promise<Result>,
	siteOf: () => InterruptedSite,
	context: Context,
): Promise<Result> {
	try {
		const result = await work();
		context.signal.throwIfAborted();
		return result;
	} catch (error) {
		throw await explainInterruption(error, siteOf(), context);
	}
}

/** An interruption with what is left of the run, and what leads on from there; other errors as they are. */
export async function explainInterruption(error: unknown, site: InterruptedSite, context: Context): Promise<unknown> {
	// After an interruption, other errors are its consequences.
	const reason = context.signal.aborted ? context.signal.reason : error;
	// In the app, a person stops the work alone.
	const isStopped = context.signal.aborted && reason instanceof Error && reason.name === 'AbortError';
	const isInterruption = isStopped || (reason instanceof Failure && reason.kind === 'interrupted');
	const isTold = site.tellsFailures === true && site.id !== null && error instanceof Failure;
	if (!isInterruption && !isTold) return error;
	const facts = {...(await readInterruption({...site, isOurs: true}, context)), spent: site.spent ?? null};
	const details: InterruptionDetails = {interruption: facts};
	if (!isInterruption) return isTold ? error.withDetails(details) : error;
	const message = reason instanceof Failure ? reason.message : 'stopped';
	return new Failure('interrupted', 'interrupted', message, inLines(interruptionLines(facts)), {details});
}

type InterruptionDetails = {interruption: Interruption};

/** What an interruption has left, if a failure has it. */
export const interruptionIn = (failure: unknown): Interruption | null =>
	failure instanceof Failure ? ((failure.details as Partial<InterruptionDetails>).interruption ?? null) : null;

/** The failure of a command that writes while files of an earlier run may be half-written. */
export async function interruptedFailure(run: Run, place: RunPlace, context: Context): Promise<Failure> {
	const facts = await readInterruption({id: run.id, place, isOurs: false}, context);
	const what = run.phase === 'undoing' ? 'Undoing the run' : 'The run';
	const details: InterruptionDetails = {interruption: facts};
	return new Failure(
		...(['failed', 'interrupted-run', `${what} ${run.id} (${run.pullRequest}) was interrupted.`] as const),
		inLines(interruptionLines(facts)),
		{details},
	);
}
