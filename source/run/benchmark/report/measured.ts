import {aliasOf} from '../../../settings/providers.ts';
import {between, fineMoney, percent, rate, seconds, whole} from '../../../text/figures.ts';
import {costText} from '../cost-text.ts';
import {complexities} from '../data-set.ts';
import {portionOf} from '../figures.ts';
import {type Interval, neededForMean, neededForPercentile} from '../intervals.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {code, few, reportTable, share} from './table.ts';

type Providers = readonly ProviderResult[];

/** Of a share: both bounds are known, or there are no answers. */
const shareIntervalText = ({low, high}: Interval) =>
	low === null || high === null ? '-' : between(low, high, percent);

/** Minimum answers for percentiles with an upper bound. */
const enough = {p95: neededForPercentile(0.95), p99: neededForPercentile(0.99)};

export const isFew = {
	p95: (answers: number) => answers < enough.p95,
	p99: (answers: number) => answers < enough.p99,
};

export function latency(providers: Providers): string {
	return reportTable(
		['provider', 'model', 'mean', 'median', 'P95', 'P99', 'throughput'],
		providers.map(({provider, model, effort, figures: {latency, answered, throughputPerSecond}}) => [
			code(aliasOf(provider)),
			code(effort === null ? model : `${model} (${effort})`),
			seconds(latency?.meanMs),
			seconds(latency?.p50Ms),
			few(seconds(latency?.p95Ms), isFew.p95(answered)),
			few(seconds(latency?.p99Ms), isFew.p99(answered)),
			rate(throughputPerSecond),
		]),
	);
}

export function notesOnLatency(providers: Providers): string {
	const hasFew = providers.some(({figures}) => isFew.p99(figures.answered));
	const note = `\\* Few answers: an upper bound of P95 needs ${enough.p95} answers, one of P99 needs ${enough.p99}. With fewer, rare slow answers may be missing.`;
	const bounds = reportTable(
		['95% interval', 'answers', 'mean', 'median', 'P95', 'P99'],
		providers.map(({name, figures, intervals}) => [
			code(name),
			whole(figures.answered),
			intervalText(intervals.meanMs, neededForMean, seconds),
			intervalText(intervals.p50Ms, neededForPercentile(0.5), seconds),
			intervalText(intervals.p95Ms, enough.p95, seconds),
			intervalText(intervals.p99Ms, enough.p99, seconds),
		]),
	);
	return [
		...(hasFew ? [note] : []),
		'Latency is the time from calling the provider to its answer, over all answered requests. For client programs it includes their start. Throughput is 1 / mean latency.',
		bounds,
	].join('\n\n');
}

export function reliability(providers: Providers): string {
	const rows = providers.map(({name, figures, intervals, achievedPerSecond}) => [
		code(name),
		share(figures.success),
		shareIntervalText(intervals.success),
		rate(achievedPerSecond),
	]);
	return [
		reportTable(['provider', 'success', '95% interval', 'requests per second'], rows),
		'Success: usable answers, out of all requests. Requests per second: all that finished, including failed ones, over the time with a request in flight.',
		...errors(providers),
	].join('\n\n');
}

function errors(providers: Providers): string[] {
	const rows = providers.flatMap(({name, figures}) =>
		Object.entries(figures.errors)
			.toSorted(([, a], [, b]) => b - a)
			.map(([kind, times]) => [code(name), kind, whole(times), percent(times / figures.requests)]),
	);
	if (rows.length === 0) return ['No request failed.'];
	const note = 'Errors that begin with *answer* are answers that arrived but are not usable.';
	return [reportTable(['provider', 'error', 'count', 'share of requests'], rows), note];
}

export function accuracy(providers: Providers): string {
	const rows = providers.map(({name, figures: {accuracy, confidence, sure}, intervals}) => [
		code(name),
		share(accuracy.all),
		shareIntervalText(intervals.accuracy),
		share(accuracy.number),
		share(accuracy.range),
		share(accuracy.type),
		share(accuracy.text),
		confidence === null ? '-' : confidence.toFixed(2),
		share(sure),
	]);
	const columns = [
		'provider',
		'right',
		'95% interval',
		'number',
		'range',
		'type',
		'text',
		'mean confidence',
		'sure enough',
	];
	return `${reportTable(columns, rows)}\n\nRight: usable answers that are right in every aspect that the data set contains: the number of changed places, their range of lines, their type (add, modify or delete) and the resulting text. Confidence is the model's own. Sure enough: at least as confident as the data set requires.`;
}

export function cost({budget}: BenchmarkResult, providers: Providers): string {
	const rows = providers.map(one => {
		const {name, figures, monthlyUsd, warmUp, calledOff} = one;
		return [
			code(name),
			costText(one, figures.costUsd),
			fineMoney(figures.costPerRequestUsd),
			fineMoney(monthlyUsd?.at1000 ?? null),
			fineMoney(monthlyUsd?.at10000 ?? null),
			whole(figures.tokens.input),
			whole(figures.tokens.cachedInput),
			whole(figures.tokens.output),
			fineMoney(warmUp.costUsd + calledOff.costUsd),
		];
	});
	const columns = [
		'provider',
		'total',
		'per request',
		'1,000 a month',
		'10,000 a month',
		'input tokens',
		'of these cached',
		'output tokens',
		'not in the total',
	];
	const worst = providers.filter(({figures}) => figures.atWorstUsd > 0);
	const charged = worst.map(({name, figures}) => `${fineMoney(figures.atWorstUsd)} of ${code(name)}`).join(', ');
	return [
		reportTable(columns, rows),
		'Not in the total: warm-up requests and canceled requests.',
		...(worst.length > 0
			? [
					`If a request fails after the provider may have started processing it, its usage is unknown and the budget counts its maximum cost. So ${charged} may not have been spent. The costs per request and per month are means of the answered requests, without these charges.`,
				]
			: []),
		`Used ${fineMoney(budget.usedUsd)} of a ${budget.isShared ? 'shared ' : ''}budget of ${fineMoney(budget.limitUsd)}.`,
	].join('\n\n');
}

export function classes(providers: Providers): string {
	const rows = providers.flatMap(({name, byComplexity}) =>
		complexities.flatMap(complexity => {
			const own = byComplexity[complexity];
			if (!own) return [];
			return [
				[
					code(name),
					complexity,
					whole(own.requests),
					seconds(own.latency?.meanMs),
					seconds(own.latency?.p95Ms),
					own.expected,
					own.isAsExpected === null ? '-' : own.isAsExpected ? 'met' : 'missed',
					percent(portionOf(own.success)),
					share(own.accuracy.all),
				],
			];
		}),
	);
	const columns = ['provider', 'difficulty', 'requests', 'mean', 'P95', 'target', 'mean on target', 'success', 'right'];
	return `${reportTable(columns, rows)}\n\nSimple: suggestions and one-line fixes. Medium: several lines, diffs, moderate refactoring. Complex: security, architecture, several places or options. The target is for the mean latency; a faster one meets it.`;
}

/** An interval in words. Without an upper bound: how many answers that needs. */
export function intervalText(interval: Interval, needed: number, show: (value: number) => string): string {
	const {low, high} = interval;
	if (high !== null) return low === null ? `at most ${show(high)}` : between(low, high, show);
	const needs = `needs ${needed} answers`;
	return low === null ? needs : `at least ${show(low)} (${needs})`;
}
