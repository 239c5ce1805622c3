import {type Ending, exitCodeOf} from '../../exit-code.ts';
import type {BudgetState} from '../../llm/guards/budget.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import {choiceOf} from '../../llm/providers/registry.ts';
import {verdictsOn} from './acceptance.ts';
import {cautionsOn} from './cautions.ts';
import {countByComplexity} from './data-set.ts';
import type {MeasuredProvider, StopBy} from './events.ts';
import {figuresByComplexity, figuresOf, requiredConfidence} from './figures.ts';
import {meanInterval, percentileInterval, shareInterval} from './intervals.ts';
import {rightByComment} from './paired-test.ts';
import type {BenchmarkPlan} from './plan.ts';
import type {ProviderProgress} from './progress.ts';
import {advise} from './recommendation.ts';
import type {BenchmarkOptions} from './request.ts';
import type {BenchmarkResult, ProviderResult} from './result.ts';
import type {Turn} from './take-turn.ts';

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
export function resultOf(plan: BenchmarkPlan, turns: readonly Turn[], course: Course): BenchmarkResult {
	const {request, dataSet, notes, hardware, leftOut, places} = plan;
	const {machine, options, settings} = request;
	const providers = turns.map(turn => providerResult(turn, options, course));
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

/** The checks, replaced by later results of the same name. */
const updated = (checks: readonly ProviderCheck[], learned: readonly ProviderCheck[]) =>
	checks.map(check => learned.findLast(({name}) => name === check.name) ?? check);

const measuredProgress = new WeakMap<ProviderProgress, MeasuredProvider>();

/** Cached until another request ends, because snapshots are frequent and only one provider is active. */
export function measuredOf({entrant: {provider, name, tasks}, progress}: Turn): MeasuredProvider {
	const {samples} = progress;
	const before = measuredProgress.get(progress);
	if (before?.figures.requests === samples.length) return before;
	const {address, isLocal, isMetered} = provider;
	const wanted = requiredConfidence(tasks);
	const measured = {
		...choiceOf(provider),
		...{name, address, isLocal, isMetered},
		figures: figuresOf(samples, wanted),
		byComplexity: figuresByComplexity(samples, wanted),
		timesMs: samples.flatMap(({latencyMs}) => latencyMs ?? []),
	};
	measuredProgress.set(progress, measured);
	return measured;
}

function providerResult(turn: Turn, options: BenchmarkOptions, {isUnderWay}: Course): ProviderResult {
	const {entrant, learned, progress, stop} = turn;
	const {price, checks} = entrant;
	const {samples, warmUp, calledOff, activeMs} = progress;
	const {figures, byComplexity, timesMs, ...whose} = measuredOf(turn);
	const perRequest = figures.costPerRequestUsd;
	const isOpen = samples.length < options.iterations;
	return {
		...whose,
		price,
		checks: updated(checks, learned).map(({name, status, detail}) => ({name, status, detail})),
		stop: stop ?? (isOpen ? {by: 'interruption', reason: isUnderWay ? underWay : interrupted, remedy: ''} : null),
		figures,
		intervals: {
			meanMs: meanInterval(timesMs),
			p50Ms: percentileInterval(timesMs, 0.5),
			p95Ms: percentileInterval(timesMs, 0.95),
			p99Ms: percentileInterval(timesMs, 0.99),
			success: shareInterval(figures.success),
			accuracy: shareInterval(figures.accuracy.all),
		},
		achievedPerSecond: activeMs > 0 ? (1000 * samples.length) / activeMs : null,
		monthlyUsd: perRequest === null ? null : {at1000: perRequest * 1000, at10000: perRequest * 10_000},
		byComplexity,
		verdicts: verdictsOn(figures),
		rightByComment: rightByComment(samples),
		warmUp,
		calledOff,
		timesMs,
	};
}
