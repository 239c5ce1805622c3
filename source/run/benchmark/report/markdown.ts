import {escapeControls} from '../../escape-controls.ts';
import {isAccepted} from '../acceptance.ts';
import {complexities} from '../data-set.ts';
import {partOf, type Share} from '../figures.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {between, percent, rate, seconds, usd} from './format.ts';

/** Fewer answers than these give percentiles without an upper bound. */
const enough = {p95: 72, p99: 368};

/** A benchmark for people, as Markdown. @param chart name of the picture that stands beside it */
export function formatBenchmark(result: BenchmarkResult, chart: string): string {
	const {providers} = result;
	const asked = providers.filter(({figures}) => figures.requests > 0);
	return `${[
		'# Provider benchmark',
		head(result),
		...(result.partial ? [partial(result)] : []),
		'## Latency',
		latency(asked),
		`![Latency distributions](${encodeURI(chart)})`,
		notesOnLatency(asked),
		'## Acceptance',
		acceptance(asked),
		'## Accuracy',
		accuracy(asked),
		'## Cost',
		cost(result, asked),
		'## Complexity classes',
		classes(asked),
		...errors(asked),
		'## Recommendation by use',
		bullets(
			result.advice.map(({use, provider, why}) => `**${use}**: ${provider ? `${code(provider)} - ` : ''}${plain(why)}`),
		),
		'## Providers',
		table(
			['provider', 'where texts go', 'checks'],
			providers.map(({name, address, checks}) => [
				code(name),
				plain(address),
				checks.map(({name, detail}) => plain(`${name}: ${detail}`)).join('; '),
			]),
		),
		...leftOut(result),
		'## Hardware',
		hardware(result),
		'## How it was measured',
		method(result),
	].join('\n\n')}\n`;
}

function head({startedAt, dataSet, options, notes}: BenchmarkResult): string {
	const {simple, medium, complex} = dataSet.entries;
	const lines = [
		`Begun ${startedAt.slice(0, 16).replace('T', ' ')} UTC. ${options.iterations} requests to each provider after ${options.warmUp} to warm up, ${options.concurrency} at a time, about ${plain(dataSet.source)} (${simple} simple, ${medium} medium, ${complex} complex).`,
		...notes.map(plain),
	];
	return lines.join('\n\n');
}

function partial({providers}: BenchmarkResult): string {
	const stopped = providers.flatMap(({name, stop, figures}) =>
		stop ? [`${code(name)} stopped after ${figures.requests} requests (${stop.by}): ${plain(stop.reason)}`] : [],
	);
	return `**This report is partial.** Not everything was asked that was to be.\n\n${bullets(stopped)}`;
}

function latency(providers: readonly ProviderResult[]): string {
	return table(
		['provider', 'model', 'mean', 'median', 'P95', 'P99', 'throughput', 'achieved', 'success'],
		providers.map(({provider, model, effort, figures, achievedPerSecond}) => [
			code(provider),
			code(effort === null ? model : `${model} (${effort})`),
			seconds(figures.latency?.meanMs),
			seconds(figures.latency?.p50Ms),
			`${seconds(figures.latency?.p95Ms)}${figures.answered < enough.p95 ? '*' : ''}`,
			`${seconds(figures.latency?.p99Ms)}${figures.answered < enough.p99 ? '*' : ''}`,
			rate(figures.throughputPerSecond),
			rate(achievedPerSecond),
			share(figures.success),
		]),
	);
}

function notesOnLatency(providers: readonly ProviderResult[]): string {
	const isShort = providers.some(({figures}) => figures.answered < enough.p99);
	const few = `\\* Few samples: P95 has an upper bound from ${enough.p95} answers on, P99 from ${enough.p99}; until then the figure says little of rare slow answers.`;
	const bounds = table(
		['95 % confidence', 'answers', 'mean', 'median', 'P95', 'P99', 'success'],
		providers.map(({name, figures, intervals}) => [
			code(name),
			String(figures.answered),
			between(intervals.meanMs, seconds),
			between(intervals.p50Ms, seconds),
			between(intervals.p95Ms, seconds),
			between(intervals.p99Ms, seconds),
			between(intervals.success, percent),
		]),
	);
	return [
		...(isShort ? [few] : []),
		'Latency is from the call of the provider to its answer, of all requests that were answered; for the client programs it holds their start. Throughput is 1 / mean latency; achieved counts all requests in the time in which any was out.',
		bounds,
	].join('\n\n');
}

