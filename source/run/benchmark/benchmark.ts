import {Failure} from '../../failure.ts';
import {Stop} from '../../llm/guard.ts';
import {choiceOf} from '../../llm/providers/registry.ts';
import type {Context} from '../context.ts';
import {withEvents} from '../generators.ts';
import type {Control} from './control.ts';
import type {BenchmarkEvent, BenchmarkSnapshot, ProviderSnapshot} from './events.ts';
import {type Guards, openGuards} from './guard-entrants.ts';
import {resultOf} from './make-result.ts';
import type {BenchmarkPlan} from './plan.ts';
import {noProgress, type Progress} from './progress.ts';
import {measuredOf} from './provider-result.ts';
import type {BenchmarkOptions} from './request.ts';
import type {BenchmarkResult} from './result.ts';
import {dropState, saveState} from './state-file.ts';
import {type Turn, takeTurn} from './take-turn.ts';

const betweenSnapshotsMs = 100;
const betweenSavesMs = 5000;

/**
 * Measures the providers, one after the other. If the signal aborts, the result has what was measured until then: it is
 * partial, and a state file next to the report lets a later run continue.
 * @throws {Failure} if the budget's ledger or the state cannot be written; guard `budget-spent` if the interrupted run has spent
 * the budget already
 */
export const runBenchmark = (plan: BenchmarkPlan, control: Control, context: Context) =>
	withEvents<BenchmarkEvent, BenchmarkResult>(
		(emit, signal) => run(plan, control, {...context, signal}, emit),
		context.signal,
	);

async function run(
	plan: BenchmarkPlan,
	control: Control,
	context: Context,
	emit: (event: BenchmarkEvent) => void,
): Promise<BenchmarkResult> {
	const {request, before, entrants, places, dataSet} = plan;
	const {options, settings, machine} = request;
	const {tick} = machine;
	const startedAtMs = before?.startedAtMs ?? context.now();
	const turns = entrants.map(
		(entrant): Turn => ({
			entrant,
			learned: [],
			progress: before?.providers.find(({name}) => name === entrant.name) ?? noProgress(entrant.name),
			state: 'waiting',
			stop: null,
			inFlight: 0,
			warm: 0,
		}),
	);
	const guards = openGuards(plan, context, () => show());
	let shownAt = Number.NEGATIVE_INFINITY;
	let savedAt = tick();
	let saving: Promise<void> = Promise.resolve();
	let isEnded = false;

	const show = (isUrgent = false) => {
		if (!isUrgent && tick() - shownAt < betweenSnapshotsMs) return;
		shownAt = tick();
		const snapshot: BenchmarkSnapshot = {
			...{startedAtMs, atMs: context.now()},
			phase: isEnded ? 'ended' : control.isPaused ? 'paused' : 'running',
			providers: turns.map(turn => snapshotOf(turn, options, guards)),
			budget: guards.budget.state,
		};
		emit({type: 'snapshot', snapshot});
	};
	const progress = (): Progress => ({startedAtMs, providers: turns.map(turn => turn.progress)});
	const result = () =>
		resultOf(plan, turns, {
			startedAtMs,
			endedAtMs: context.now(),
			isInterrupted: context.signal.aborted,
			isUnderWay: !isEnded,
			budget: guards.budget.state,
		});
	const save = () => {
		const ground = {options, dataSet: dataSet.hash, providers: entrants.map(({name}) => name)};
		saving = saving.then(() => saveState(places, ground, progress()));
		// Errors are thrown when it is awaited at the end.
		saving.catch(() => {});
	};

	control.begin(result);
	try {
		await countSpent(before, settings.budgetPeriod, guards);
		show(true);
		for (const turn of turns) {
			await takeTurn(turn, {
				...{request, guards, control, context},
				onCheck(check) {
					turn.learned.push(check);
					emit({type: 'provider-check', provider: choiceOf(turn.entrant.provider), check});
				},
				onSample(sample, isWarmUp, trouble) {
					emit({type: 'sample', name: turn.entrant.name, sample, isWarmUp, trouble});
					// During a pause no later snapshot would show the sample.
					show(control.isPaused);
					if (tick() - savedAt < betweenSavesMs) return;
					savedAt = tick();
					save();
				},
				onState: () => show(true),
			});
		}
	} catch (error) {
		if (!context.signal.aborted) throw error;
	} finally {
		await guards.budget.close();
	}
	isEnded = true;
	show(true);
	const isWhole = turns.every(({progress}) => progress.samples.length >= options.iterations);
	if (!isWhole) save();
	await saving;
	if (isWhole) await dropState(places);
	return result();
}

/** Charges what the interrupted run spent to a budget per run. Daily and monthly budgets have a ledger. */
async function countSpent(before: Progress | null, period: string, {budget}: Guards): Promise<void> {
	const spent = before?.providers.reduce((sum, one) => sum + spentBy(one), 0) ?? 0;
	if (spent === 0 || period !== 'run') return;
	try {
		const held = await budget.reserve(spent);
		await held.settle(spent);
	} catch (error) {
		if (!(error instanceof Stop)) throw error;
		throw new Failure('guard', 'budget-spent', error.message, error.remedy);
	}
}

const spentBy = ({samples, warmUp, calledOff}: Progress['providers'][number]) =>
	samples.reduce((sum, {costUsd}) => sum + costUsd, warmUp.costUsd + calledOff.costUsd);

function snapshotOf(turn: Turn, {warmUp, iterations}: BenchmarkOptions, {circuits}: Guards): ProviderSnapshot {
	const {entrant, progress, state, stop, inFlight, warm} = turn;
	return {
		...measuredOf(turn),
		...{state, stop, inFlight},
		warmUp: {done: warm, of: warmUp},
		done: progress.samples.length,
		of: iterations,
		circuit: circuits.of(entrant.provider).state,
	};
}
