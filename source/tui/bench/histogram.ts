import type {ProviderSnapshot} from '../../run/benchmark/events.ts';
import {histogramOf} from '../../run/benchmark/report/histogram.ts';
import {padStart} from '../../text/cells.ts';
import {seconds} from '../../text/figures.ts';
import {type Line, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

const histogramBins = 8;

/** Histogram of latencies on a logarithmic scale, with the bins of the percentiles named. */
export function histogramLines({timesMs, figures}: ProviderSnapshot, width: number, {full}: Symbols): Line[] {
	const {latency} = figures;
	if (!latency || timesMs.length < 2) return [];
	const logs = timesMs.map(ms => Math.log10(Math.max(ms, 0.01)));
	// Equal latencies still need a range to divide.
	const from = logs.reduce((least, log) => Math.min(least, log));
	const to = Math.max(
		logs.reduce((most, log) => Math.max(most, log)),
		from + 0.01,
	);
	const counts = histogramOf(logs, {from, to}, histogramBins);
	const most = Math.max(...counts);
	const room = Math.max(1, width - 38);
	const marks = (
		[
			['median', latency.p50Ms],
			['P95', latency.p95Ms],
			['P99', latency.p99Ms],
		] as const
	).map(([name, ms]) => ({
		name,
		bin: histogramOf([Math.log10(Math.max(ms, 0.01))], {from, to}, histogramBins).indexOf(1),
	}));
	return counts.map((many, bin): Line => {
		const [low, high] = [bin, bin + 1].map(edge => seconds(10 ** (from + ((to - from) * edge) / histogramBins)));
		const here = marks.filter(mark => mark.bin === bin).map(({name}) => name);
		return [
			span(`${padStart(low!, 9)} to ${padStart(high!, 8)} `),
			span(full.repeat(Math.ceil((many / most) * room)), 'accent'),
			span(`${many === 0 ? '' : ' '}${many}`),
			span(here.length > 0 ? ` ${here.join(' ')}` : '', 'strong'),
		];
	});
}
