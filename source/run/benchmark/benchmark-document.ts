import {type Document, gap, paragraph, type Rows, type Table} from '../../document/document.ts';
import {fineMoney, percent, rate, seconds} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {formatCacheHits} from '../report/model-report.ts';
import {isAccepted} from './acceptance.ts';
import {portionOf} from './figures.ts';
import type {BenchmarkResult} from './result.ts';

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

/** The figures that matter most are dropped last; `limits` means little without `right`. */
const ranks = [0, 7, 5, 3, 6, 8, 4, 2, 0, 1];

const titles = ['provider', 'mean', 'median', 'P95', 'P99', 'throughput', 'success', 'cost', 'right', 'limits'];

const columns = titles.map(
	(title, column) => ({title, rank: ranks[column] ?? 0, align: column === 0 ? 'left' : 'right'}) as const,
);

function figuresOf({providers}: BenchmarkResult): Table {
	const rows = providers.map(({name, isMetered, figures, verdicts, stop}) => {
		const {latency, throughputPerSecond, success, accuracy, costUsd} = figures;
		const verdict = isAccepted(verdicts);
		const word = verdict === null ? '-' : verdict ? 'PASS' : 'FAIL';
		const cells = [
			name,
			...[latency?.meanMs, latency?.p50Ms, latency?.p95Ms, latency?.p99Ms].map(seconds),
			rate(throughputPerSecond),
			percent(portionOf(success)),
			isMetered ? fineMoney(costUsd) : 'free',
			percent(portionOf(accuracy.all)),
			stop ? `${word} (stopped: ${stop.by})` : word,
		];
		return {cells};
	});
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
