import {aliasOf} from '../../../settings/providers.ts';
import {between, fineMoney, percent, rate, seconds, whole} from '../../../text/figures.ts';
import {costText} from '../cost-text.ts';
import {complexities} from '../data-set.ts';
import {portionOf} from '../figures.ts';
import {type Interval, neededForMean, neededForPercentile} from '../intervals.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {code, few, reportTable, share} from './table.ts';

type Providers = readonly ProviderResult[];

const nameOf = ({name}: {name: string}) => code(name);

/** Of a share: both bounds are known, or there are no answers. */
const shareIntervalText = ({low, high}: Interval) =>
	low === null || high === null ? '-' : between(low, high, percent);

/** Minimum answers for percentiles with an upper bound. */
const enough = {p95: neededForPercentile(0.95), p99: neededForPercentile(0.99)};

/** P95 or P99, with a mark if there are too few answers for an upper bound. */
export const slowest = (which: 'p95' | 'p99', {figures: {latency, answered}}: ProviderResult) =>
	few(seconds(latency?.[`${which}Ms`]), answered < enough[which]);

export const latency = (providers: Providers): string =>
	reportTable(providers, {
		provider: ({provider}) => code(aliasOf(provider)),
		model: ({model, effort}) => code(effort === null ? model : `${model} (${effort})`),
		mean: ({figures}) => seconds(figures.latency?.meanMs),
		median: ({figures}) => seconds(figures.latency?.p50Ms),
		P95: one => slowest('p95', one),
		P99: one => slowest('p99', one),
		throughput: ({figures}) => rate(figures.throughputPerSecond),
	});

export function notesOnLatency(providers: Providers): string {
	const hasFew = providers.some(({figures}) => figures.answered < enough.p99);
	const note = `\\* Few answers: an upper bound of P95 needs ${enough.p95} answers, one of P99 needs ${enough.p99}. With fewer, rare slow answers may be missing.`;
	const bounds = reportTable(providers, {
		'95% interval': nameOf,
		answers: ({figures}) => whole(figures.answered),
		mean: ({intervals}) => intervalText(intervals.meanMs, neededForMean, seconds),
		median: ({intervals}) => intervalText(intervals.p50Ms, neededForPercentile(0.5), seconds),
		P95: ({intervals}) => intervalText(intervals.p95Ms, enough.p95, seconds),
		P99: ({intervals}) => intervalText(intervals.p99Ms, enough.p99, seconds),
	});
	return [
		...(hasFew ? [note] : []),
		'Latency is the time from calling the provider to its answer, over all answered requests. For client programs it includes their start. Throughput is 1 / mean latency.',
		bounds,
	].join('\n\n');
}

export const reliability = (providers: Providers): string =>
	[
		reportTable(providers, {
			provider: nameOf,
			success: ({figures}) => share(figures.success),
			'95% interval': ({intervals}) => shareIntervalText(intervals.success),
			'requests per second': ({achievedPerSecond}) => rate(achievedPerSecond),
		}),
		'Success: usable answers, out of all requests. Requests per second: all that finished, including failed ones, over the time with a request in flight.',
		...errors(providers),
	].join('\n\n');

function errors(providers: Providers): string[] {
	const rows = providers.flatMap(({name, figures: {errors, requests}}) =>
		Object.entries(errors)
			.toSorted(([, a], [, b]) => b - a)
			.map(([kind, times]) => ({name, kind, times, requests})),
	);
	if (rows.length === 0) return ['No request failed.'];
	const table = reportTable(rows, {
		provider: nameOf,
		error: ({kind}) => kind,
		count: ({times}) => whole(times),
		'share of requests': ({times, requests}) => percent(times / requests),
	});
	return [table, 'Errors that begin with *answer* are answers that arrived but are not usable.'];
}

export function accuracy(providers: Providers): string {
	const table = reportTable(providers, {
		provider: nameOf,
		right: ({figures}) => share(figures.accuracy.all),
		'95% interval': ({intervals}) => shareIntervalText(intervals.accuracy),
		number: ({figures}) => share(figures.accuracy.number),
		range: ({figures}) => share(figures.accuracy.range),
		type: ({figures}) => share(figures.accuracy.type),
		text: ({figures}) => share(figures.accuracy.text),
		'mean confidence': ({figures}) => figures.confidence?.toFixed(2) ?? '-',
		'sure enough': ({figures}) => share(figures.sure),
	});
	return `${table}\n\nRight: usable answers that are right in every aspect that the data set contains: the number of changed places, their range of lines, their type (add, modify or delete) and the resulting text. Confidence is the model's own. Sure enough: at least as confident as the data set requires.`;
}

export function cost({budget}: BenchmarkResult, providers: Providers): string {
	const table = reportTable(providers, {
		provider: nameOf,
		total: one => costText(one, one.figures.costUsd),
		'per request': ({figures}) => fineMoney(figures.costPerRequestUsd),
		'1,000 a month': ({monthlyUsd}) => fineMoney(monthlyUsd?.at1000 ?? null),
		'10,000 a month': ({monthlyUsd}) => fineMoney(monthlyUsd?.at10000 ?? null),
		'input tokens': ({figures}) => whole(figures.tokens.input),
		'of these cached': ({figures}) => whole(figures.tokens.cachedInput),
		'output tokens': ({figures}) => whole(figures.tokens.output),
		'not in the total': ({warmUp, calledOff}) => fineMoney(warmUp.costUsd + calledOff.costUsd),
	});
	const worst = providers.filter(({figures}) => figures.atWorstUsd > 0);
	const charged = worst.map(({name, figures}) => `${fineMoney(figures.atWorstUsd)} of ${code(name)}`).join(', ');
	return [
		table,
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
			return own ? [{...own, name, complexity}] : [];
		}),
	);
	const table = reportTable(rows, {
		provider: nameOf,
		difficulty: ({complexity}) => complexity,
		requests: ({requests}) => whole(requests),
		mean: ({latency}) => seconds(latency?.meanMs),
		P95: ({latency}) => seconds(latency?.p95Ms),
		target: ({expected}) => expected,
		'mean on target': ({isAsExpected}) => (isAsExpected === null ? '-' : isAsExpected ? 'met' : 'missed'),
		success: ({success}) => percent(portionOf(success)),
		right: ({accuracy}) => share(accuracy.all),
	});
	return `${table}\n\nSimple: suggestions and one-line fixes. Medium: several lines, diffs, moderate refactoring. Complex: security, architecture, several places or options. The target is for the mean latency; a faster one meets it.`;
}

/** An interval in words. Without an upper bound: how many answers that needs. */
export function intervalText(interval: Interval, needed: number, show: (value: number) => string): string {
	const {low, high} = interval;
	if (high !== null) return low === null ? `at most ${show(high)}` : between(low, high, show);
	const needs = `needs ${needed} answers`;
	return low === null ? needs : `at least ${show(low)} (${needs})`;
}
