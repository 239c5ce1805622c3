import {type Document, gap, paragraph, type Rows, type Table} from '../../document/document.ts';
import {fineMoney, percent, rate, seconds} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {formatCacheHits} from '../report/model-report.ts';
import {isAccepted} from './acceptance.ts';
import {portionOf} from './figures.ts';
import type {BenchmarkResult, ProviderResult} from './result.ts';

/** The figures of a benchmark, one row per provider, and which one to take for what. */
export function benchmarkDocument(result: BenchmarkResult): Document {
	const {providers, partial} = result;
	const isPaid = providers.some(({isMetered}) => isMetered);
	return [
		figuresOf(result),
		// One line per provider for what it read from its own cache; pr-resolve's cache is off in a benchmark.
		...providers.flatMap(({name, isLocal, figures: {cachedShare}}) =>
			cachedShare === null || isLocal
				? []
				: [paragraph(`${name}: ${formatCacheHits(cachedShare)}, measured in input tokens`)],
		),
		...(isPaid ? [paragraph('The cost excludes warm-up requests.')] : []),
		...(partial ? [paragraph('Partial: not all planned requests were sent.', 'warning')] : []),
		gap,
		{kind: 'heading', text: 'Recommendation by use'},
		adviceRows(result),
	];
}

const figure = (title: string, rank: number, cell: (provider: ProviderResult) => string) =>
	({title, rank, align: 'right', cell}) as const;

/** The figures that matter most are dropped last; `limits` means little without `right`. */
const columns = [
	{...figure('provider', 0, ({name}) => name), align: 'left'},
	figure('mean', 7, ({figures}) => seconds(figures.latency?.meanMs)),
	figure('median', 5, ({figures}) => seconds(figures.latency?.p50Ms)),
	figure('P95', 3, ({figures}) => seconds(figures.latency?.p95Ms)),
	figure('P99', 6, ({figures}) => seconds(figures.latency?.p99Ms)),
	figure('throughput', 8, ({figures}) => rate(figures.throughputPerSecond)),
	figure('success', 4, ({figures}) => percent(portionOf(figures.success))),
	figure('cost', 2, ({isMetered, figures}) => (isMetered ? fineMoney(figures.costUsd) : 'free')),
	figure('right', 0, ({figures}) => percent(portionOf(figures.accuracy.all))),
	figure('limits', 1, ({verdicts, stop}) => {
		const verdict = isAccepted(verdicts);
		const word = verdict === null ? '-' : verdict ? 'PASS' : 'FAIL';
		return stop ? `${word} (stopped: ${stop.by})` : word;
	}),
] as const;

function figuresOf({providers}: BenchmarkResult): Table {
	const rows = providers.map(provider => ({cells: columns.map(({cell}) => cell(provider))}));
	return {kind: 'table', columns, rows, titledFor: ['screen', 'pipe', 'page']};
}

/** A line of the recommendation; `name` is the provider that the text is about, null if there is none. */
export type AdviceLine = {label: string; name: string | null; text: string};

/** The recommendation in words, the same in every front end: a line for each use, then what to know about providers. */
export const adviceLines = ({advice, cautions}: Pick<BenchmarkResult, 'advice' | 'cautions'>): AdviceLine[] => [
	...advice.map(({use, provider, why, close, comparedOn, better}) => {
		const alike = comparedOn && `cannot be told apart with ${answersIn(comparedOn)}: ${close.join(', ')}`;
		const beyond = better.length > 0 ? `better, but with a missed limit: ${better.join(', ')}` : null;
		return {label: use, name: provider, text: [why, alike, beyond].filter(text => text !== null).join('; ')};
	}),
	...cautions.map(({provider, text}) => ({label: 'note', name: provider, text})),
];

/** The same as rows of a report. */
export const adviceRows = (result: Pick<BenchmarkResult, 'advice' | 'cautions'>): Rows => ({
	kind: 'rows',
	rows: adviceLines(result).map(({label, name, text}) => ({
		labels: [{text: label, tone: 'strong'}],
		texts: [name === null ? text : `${name}: ${text}`],
	})),
});

function answersIn({answers, comments}: NonNullable<BenchmarkResult['advice'][number]['comparedOn']>): string {
	const all = count(answers, 'answer');
	return comments === null || comments === answers ? all : `${all} to ${count(comments, 'comment')}`;
}
