import {aliasOf} from '../../../settings/providers.ts';
import {between, fineMoney, percent, rate, seconds, whole} from '../../../text/figures.ts';
import {complexities} from '../data-set.ts';
import {partOf} from '../figures.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {enough, isFew} from './few.ts';
import {code, few, share, table} from './table.ts';

type Providers = readonly ProviderResult[];

export function latency(providers: Providers): string {
	return table(
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
	const note = `\\* Few samples: P95 has an upper bound from ${enough.p95} answers on, P99 from ${enough.p99}; until then the figure says little of rare slow answers.`;
	const bounds = table(
		['95 % confidence', 'answers', 'mean', 'median', 'P95', 'P99'],
		providers.map(({name, figures, intervals}) => [
			code(name),
			whole(figures.answered),
			between(intervals.meanMs, seconds),
			between(intervals.p50Ms, seconds),
			between(intervals.p95Ms, seconds),
			between(intervals.p99Ms, seconds),
		]),
	);
	return [
		...(hasFew ? [note] : []),
		'Latency is from the call of the provider to its answer, of all requests that were answered; for the client programs it holds their start. Throughput is 1 / mean latency. A question mark is a bound that so few answers do not tell.',
		bounds,
	].join('\n\n');
}

export function reliability(providers: Providers): string {
	const rows = providers.map(({name, figures, intervals, achievedPerSecond}) => [
		code(name),
		share(figures.success),
		between(intervals.success, percent),
		rate(achievedPerSecond),
	]);
	return [
		table(['provider', 'success', '95 % confidence', 'requests a second'], rows),
		'Success: answers that a run would take, of all requests. Requests a second: all that ended, failed ones too, in the time in which any was out.',
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
	const note = 'What begins with *answer* came, and a run would not take it.';
	return [table(['provider', 'error', 'times', 'of its requests'], rows), note];
}

export function accuracy(providers: Providers): string {
	const rows = providers.map(({name, figures: {accuracy, confidence, sure}, intervals}) => [
		code(name),
		share(accuracy.all),
		between(intervals.accuracy, percent),
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
		'95 % confidence',
		'number',
		'range',
		'type',
		'text',
		'mean confidence',
		'sure enough',
	];
	return `${table(columns, rows)}\n\nAnswers that succeeded, held against the ground truth: the number of changed places, whether they lie in the lines that were to be changed, whether they add, modify or delete, and whether the file reads as it should afterwards; right are those to which all of this applies. Confidence is the model's own; sure enough: at least as confident as the data set wants.`;
}

export function cost({budget}: BenchmarkResult, providers: Providers): string {
	const rows = providers.map(({name, figures, monthlyUsd, warmUp, calledOff, isMetered, isLocal}) => [
		code(name),
		isMetered ? fineMoney(figures.costUsd) : isLocal ? 'free' : 'free with its subscription',
		fineMoney(figures.costPerRequestUsd),
		fineMoney(monthlyUsd?.at1000 ?? null),
		fineMoney(monthlyUsd?.at10000 ?? null),
		whole(figures.tokens.input),
		whole(figures.tokens.cachedInput),
		whole(figures.tokens.output),
		fineMoney(warmUp.costUsd + calledOff.costUsd),
	]);
	const columns = [
		'provider',
		'total',
		'a request',
		'a month of 1,000',
		'a month of 10,000',
		'tokens in',
		'of them cached',
		'tokens out',
		'not in the total',
	];
	const worst = providers.filter(({figures}) => figures.atWorstUsd > 0);
	const charged = worst.map(({name, figures}) => `${fineMoney(figures.atWorstUsd)} of ${code(name)}`).join(', ');
	return [
		table(columns, rows),
		'Not in the total: requests to warm up, and those that were called off.',
		...(worst.length > 0
			? [
					`What a request used that failed while it may have been worked on is not known: it is charged at worst, as the budget has to. So ${charged} may not have been spent. What a request and a month cost is the mean of the answered requests, without these charges.`,
				]
			: []),
		`${fineMoney(budget.usedUsd)} of a budget of ${fineMoney(budget.limitUsd)} were used in all.`,
	].join('\n\n');
}

export function classes(providers: Providers): string {
	const rows = providers.flatMap(({name, byComplexity}) =>
		complexities.flatMap(complexity => {
			const own = byComplexity[complexity];
			if (!own) return [];
			const isAsExpected = own.isAsExpected === null ? '-' : own.isAsExpected ? 'yes' : 'no';
			return [
				[
					code(name),
					complexity,
					whole(own.requests),
					seconds(own.latency?.meanMs),
					seconds(own.latency?.p95Ms),
					own.expected,
					isAsExpected,
					percent(partOf(own.success)),
					share(own.accuracy.all),
				],
			];
		}),
	);
	const columns = ['provider', 'class', 'requests', 'mean', 'P95', 'expected', 'as expected', 'success', 'right'];
	return `${table(columns, rows)}\n\nSimple: suggestions and fixes of a line. Medium: several lines, diffs, moderate refactoring. Complex: security, architecture, several places or options. The mean is held against what is expected; faster is as expected.`;
}
