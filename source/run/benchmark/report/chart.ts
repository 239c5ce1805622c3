import {escapeXml} from '../../../text/escape-xml.ts';
import {seconds} from '../../../text/figures.ts';
import type {ProviderResult} from '../result.ts';
import {histogramOf} from './histogram.ts';

const chartWidth = 880;
const left = 250;
const right = 30;
const rowHeight = 74;
const top = 64;
const bins = 90;

/** Distinguishable without color: each has its own row. */
const colours = ['#4c8dff', '#2fb380', '#e0913a', '#b07cf0', '#e0607e'];

/**
 * Draws the distributions of latency: a curve for each provider on a common logarithmic axis, with lines at the
 * median, P95 and P99. Readable on light and dark pages; contains no script.
 */
export function formatChart(providers: readonly ProviderResult[]): string {
	const shown = providers.filter(({timesMs}) => timesMs.length > 0);
	const all = shown.flatMap(({timesMs}) => timesMs);
	const range = axisRange(all);
	const x = (ms: number) =>
		left + ((Math.log10(ms) - range.from) / (range.to - range.from)) * (chartWidth - left - right);
	const bottom = top + Math.max(1, shown.length) * rowHeight;
	const rows = shown.map((one, index) =>
		row(one, top + (index + 1) * rowHeight, colours[index % colours.length] ?? '', range, x),
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartWidth} ${bottom + 52}" width="${chartWidth}" height="${bottom + 52}" role="img" aria-labelledby="title" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="12">
<title id="title">Latency distributions by provider</title>
<style>
text { fill: #59636e } .name { fill: #1f2328; font-weight: 600 } .grid { stroke: #8c959f; stroke-opacity: .28 } .base { stroke: #8c959f; stroke-opacity: .6 }
@media (prefers-color-scheme: dark) { text { fill: #9198a1 } .name { fill: #f0f6fc } }
</style>
<text class="name" x="20" y="30" font-size="15">Latency distributions</text>
<text x="${chartWidth - right}" y="30" text-anchor="end">lines: median, P95 (dashed), P99 (dotted); logarithmic axis</text>
${ticksOf(range)
	.map(
		ms =>
			`<line class="grid" x1="${coordinate(x(ms))}" x2="${coordinate(x(ms))}" y1="${top}" y2="${bottom}"/><text x="${coordinate(x(ms))}" y="${bottom + 22}" text-anchor="middle">${tick(ms)}</text>`,
	)
	.join('\n')}
${rows.join('\n') || `<text x="${chartWidth / 2}" y="${top + 40}" text-anchor="middle">No request was answered.</text>`}
</svg>
`;
}

type AxisRange = {from: number; to: number};

/** Decimal logarithms of milliseconds, with a margin. */
function axisRange(times: readonly number[]): AxisRange {
	if (times.length === 0) return {from: 1, to: 4};
	const logs = times.map(ms => Math.log10(Math.max(ms, 0.01)));
	const [low, high] = [Math.min(...logs), Math.max(...logs)];
	const margin = Math.max(0.08, (high - low) * 0.04);
	return {from: low - margin, to: high + margin};
}

/** 1, 2 and 5 of each power of ten, with fewer on a wide range. */
function ticksOf({from, to}: AxisRange): number[] {
	const steps = to - from > 2.5 ? [1] : [1, 2, 5];
	const powers = Array.from({length: Math.ceil(to) - Math.floor(from) + 1}, (_, index) => Math.floor(from) + index);
	const ticks = powers.flatMap(power => steps.map(step => step * 10 ** power));
	return ticks.filter(ms => Math.log10(ms) >= from && Math.log10(ms) <= to);
}

const tick = (ms: number) => (ms >= 1000 ? `${ms / 1000} s` : `${Number(ms.toPrecision(3))} ms`);

function row(
	{name, timesMs, figures}: ProviderResult,
	base: number,
	colour: string,
	range: AxisRange,
	x: (ms: number) => number,
): string {
	const counts = histogramOf(
		timesMs.map(ms => Math.log10(Math.max(ms, 0.01))),
		range,
		bins,
	);
	const highest = Math.max(...counts);
	const step = (chartWidth - left - right) / bins;
	const points = counts.map(
		(count, bin) =>
			`${coordinate(left + (bin + 0.5) * step)},${coordinate(base - (count / highest) * (rowHeight - 20))}`,
	);
	const {latency} = figures;
	if (!latency) return '';
	const marks = [
		{ms: latency.p50Ms, dash: ''},
		{ms: latency.p95Ms, dash: '5 3'},
		{ms: latency.p99Ms, dash: '1.5 3'},
	].map(
		({ms, dash}) =>
			`<line x1="${coordinate(x(ms))}" x2="${coordinate(x(ms))}" y1="${base - rowHeight + 16}" y2="${base}" stroke="${colour}" stroke-width="1.5" stroke-dasharray="${dash}"/>`,
	);
	return `<path d="M${left},${base} L${points.join(' L')} L${chartWidth - right},${base} Z" fill="${colour}" fill-opacity=".32" stroke="${colour}" stroke-linejoin="round"/>
<line class="base" x1="${left}" x2="${chartWidth - right}" y1="${base}" y2="${base}"/>
${marks.join('\n')}
<text class="name" x="20" y="${base - 26}">${escapeXml(name.length > 32 ? `${name.slice(0, 31)}…` : name)}</text>
<text x="20" y="${base - 9}">${seconds(latency.p50Ms)} · ${seconds(latency.p95Ms)} · ${seconds(latency.p99Ms)}</text>`;
}

const coordinate = (value: number) => value.toFixed(1);
