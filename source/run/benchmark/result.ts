import {choiceOf} from '../../llm/choice.ts';
import type {Price} from '../../llm/models.ts';
import type {ModelChoice, ProviderCheck} from '../../llm/provider.ts';
import {type Verdict, verdictsOn} from './acceptance.ts';
import {type Complexity, complexities, countByComplexity} from './data-set.ts';
import type {StopBy} from './events.ts';
import {type Figures, figuresOf} from './figures.ts';
import type {Hardware} from './hardware.ts';
import {type Interval, meanInterval, percentileInterval, shareInterval} from './intervals.ts';
import type {LeftOut} from './lineup.ts';
import type {BenchmarkPlan} from './plan.ts';
import type {ProviderProgress} from './progress.ts';
import {type Advice, advise} from './recommendation.ts';
import type {BenchmarkOptions} from './request.ts';
import type {Sample} from './sample.ts';
import type {Turn} from './turn.ts';
import {wantedBy} from './wanted.ts';

/** What requests of one class came to, beside the latency that is expected of it. */
export type ClassFigures = Figures & {expected: string; isAsExpected: boolean | null};

/** Of the classes that were asked about. */
export type FiguresByComplexity = Partial<Record<Complexity, ClassFigures>>;

export type ProviderResult = ModelChoice & {
	name: string;
	address: string;
	isLocal: boolean;
	isMetered: boolean;
	/** US dollars per million tokens; null where they cost nothing. */
	price: Price | null;
	checks: readonly Pick<ProviderCheck, 'name' | 'status' | 'detail'>[];
	/** Null where all was asked. */
	stop: {by: StopBy | 'interruption'; reason: string; remedy: string} | null;
	figures: Figures;
	/** Bounds with 95 % confidence. */
	intervals: {
		meanMs: Interval;
		p50Ms: Interval;
		p95Ms: Interval;
		p99Ms: Interval;
		success: Interval;
		accuracy: Interval;
	};
	/** Requests that ended, a second of the time in which any was out. */
	achievedPerSecond: number | null;
	monthlyUsd: {at1000: number; at10000: number} | null;
	byComplexity: FiguresByComplexity;
	verdicts: Verdict[];
	/** Sent beside the requests that count. */
	warmUp: ProviderProgress['warmUp'];
	calledOff: ProviderProgress['calledOff'];
	/** Of the answered requests, in their order. */
	timesMs: readonly number[];
};

export type BenchmarkResult = {
	schema: 'pr-resolve/benchmark@1';
	/** Not everything was asked that was to be. */
	partial: boolean;
	/** ISO 8601. */
	startedAt: string;
	endedAt: string;
	command: string;
	versions: {prResolve: string; node: string};
	options: BenchmarkOptions;
	dataSet: {source: string; hash: string; entries: Record<Complexity, number>};
	notes: readonly string[];
	hardware: Hardware;
	providers: ProviderResult[];
	leftOut: readonly Omit<LeftOut, 'trouble'>[];
	advice: Advice[];
	budget: {limitUsd: number; usedUsd: number};
	report: {path: string; chart: string};
	exitCode: number;
};

type Ending = {
	startedAtMs: number;
	endedAtMs: number;
	isInterrupted: boolean;
	/** It goes on: this is how far it has come. */
	isUnderWay: boolean;
	usedUsd: number;
};

const underWay = 'it was still being asked when this was written';
const interrupted = 'the benchmark was interrupted';

/** What a benchmark came to. Everything that is shown of it is made from this. */
export function resultOf(plan: BenchmarkPlan, turns: readonly Turn[], ending: Ending): BenchmarkResult {
	const {request, dataSet, notes, hardware, leftOut, places} = plan;
	const {machine, options, settings} = request;
	const providers = turns.map(turn => providerResult(turn, options, ending));
	return {
		schema: 'pr-resolve/benchmark@1',
		partial: providers.some(({stop}) => stop !== null),
		startedAt: new Date(ending.startedAtMs).toISOString(),
		endedAt: new Date(ending.endedAtMs).toISOString(),
		command: machine.command,
		versions: machine.versions,
		options,
		dataSet: {source: dataSet.source, hash: dataSet.hash, entries: countByComplexity(dataSet.entries)},
		notes,
		hardware,
		providers,
		leftOut: leftOut.map(({name, reason, remedy}) => ({name, reason, remedy})),
		advice: advise(providers),
		budget: {limitUsd: settings.costBudget, usedUsd: ending.usedUsd},
		report: {path: places.report, chart: places.chart},
		exitCode: ending.isInterrupted ? 130 : exitCodeOf(providers),
	};
}

/** Authentication goes before guards, these before what failed (DESIGN 4). Who skips a provider has what they wanted. */
function exitCodeOf(providers: readonly ProviderResult[]): number {
	const stops = new Set(providers.map(({stop}) => stop?.by));
	if (stops.has('authentication')) return 4;
	if (stops.has('budget') || stops.has('circuit')) return 5;
	return stops.has('trouble') || providers.every(({figures}) => figures.success.hits === 0) ? 1 : 0;
}

function providerResult(
	{entrant, progress, stop}: Turn,
	options: BenchmarkOptions,
	{isUnderWay}: Ending,
): ProviderResult {
	const {provider, name, price, checks, tasks} = entrant;
	const {samples, warmUp, calledOff, activeMs} = progress;
	const wanted = wantedBy(tasks);
	const figures = figuresOf(samples, wanted);
	const timesMs = samples.flatMap(({latencyMs}) => latencyMs ?? []);
	const perRequest = figures.costPerRequestUsd;
	const isOpen = samples.length < options.iterations;
	return {
		...choiceOf(provider),
		name,
		address: provider.address,
		isLocal: provider.isLocal,
		isMetered: provider.isMetered,
		price,
		checks: checks.map(({name, status, detail}) => ({name, status, detail})),
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
		byComplexity: figuresByComplexity(samples, wanted),
		verdicts: verdictsOn(figures),
		warmUp,
		calledOff,
		timesMs,
	};
}

/** @param wanted the least confidence that an entry wants, by its id */
export function figuresByComplexity(
	samples: readonly Sample[],
	wanted: ReadonlyMap<string, number>,
): FiguresByComplexity {
	const classes = complexities.flatMap(complexity => {
		const own = samples.filter(sample => sample.complexity === complexity);
		return own.length > 0 ? [[complexity, classFigures(complexity, figuresOf(own, wanted))]] : [];
	});
	return Object.fromEntries(classes);
}

/** Seconds of latency that are expected of each class. */
const expected: Readonly<Record<Complexity, {text: string; mostMs: number}>> = {
	simple: {text: 'under 2 s', mostMs: 2000},
	medium: {text: '2-4 s', mostMs: 4000},
	complex: {text: '4-6 s', mostMs: 6000},
};

/** Faster than expected is as expected. */
function classFigures(complexity: Complexity, figures: Figures): ClassFigures {
	const {text, mostMs} = expected[complexity];
	return {...figures, expected: text, isAsExpected: figures.latency && figures.latency.meanMs <= mostMs};
}