function acceptance(providers: readonly ProviderResult[]): string {
	const limits = providers[0]?.verdicts.map(({limit}) => limit) ?? [];
	const word = {pass: 'pass', fail: '**FAIL**', investigate: 'investigate', unknown: 'not known'};
	return table(
		['provider', ...limits, 'all'],
		providers.map(({name, verdicts}) => [
			code(name),
			...verdicts.map(({verdict}) => word[verdict]),
			{true: '**PASS**', false: '**FAIL**', null: 'not known'}[String(isAccepted(verdicts)) as 'true'],
		]),
	);
}

function accuracy(providers: readonly ProviderResult[]): string {
	const rows = providers.map(({name, figures: {accuracy, confidence, sure}, intervals}) => [
		code(name),
		share(accuracy.all),
		between(intervals.accuracy, percent),
		share(accuracy.number),
		share(accuracy.range),
		share(accuracy.type),
		share(accuracy.text),
		confidence === null ? '-' : confidence.toFixed(2),
		share(sure),
	]);
	const columns = [
		'provider',
		'right in all',
		'95 % confidence',
		'number',
		'range',
		'type',
		'text',
		'mean confidence',
		'sure enough',
	];
	return `${table(columns, rows)}\n\nParsed answers against the ground truth: the number of changed places, whether they lie in the lines that were to be changed, whether they add, modify or delete, and whether the file reads as it should afterwards. Sure enough: at least as confident as the data set wants.`;
}

function cost({budget}: BenchmarkResult, providers: readonly ProviderResult[]): string {
	const rows = providers.map(({name, figures, monthlyUsd, warmUp, calledOff, isMetered, isLocal}) => [
		code(name),
		isMetered ? usd(figures.costUsd) : isLocal ? 'free' : 'free with its subscription',
		usd(figures.costPerRequestUsd),
		usd(monthlyUsd?.at1000 ?? null),
		usd(monthlyUsd?.at10000 ?? null),
		String(figures.tokens.input),
		String(figures.tokens.cachedInput),
		String(figures.tokens.output),
		usd(warmUp.costUsd + calledOff.costUsd),
	]);
	const columns = [
		'provider',
		'total',
		'a request',
		'1,000 a month',
		'10,000 a month',
		'tokens in',
		'of them cached',
		'tokens out',
		'beside it',
	];
	return `${table(columns, rows)}\n\nBeside it: requests to warm up, and those that were called off and are charged at worst. ${usd(budget.usedUsd)} of a budget of ${usd(budget.limitUsd)} were used.`;
}

function classes(providers: readonly ProviderResult[]): string {
	const rows = providers.flatMap(({name, byComplexity}) =>
		complexities.flatMap(complexity => {
			const own = byComplexity[complexity];
			if (!own) return [];
			const isAsExpected = {true: 'yes', false: 'no', null: '-'}[String(own.isAsExpected) as 'true'];
			return [
				[
					code(name),
					complexity,
					String(own.requests),
					seconds(own.latency?.meanMs),
					seconds(own.latency?.p95Ms),
					own.expected,
					isAsExpected,
					share(own.success),
					share(own.accuracy.all),
				],
			];
		}),
	);
	return table(
		['provider', 'class', 'requests', 'mean', 'P95', 'expected', 'as expected', 'success', 'right in all'],
		rows,
	);
}

function errors(providers: readonly ProviderResult[]): string[] {
	const rows = providers.flatMap(({name, figures}) =>
		Object.entries(figures.errors).map(([kind, times]) => [code(name), kind, String(times)]),
	);
	return rows.length === 0 ? [] : ['## Errors', table(['provider', 'what', 'times'], rows)];
}

function leftOut({leftOut}: BenchmarkResult): string[] {
	if (leftOut.length === 0) return [];
	const lines = leftOut.map(
		({name, reason, remedy}) => `${code(name)}: ${[reason, remedy].filter(Boolean).map(plain).join('. ')}`,
	);
	return ['Left out:', bullets(lines)];
}

function hardware({hardware: {gpus, cpu, cores, memoryBytes, platform, arch}}: BenchmarkResult): string {
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

function method({command, versions, options, startedAt, endedAt, dataSet}: BenchmarkResult): string {
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

const share = (value: Share) => (value.of === 0 ? '-' : `${percent(partOf(value))} (${value.hits}/${value.of})`);

/** Text of others in a line of Markdown. */
const plain = (text: string) => escapeControls(text).replace(/[\\`*_[\]<>|~]/g, '\\$&');
const code = (text: string) => `\`${escapeControls(text).replace(/[`|]/g, '')}\``;
const bullets = (lines: readonly string[]) => lines.map(line => `- ${line}`).join('\n');

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
	if (rows.length === 0) return 'Nothing was measured.';
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
