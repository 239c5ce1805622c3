import {closed, sentences} from '../../../text/sentences.ts';
import type {BenchmarkResult} from '../result.ts';
import {bullets, code, plain, table} from './table.ts';

export function providers({providers, leftOut}: BenchmarkResult): string {
	const perMillion = (usd: number) => `$${usd}`;
	const asked = table(
		['provider', 'where texts go', 'price of a million tokens in / cached / out', 'checks'],
		providers.map(({name, address, price, isMetered, checks}) => [
			code(name),
			plain(address),
			isMetered && price ? [price.input, price.cachedInput, price.output].map(perMillion).join(' / ') : '-',
			checks.map(({name, detail}) => plain(`${name}: ${detail}`)).join('; '),
		]),
	);
	if (leftOut.length === 0) return asked;
	const lines = leftOut.map(({name, reason, remedy}) => `${code(name)}: ${plain(closed(sentences(reason, remedy)))}`);
	return [asked, 'Left out:', bullets(lines)].join('\n\n');
}

export function hardware({hardware: {gpus, cpu, cores, memoryBytes, platform, arch}}: BenchmarkResult): string {
	const gibibytes = (bytes: number | null) =>
		bytes === null ? 'memory not told' : `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
	const lines = gpus.map(({vendor, name, memoryBytes, driver, cuda}) =>
		[
			`GPU: ${plain(name.startsWith(vendor) ? name : `${vendor} ${name}`)}, ${gibibytes(memoryBytes)}`,
			driver === null ? 'driver not told' : `driver ${plain(driver)}`,
			...(vendor === 'NVIDIA' ? [cuda === null ? 'CUDA version not told' : `CUDA ${plain(cuda)}`] : []),
		].join(', '),
	);
	return bullets([
		...(lines.length > 0 ? lines : ['GPU: not detected']),
		`Processor: ${plain(cpu)}, ${cores} threads, ${gibibytes(memoryBytes)} of memory, ${platform} ${arch}`,
	]);
}

export function method({command, versions, options, startedAt, endedAt, dataSet}: BenchmarkResult): string {
	const how = [
		'One iteration is one request. Requests go through the data set in turns; nothing is asked twice after an error, and no answer comes from a cache. Providers are asked one after the other.',
		'Percentiles are interpolated between the two nearest values (type 7 of Hyndman and Fan). Their bounds are order statistics, those of shares are by Wilson, those of means by the normal approximation from 30 values on.',
	];
	const facts = [
		`pr-resolve ${versions.prResolve}, Node.js ${versions.node}`,
		`${options.timeoutMs / 1000} s for a request at most`,
		`data set ${dataSet.hash.slice(0, 16)}`,
		`from ${startedAt} to ${endedAt}`,
	];
	return [...how, bullets(facts), ['```sh', command, '```'].join('\n')].join('\n\n');
}
