import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import {histogramOf} from '../../run/benchmark/report/histogram.ts';
import {exposureOf} from '../../settings/providers.ts';
import {padStart} from '../../text/cells.ts';
import {seconds} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count, sentences} from '../../text/sentences.ts';
import {besideEachOther, cutLine, emptyLine, type Line, line, span, type Tone, wrapLine} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {bar, breakerSpan} from '../widgets/gauges.ts';
import {providerLook} from './looks.ts';
import {answerLines, classLines, costLines, errorLines, latencyLines, limitLines} from './measured.ts';
import {selectedProvider} from './rows.ts';
import type {BenchCheck, BenchState} from './state.ts';

/** Width from which figures are beside the latencies. */
const twoColumnsFrom = 96;

const detailBarCells = 12;

/** Detail of the selected provider, in lines of at most `width` cells. */
export function providerDetailLines(state: BenchState, width: number): readonly Line[] {
	const row = selectedProvider(state);
	if (!row) return [line('checking the providers')];
	switch (row.kind) {
		case 'expected':
			return row.checks.flatMap(check => checkLines(check, width));
		case 'left-out': {
			const {reason, remedy} = row.left;
			return [
				...wrapLine([span('skipped: ', 'warning'), span(safe(reason))], width),
				...(remedy === '' ? [] : wrapLine([span(safe(`${remedy}`))], width)),
			];
		}
		case 'provider':
			return providerLines(row.provider, state, width);
	}
}

export function checkLines({name, status, detail, remedy}: BenchCheck, width: number): Line[] {
	const tone: Tone = status === 'ok' ? 'good' : status === 'warning' ? 'warning' : 'bad';
	const text = sentences(detail, remedy);
	return wrapLine([span(`${status} `, tone), span(`${safe(name)}: ${safe(text)}`)], width, '  ');
}

function providerLines(provider: ProviderSnapshot, {troubles, symbols}: BenchState, width: number): Line[] {
	const isWide = width >= twoColumnsFrom;
	const half = isWide ? Math.floor((width - 3) / 2) : width;
	const left = joined([
		answerLines(provider, half),
		limitLines(provider),
		latencyLines(provider),
		histogramLines(provider, half, symbols),
	]);
	const right = joined([
		classLines(provider),
		costLines(provider),
		errorLines(provider, troubles.get(provider.name), half),
	]);
	const head = headLines(provider, width, symbols);
	const cutAll = (lines: readonly Line[]) => lines.map(each => cutLine(each, half, symbols.cut));
	const body = isWide ? besideEachOther(cutAll(left), cutAll(right), half, span('   ')) : joined([left, right]);
	return [...head, emptyLine, ...body];
}

/** Non-empty blocks with an empty line between them. */
function joined(blocks: readonly (readonly Line[])[]): Line[] {
	const said = blocks.filter(({length}) => length > 0);
	return said.flatMap((lines, index) => (index === 0 ? lines : [emptyLine, ...lines]));
}

function headLines(provider: ProviderSnapshot, width: number, symbols: Symbols): Line[] {
	const {state, stop, address, inFlight, warmUp, done, of, circuit} = provider;
	const {tone} = providerLook(provider);
	const out = inFlight > 0 ? `, ${inFlight} in flight` : '';
	const stopped: Line[] = stop
		? wrapLine([span(`${stop.by}: `, tone), span(safe(sentences(stop.reason, stop.remedy)))], width)
		: [];
	return [
		[
			span(`${state.replace('-', ' ')} `, tone),
			span(bar(of > 0 ? done / of : 0, detailBarCells, symbols), 'accent'),
			span(` ${done} of ${of}, after ${count(warmUp.done, 'warm-up')}${out}`),
		],
		...stopped,
		...wrapLine([span(`at ${safe(address)}: ${meansOf(provider)}`)], width),
		...(circuit ? [[breakerSpan(circuit)]] : []),
	];
}

function meansOf({provider, isLocal, isMetered}: ProviderSnapshot): string {
	if (isLocal) return 'data stays on this machine';
	if (isMetered) return 'billed per token';
	return exposureOf(provider) === 'subscription' ? 'subscription client' : 'free, but data leaves this machine';
}

const histogramBins = 8;

/** Histogram of latencies on a logarithmic scale, with the bins of the percentiles named. */
function histogramLines({timesMs, figures}: ProviderSnapshot, width: number, {full}: Symbols): Line[] {
	const {latency} = figures;
	if (!latency || timesMs.length < 2) return [];
	const logOf = (ms: number) => Math.log10(Math.max(ms, 0.01));
	const logs = timesMs.map(logOf);
	// Equal latencies still need a range to divide.
	const from = logs.reduce((least, log) => Math.min(least, log));
	const to = Math.max(
		logs.reduce((most, log) => Math.max(most, log)),
		from + 0.01,
	);
	const countsOf = (values: readonly number[]) => histogramOf(values, {from, to}, histogramBins);
	const counts = countsOf(logs);
	const most = Math.max(...counts);
	const room = Math.max(1, width - 38);
	const percentiles = Object.entries({median: latency.p50Ms, P95: latency.p95Ms, P99: latency.p99Ms});
	return counts.map((many, bin): Line => {
		const edge = (at: number) => seconds(10 ** (from + ((to - from) * at) / histogramBins));
		const here = percentiles.filter(([, ms]) => countsOf([logOf(ms)])[bin] === 1).map(([name]) => name);
		return [
			span(`${padStart(edge(bin), 9)} to ${padStart(edge(bin + 1), 8)} `),
			span(full.repeat(Math.ceil((many / most) * room)), 'accent'),
			span(`${many === 0 ? '' : ' '}${many}`),
			span(here.length > 0 ? ` ${here.join(' ')}` : '', 'strong'),
		];
	});
}
