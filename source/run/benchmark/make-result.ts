import {type Ending, exitCodeOf} from '../../exit-code.ts';
import type {BudgetState} from '../../llm/guards/budget.ts';
import {cautionsOn} from './cautions.ts';
import {countByComplexity} from './data-set.ts';
import type {StopBy} from './events.ts';
import type {BenchmarkPlan} from './plan.ts';
import {type Measured, providerResult} from './provider-result.ts';
import {advise} from './recommendation.ts';
import type {BenchmarkResult, ProviderResult} from './result.ts';

type Course = {
	startedAtMs: number;
	endedAtMs: number;
	isInterrupted: boolean;
	/** The benchmark is still running. */
	isUnderWay: boolean;
	budget: BudgetState;
};

const underWay = 'it was still running when this was written';
const interrupted = 'the benchmark was interrupted';

/** The result of a benchmark: the source of report, table and JSON. */
export function resultOf(plan: BenchmarkPlan, turns: readonly Measured[], course: Course): BenchmarkResult {
	const {request, dataSet, notes, hardware, leftOut, places} = plan;
	const {machine, options, settings} = request;
	const providers = turns.map(turn => {
		const isOpen = turn.progress.samples.length < options.iterations;
		return providerResult(turn, isOpen, course.isUnderWay ? underWay : interrupted);
	});
	return {
		schema: 'pr-resolve/benchmark@1',
		partial: providers.some(({stop}) => stop !== null),
		startedAt: new Date(course.startedAtMs).toISOString(),
		endedAt: new Date(course.endedAtMs).toISOString(),
		command: machine.command,
		versions: machine.versions,
		options,
		dataSet: {source: dataSet.source, hash: dataSet.hash, entries: countByComplexity(dataSet.entries)},
		notes,
		hardware,
		providers,
		leftOut: leftOut.map(({provider, name, reason, remedy}) => ({provider, name, reason, remedy})),
		advice: advise(providers),
		cautions: cautionsOn(providers, options),
		budget: {limitUsd: settings.costBudget, usedUsd: course.budget.settledUsd, isShared: course.budget.isShared},
		report: {path: places.report, chart: places.chart},
		exitCode: exitCodeOf(benchmarkEndings(providers, course)),
	};
}

/** A skipped provider is not a failure. */
const benchmarkEndingOfStop = {
	authentication: 'authentication',
	budget: 'guard',
	circuit: 'guard',
	store: 'guard',
	trouble: 'failed',
	person: 'done',
} as const satisfies Record<StopBy, Ending>;

function benchmarkEndings(providers: readonly ProviderResult[], {isInterrupted}: Course): Ending[] {
	const isNothing = providers.every(({figures}) => figures.success.hits === 0);
	const stops = providers.flatMap(({stop}) =>
		stop === null || stop.by === 'interruption' ? [] : benchmarkEndingOfStop[stop.by],
	);
	return [...stops, ...(isNothing ? (['failed'] as const) : []), ...(isInterrupted ? (['interrupted'] as const) : [])];
}
