import {rate} from '../../../text/figures.ts';
import {closedSentence, count, sentences} from '../../../text/sentences.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {acceptance, choiceReport} from './choice.ts';
import {hardware, method, providerSection} from './circumstances.ts';
import {accuracy, classes, cost, latency, notesOnLatency, reliability} from './measured.ts';
import {bullets, code, plain, reportTable} from './table.ts';

/** A benchmark's report in Markdown. @param chart name of the picture file next to it */
export function formatBenchmark(result: BenchmarkResult, chart: string): string {
	const asked = result.providers.filter(({figures}) => figures.requests > 0);
	return `${[
		'# Provider benchmark',
		reportHead(result),
		...(result.partial ? [partial(result)] : []),
		'## Which provider',
		choiceReport(result, asked),
		'## Latency',
		latency(asked),
		`![Latency distributions](${encodeURI(chart)})`,
		notesOnLatency(asked),
		...speeds(asked),
		'## Acceptance',
		acceptance(asked),
		'## Reliability',
		reliability(asked),
		'## Accuracy',
		accuracy(asked),
		'## Cost',
		cost(result, asked),
		'## By difficulty',
		classes(asked),
		'## Providers',
		providerSection(result),
		'## Hardware',
		hardware(result),
		'## How it was measured',
		method(result),
	].join('\n\n')}\n`;
}

function reportHead({startedAt, dataSet, options, notes}: BenchmarkResult): string {
	const {simple, medium, complex} = dataSet.entries;
	const date = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
	const lines = [
		`How well, how fast and at what cost models turn review comments into edits: \`pr-resolve bench\`, started ${date}.`,
		`${count(options.iterations, 'request')} per provider after ${count(options.warmUp, 'warm-up request')}, ${options.concurrency} at a time, on ${plain(dataSet.source)} (${simple} simple, ${medium} medium, ${complex} complex).`,
		...notes.map(plain),
	];
	return lines.join('\n\n');
}

function partial({providers}: BenchmarkResult): string {
	const stopped = providers.flatMap(({name, stop, figures}) => {
		if (!stop) return [];
		const why = plain(closedSentence(sentences(stop.reason, stop.remedy)));
		return [`${code(name)} stopped after ${count(figures.requests, 'request')} (${stop.by}): ${why}`];
	});
	const note =
		'**This report is partial.** Not all planned requests were sent. To continue, run the same command with `--resume`.';
	return `${note}\n\n${bullets(stopped)}`;
}

/** How fast local models read and write; empty if no server reports it. */
function speeds(providers: readonly ProviderResult[]): string[] {
	const rows = providers.flatMap(({name, figures: {speed}}) => (speed ? [{...speed, name}] : []));
	if (rows.length === 0) return [];
	const table = reportTable(rows, {
		'local model': ({name}) => code(name),
		'prompt tokens': ({inputPerSecond}) => rate(inputPerSecond),
		'answer tokens': ({outputPerSecond}) => rate(outputPerSecond),
	});
	const note =
		'Tokens per second, as the model server reports them. Parts of a prompt that it still had from the last one do not count.';
	return [table, note];
}
