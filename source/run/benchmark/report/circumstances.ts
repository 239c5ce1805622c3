import {closedSentence, sentences} from '../../../text/sentences.ts';
import type {BenchmarkResult} from '../result.ts';
import {bullets, code, plain, reportTable} from './table.ts';

export function providerSection({providers, leftOut}: BenchmarkResult): string {
	const perMillion = (usd: number) => `$${usd}`;
	const asked = reportTable(providers, {
		provider: ({name}) => code(name),
		address: ({address}) => plain(address),
		'price per million tokens: input / cached / output': ({isMetered, price}) =>
			isMetered && price ? [price.input, price.cachedInput, price.output].map(perMillion).join(' / ') : '-',
		checks: ({checks}) => checks.map(({name, detail}) => plain(`${name}: ${detail}`)).join('; '),
	});
	if (leftOut.length === 0) return asked;
	const lines = leftOut.map(
		({name, reason, remedy}) => `${code(name)}: ${plain(closedSentence(sentences(reason, remedy)))}`,
	);
	return [asked, 'Skipped:', bullets(lines)].join('\n\n');
}

export function hardware({hardware: {gpus, cpu, cores, memoryBytes, platform, arch}}: BenchmarkResult): string {
	const gibibytes = (bytes: number | null) =>
		bytes === null ? 'memory unknown' : `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
	const lines = gpus.map(({vendor, name, memoryBytes, driver, cuda}) =>
		[
			`GPU: ${plain(name.startsWith(vendor) ? name : `${vendor} ${name}`)}, ${gibibytes(memoryBytes)}`,
			driver === null ? 'driver unknown' : `driver ${plain(driver)}`,
			...(vendor === 'NVIDIA' ? [cuda === null ? 'CUDA version unknown' : `CUDA ${plain(cuda)}`] : []),
		].join(', '),
	);
	return bullets([
		...(lines.length > 0 ? lines : ['GPU: not detected']),
		`Processor: ${plain(cpu)}, ${cores} threads, ${gibibytes(memoryBytes)} of memory, ${platform} ${arch}`,
	]);
}

export function method({command, versions, options, startedAt, endedAt, dataSet}: BenchmarkResult): string {
	const how = [
		'One iteration is one request. Requests cycle through the data set. Failed requests are not retried, and no answer comes from a cache. Providers run one after another.',
		'Percentiles are interpolated between the two nearest values (type 7 of Hyndman and Fan). 95% intervals are order statistics for percentiles, Wilson intervals for shares, and the normal approximation for means of 30 or more values.',
		"Whether one provider is right more often than another is decided by McNemar's exact test, on the comments with usable answers of both. A comment counts once, for the provider with the larger share of right answers to it, however often it was sent: what shows smaller differences is a larger data set, not more requests.",
	];
	const facts = [
		`pr-resolve ${versions.prResolve}, Node.js ${versions.node}`,
		`timeout ${options.timeoutMs / 1000} s per request`,
		`data set ${dataSet.hash.slice(0, 16)}`,
		`from ${startedAt} to ${endedAt}`,
	];
	return [...how, bullets(facts), ['```sh', command, '```'].join('\n')].join('\n\n');
}
