import {verdictsOn} from '../../run/benchmark/acceptance.ts';
import {costText} from '../../run/benchmark/cost-text.ts';
import {complexities} from '../../run/benchmark/data-set.ts';
import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import {portionOf, type Share} from '../../run/benchmark/figures.ts';
import {neededForPercentile, percentileInterval} from '../../run/benchmark/intervals.ts';
import {intervalText} from '../../run/benchmark/report/measured.ts';
import {pad, padStart} from '../../text/cells.ts';
import {fineMoney, percent, rate, seconds} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {type Line, line, type Span, span, type Tone, wrapLine} from '../text/line.ts';

const labelCells = 11;
const factLabel = (text: string) => span(pad(text, labelCells, ''));

export function latencyLines({figures: {latency, throughputPerSecond, answered}, timesMs}: ProviderSnapshot): Line[] {
	if (!latency) return [line('latency', 'strong'), line('no answers yet')];
	const figure = (name: string, ms: number, interval = ''): Line => [
		factLabel(name),
		span(padStart(seconds(ms), 8)),
		span(interval === '' ? '' : `  ${interval}`),
	];
	const interval = (part: number) =>
		intervalText(percentileInterval(timesMs, part), neededForPercentile(part), seconds);
	return [
		[span('latency', 'strong'), span(` of ${count(answered, 'answer')}, with 95% intervals`)],
		figure('mean', latency.meanMs),
		figure('median', latency.p50Ms, interval(0.5)),
		figure('P95', latency.p95Ms, interval(0.95)),
		figure('P99', latency.p99Ms, interval(0.99)),
		[factLabel('throughput'), span(padStart(rate(throughputPerSecond), 8))],
	];
}

const words = {
	pass: ['pass', 'good'],
	fail: ['FAIL', 'bad'],
	investigate: ['investigate', 'warning'],
	unknown: ['unknown', 'plain'],
} as const satisfies Record<string, readonly [string, Tone]>;

export function limitLines({figures}: ProviderSnapshot): Line[] {
	return [
		line('limits', 'strong'),
		...verdictsOn(figures).map(({limit, verdict}): Line => {
			const [word, tone] = words[verdict];
			return [span(pad(limit, 22, '')), span(word, tone)];
		}),
	];
}

export function classLines({byComplexity}: ProviderSnapshot): Line[] {
	const rows = complexities.flatMap((complexity): Line[] => {
		const figures = byComplexity[complexity];
		if (!figures) return [];
		const {latency, expected, isAsExpected} = figures;
		const verdict: Span =
			isAsExpected === null ? span('no answer yet') : isAsExpected ? span('met', 'good') : span('missed', 'warning');
		const times = [latency?.meanMs, latency?.p95Ms].map(ms => padStart(seconds(ms), 10)).join('');
		return [[factLabel(complexity), span(`${times}  ${pad(expected, 10, '')}`), verdict]];
	});
	if (rows.length === 0) return [];
	const head = [
		span('by difficulty', 'strong'),
		span(`${padStart('mean', labelCells + 10 - 'by difficulty'.length)}${padStart('P95', 10)}  target`),
	];
	return [head, ...rows];
}

const shareText = (share: Share) =>
	share.of === 0 ? '-' : `${percent(portionOf(share))} (${share.hits} of ${share.of})`;

export function answerLines({figures: {success, accuracy, confidence}}: ProviderSnapshot, width: number): Line[] {
	if (success.of === 0) return [];
	const {all, ...aspects} = accuracy;
	const each = Object.entries(aspects).map(([aspect, share]) => `${aspect} ${percent(portionOf(share))}`);
	return [
		line('answers', 'strong'),
		[factLabel('parsed'), span(shareText(success))],
		[factLabel('right'), span(shareText(all))],
		...wrapLine([factLabel(''), span(each.join(', '))], width, factLabel('').text),
		[factLabel('confidence'), span(confidence === null ? '-' : confidence.toFixed(2))],
	];
}

export function costLines(provider: ProviderSnapshot): Line[] {
	const {costUsd, atWorstUsd, costPerRequestUsd: each} = provider.figures;
	const head = span(pad('cost', labelCells, ''), 'strong');
	if (!provider.isMetered) return [[head, span(costText(provider, costUsd))]];
	const unsure = atWorstUsd > 0 ? `; ${fineMoney(atWorstUsd)} of it may not have been spent` : '';
	const lines: Line[] = [
		[head, span(`${fineMoney(costUsd)}, ${fineMoney(each)} per request`)],
		[factLabel(''), span(`excluding the warm-up${unsure}`)],
	];
	if (each === null) return lines;
	const monthly = `${fineMoney(each * 1000)} at 1,000 requests, ${fineMoney(each * 10_000)} at 10,000`;
	return [...lines, [factLabel('per month'), span(monthly)]];
}

export function errorLines({figures: {errors}}: ProviderSnapshot, last: string | undefined, width: number): Line[] {
	const kinds = Object.entries(errors)
		.toSorted(([, a], [, b]) => b - a)
		.map(([kind, many]): Line => [span(padStart(`${many}`, 5), 'bad'), span(`  ${safe(kind)}`)]);
	const latest = last === undefined ? [] : wrapLine([span(`latest: ${safe(last)}`)], width, '  ');
	const lines = [...kinds, ...latest];
	return lines.length === 0 ? [] : [line('errors', 'strong'), ...lines];
}
