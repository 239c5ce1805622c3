import {isAccepted} from '../run/benchmark/acceptance.ts';
import {adviceLines} from '../run/benchmark/advice-lines.ts';
import {portionOf} from '../run/benchmark/figures.ts';
import type {BenchmarkResult} from '../run/benchmark/result.ts';
import {formatCacheHits} from '../run/report/model-report.ts';
import {padEnd, widestOf, widthOf} from '../text/cells.ts';
import {fineMoney, percent, rate, seconds} from '../text/figures.ts';
import {textTable} from '../text/table.ts';
import {hang, wrap} from '../text/wrap.ts';
import type {Layout} from './terminal.ts';

const columns = ['provider', 'mean', 'median', 'P95', 'P99', 'throughput', 'success', 'cost', 'right', 'limits'];
const columnSides = columns.map((_, column) => (column === 0 ? 'left' : 'right'));
/** The figures that matter most are dropped last; `limits` means little without `right`. */
const columnRanks = [0, 7, 5, 3, 6, 8, 4, 2, 0, 1];

/** One line per provider for what it read from its own cache; pr-resolve's cache is off in a benchmark. */
function formatCachedShares(providers: BenchmarkResult['providers'], room: number): string[] {
	return providers.flatMap(({name, isLocal, figures: {cachedShare}}) =>
		cachedShare === null || isLocal
			? []
			: wrap(`${name}: ${formatCacheHits(cachedShare)}, measured in input tokens`, room),
	);
}

/** The figures of a benchmark in aligned columns, one line per provider, and which one to take for what. */
export function formatBenchmarkTable(result: BenchmarkResult, {paint, room}: Layout): string {
	const {providers, partial} = result;
	const rows = providers.map(({name, isMetered, figures, verdicts, stop}) => {
		const {latency, throughputPerSecond, success, accuracy, costUsd} = figures;
		const verdict = isAccepted(verdicts);
		const word = verdict === null ? '-' : verdict ? 'PASS' : 'FAIL';
		return [
			name,
			...[latency?.meanMs, latency?.p50Ms, latency?.p95Ms, latency?.p99Ms].map(seconds),
			rate(throughputPerSecond),
			percent(portionOf(success)),
			isMetered ? fineMoney(costUsd) : 'free',
			percent(portionOf(accuracy.all)),
			stop ? `${word} (stopped: ${stop.by})` : word,
		];
	});
	const [head = '', ...lines] = textTable([columns, ...rows], {align: columnSides, room, rank: columnRanks});
	const counted = 'The cost excludes warm-up requests.\n';
	const isPaid = providers.some(({isMetered}) => isMetered);
	const note = partial ? `${paint('yellow', 'Partial: not all planned requests were sent.')}\n` : '';
	const hits = formatCachedShares(providers, room);
	const figures = `${[paint('bold', head), ...lines, ...hits].join('\n')}\n${isPaid ? counted : ''}${note}`;
	return `${figures}\n${paint('bold', 'Recommendation by use')}\n${formatAdvice(result, room)}`;
}

function formatAdvice(result: BenchmarkResult, room: number): string {
	const lines = adviceLines(result);
	const width = widestOf(lines.map(({label}) => label));
	return lines
		.map(({label, name, text}) => {
			const head = `${padEnd(label, width)}  `;
			return hang(head, widthOf(head), [name === null ? text : `${name}: ${text}`], room);
		})
		.join('');
}
