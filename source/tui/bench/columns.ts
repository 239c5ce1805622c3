import {type Verdict, verdictOnAll, verdictsOn} from '../../run/benchmark/acceptance.ts';
import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import {portionOf} from '../../run/benchmark/figures.ts';
import {namesOf} from '../../system/by-name.ts';
import {fineMoney, percent, rate, seconds} from '../../text/figures.ts';
import {type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import {bar} from '../widgets/gauges.ts';
import {sparkline} from '../widgets/sparkline.ts';
import {limitLooks, stateWords} from './looks.ts';

type Column = {
	title: string;
	/** Cells, without the gap before it. */
	width: number;
	align: 'left' | 'right';
	cell: (provider: ProviderSnapshot, symbols: Symbols) => Span;
};

const errorsOf = ({figures: {errors}}: ProviderSnapshot) => Object.values(errors).reduce((sum, many) => sum + many, 0);

const barCells = 10;
const trendCells = 12;

const tones: Readonly<Record<Verdict['verdict'], Tone>> = {
	pass: 'plain',
	unknown: 'plain',
	investigate: 'warning',
	fail: 'bad',
};

/** The tone of a figure shows whether it is within its limit; the detail lists all of them in words. */
const toneAt = ({figures}: ProviderSnapshot, limit: Verdict['limit']): Tone =>
	tones[verdictsOn(figures).find(each => each.limit === limit)?.verdict ?? 'unknown'];

/** A column of figures. */
const figure = (title: string, width: number, cell: Column['cell']): Column => ({title, width, align: 'right', cell});

/**
 * From left to right. If there is no room for all, the bar is dropped, then the last ones. The share of right answers follows
 * the progress at every width: no other figure is worth anything without it.
 */
export const columns = {
	bar: {
		title: '',
		width: barCells,
		align: 'left',
		cell: ({done, of}, symbols) => span(bar(of > 0 ? done / of : 0, barCells, symbols), 'accent'),
	},
	progress: {
		title: 'done',
		width: 12,
		align: 'left',
		cell: provider => {
			const {text, tone} = stateWords(provider);
			return span(text, tone);
		},
	},
	right: figure('right', 6, ({figures}) => span(percent(portionOf(figures.accuracy.all)))),
	limits: figure('limits', 6, ({figures}, symbols) => {
		const {symbol, tone} = limitLooks[verdictOnAll(verdictsOn(figures))];
		return span(symbols[symbol], tone);
	}),
	p95: figure('P95', 8, one => span(seconds(one.figures.latency?.p95Ms), toneAt(one, 'P95 under 5 s'))),
	errors: figure('errors', 6, one => span(`${errorsOf(one)}`, errorsOf(one) > 0 ? 'bad' : 'plain')),
	cost: figure('cost', 8, ({isMetered, figures}) => span(isMetered ? fineMoney(figures.costUsd) : 'free')),
	median: figure('median', 8, ({figures}) => span(seconds(figures.latency?.p50Ms))),
	p99: figure('P99', 8, one => span(seconds(one.figures.latency?.p99Ms), toneAt(one, 'P99 at most 10 s'))),
	rate: figure('per s', 7, ({figures}) => span(rate(figures.throughputPerSecond))),
	trend: {
		title: 'latencies',
		width: trendCells,
		align: 'left',
		cell: ({timesMs}, {levels}) => span(sparkline(timesMs.slice(-trendCells), levels), 'accent'),
	},
} satisfies Readonly<Record<string, Column>>;

export type ColumnId = keyof typeof columns;

/** `order`: the order of the run. */
export type SortKey = 'order' | 'name' | Exclude<ColumnId, 'bar' | 'trend'>;

const negative = (value: number | null) => (value === null ? null : -value);

type Sorting = {
	/** Completes "by ...". */
	words: string;
	/** Rows without a rank come last in both directions; null keeps the order of the run. */
	rank: ((provider: ProviderSnapshot) => number | string | null) | null;
};

const verdictRanks = {pass: 0, investigate: 1, fail: 2, unknown: null} as const;

/** In the order in which a key cycles through them, each with the best first. */
export const sortings: Readonly<Record<SortKey, Sorting>> = {
	order: {words: 'in run order', rank: null},
	right: {words: 'by right answers', rank: ({figures}) => negative(portionOf(figures.accuracy.all))},
	limits: {words: 'by limits', rank: ({figures}) => verdictRanks[verdictOnAll(verdictsOn(figures))]},
	p95: {words: 'by P95', rank: ({figures}) => figures.latency?.p95Ms ?? null},
	errors: {words: 'by errors', rank: errorsOf},
	cost: {words: 'by cost', rank: ({figures}) => figures.costUsd},
	median: {words: 'by median', rank: ({figures}) => figures.latency?.p50Ms ?? null},
	p99: {words: 'by P99', rank: ({figures}) => figures.latency?.p99Ms ?? null},
	rate: {words: 'by throughput', rank: ({figures}) => negative(figures.throughputPerSecond)},
	progress: {words: 'by progress', rank: ({done, of}) => (of > 0 ? done / of : null)},
	name: {words: 'by name', rank: ({name}) => name},
};

export const sortKeys = namesOf(sortings);
