import {isAccepted} from '../run/benchmark/acceptance.ts';
import {portionOf} from '../run/benchmark/figures.ts';
import type {BenchmarkResult} from '../run/benchmark/result.ts';
import {formatCacheHits} from '../run/report/cache-hits.ts';
import {fineMoney, percent, rate, seconds} from '../text/figures.ts';
import {textTable} from '../text/table.ts';
import {wrap} from '../text/wrap.ts';
import type {Layout} from './terminal.ts';

const columns = ['provider', 'mean', 'median', 'P95', 'P99', 'throughput', 'success', 'right', 'cost', 'limits'];
const columnSides = columns.map((_, column) => (column === 0 ? 'left' : 'right'));
/** The figures that matter most are dropped last. */
const columnRanks = [0, 7, 5, 0, 6, 8, 3, 4, 2, 1];

/** One line per provider for what it read from its own cache; pr-resolve's cache is off in a benchmark. */
function formatCachedShares(providers: BenchmarkResult['providers'], room: number): string[] {
	return providers.flatMap(({name, isLocal, figures: {cachedShare}}) =>
		cachedShare === null || isLocal
			? []
			: wrap(`${name}: ${formatCacheHits(cachedShare)}, measured in input tokens`, room),
	);
}

/** The figures of a benchmark in aligned columns, one line per provider. */
export function formatBenchmarkTable({providers, partial}: BenchmarkResult, {paint, room}: Layout): string {
	const rows = providers.map(({name, figures, verdicts, stop}) => {
		const {latency, throughputPerSecond, success, accuracy, costUsd} = figures;
		const verdict = isAccepted(verdicts);
		const word = verdict === null ? '-' : verdict ? 'PASS' : 'FAIL';
		return [
			name,
			...[latency?.meanMs, latency?.p50Ms, latency?.p95Ms, latency?.p99Ms].map(seconds),
			rate(throughputPerSecond),
			percent(portionOf(success)),
			percent(portionOf(accuracy.all)),
			fineMoney(costUsd),
			stop ? `${word} (stopped: ${stop.by})` : word,
		];
	});
	const [head = '', ...lines] = textTable([columns, ...rows], {align: columnSides, room, rank: columnRanks});
	const counted = 'The cost excludes warm-up requests.\n';
	const isPaid = providers.some(({isMetered}) => isMetered);
	const note = partial ? `${paint('yellow', 'Partial: not all planned requests were sent.')}\n` : '';
	const hits = formatCachedShares(providers, room);
	return `${[paint('bold', head), ...lines, ...hits].join('\n')}\n${isPaid ? counted : ''}${note}`;
}
