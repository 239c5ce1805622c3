import {isAccepted} from '../run/benchmark/acceptance.ts';
import {partOf} from '../run/benchmark/figures.ts';
import {percent, rate, seconds, usd} from '../run/benchmark/report/format.ts';
import type {BenchmarkResult} from '../run/benchmark/result.ts';
import {formatCacheHits} from '../run/cache-hits.ts';
import {escapeControls} from '../text/escape-controls.ts';
import type {Paint} from './terminal.ts';

const columns = ['provider', 'mean', 'median', 'P95', 'P99', 'throughput', 'success', 'right', 'cost', 'limits'];

/** pr-resolve's own cache is off in a benchmark: a line for each provider that tells what it read from its own. */
function formatCachedShares(providers: BenchmarkResult['providers']): string[] {
	return providers.flatMap(({name, figures: {cachedShare}}) =>
		cachedShare === null ? [] : [`${escapeControls(name)}: ${formatCacheHits(cachedShare)}, of the input tokens`],
	);
}

/** The figures of a benchmark in aligned columns, a provider a line. */
export function formatBenchmarkTable({providers, partial}: BenchmarkResult, paint: Paint): string {
	const rows = providers.map(({name, figures, verdicts, stop}) => {
		const {latency, throughputPerSecond, success, accuracy, costUsd} = figures;
		const word = {true: 'PASS', false: 'FAIL', null: '-'}[String(isAccepted(verdicts)) as 'true'];
		return [
			escapeControls(name),
			...[latency?.meanMs, latency?.p50Ms, latency?.p95Ms, latency?.p99Ms].map(seconds),
			rate(throughputPerSecond),
			percent(partOf(success)),
			percent(partOf(accuracy.all)),
			usd(costUsd),
			stop ? `${word} (stopped: ${stop.by})` : word,
		];
	});
	const widths = columns.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]!.length)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
			.join('  ')
			.trimEnd();
	const note = partial ? `${paint('yellow', 'Partial: not everything was asked that was to be.')}\n` : '';
	const hits = formatCachedShares(providers);
	return `${[paint('bold', line(columns)), ...rows.map(line), ...hits].join('\n')}\n${note}`;
}
