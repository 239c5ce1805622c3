import {availableParallelism} from 'node:os';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {Failure} from '../source/failure.ts';
import {type Corpus, openCorpus} from './accuracy/corpus.ts';
import {formatPool, isPoolFailed, judgePool, summarizePool} from './accuracy/labels/pool.ts';
import {type Labels, openLabels} from './accuracy/labels/rows.ts';
import {scoreRows} from './accuracy/labels/score.ts';
import {areRowsFailed, formatRows, summarizeRows} from './accuracy/labels/summary.ts';
import {score} from './accuracy/score.ts';
import {explainFault, formatSummary, isFailed, summarize} from './accuracy/summary.ts';
import {builtExecutable, runCommand} from './command.ts';

const usage =
	'npm run accuracy -- --corpus <folder> [--kind golden,drift,labels,pool] [--limit <cases>] [--jobs <n>] [--json]';
const timeoutMs = 60_000;

/** The result as text, as JSON, and whether it shows a wrong edit or a crash. */
type Part = {text: string; value: object; isFailed: boolean};

async function scoreCases(corpus: Corpus, jobs: number, signal: AbortSignal): Promise<Part> {
	const judgements = await score(corpus, {
		cli: [process.execPath, builtExecutable()],
		searchPath: process.env.PATH ?? '',
		jobs,
		timeoutMs,
		signal,
		onJudged: showProgress(corpus.cases.length),
	});
	const summary = summarize(judgements);
	const faults = judgements.filter(judgement => explainFault(judgement) !== null);
	return {text: formatSummary(summary, judgements), value: {...summary, faults}, isFailed: isFailed(summary)};
}

/** How comments are judged besides the cases: by their labels, and by whether they end in outcomes. */
const commentKinds: Record<'labels' | 'pool', (labels: Labels, signal: AbortSignal) => Promise<Part>> = {
	labels: async (labels, signal) => {
		const rows = await scoreRows(labels, signal);
		const summary = summarizeRows(rows);
		return {text: formatRows(summary, rows), value: {labels: {...summary, rows}}, isFailed: areRowsFailed(summary)};
	},
	pool: async ({pool}, signal) => {
		const judgements = await judgePool(pool, signal);
		const summary = summarizePool(judgements);
		return {text: formatPool(summary, judgements), value: {pool: summary}, isFailed: isPoolFailed(summary)};
	},
};

function readCount(flag: string, value: string | undefined): number | null {
	if (value === undefined) return null;
	if (/^[1-9]\d*$/.test(value)) return Number(value);
	throw new Failure('usage', 'bad-flags', `${flag} does not accept "${value}".`, usage);
}

function showProgress(total: number): (judged: number) => void {
	if (!process.stderr.isTTY) return () => undefined;
	return judged => process.stderr.write(judged < total ? `\r${judged}/${total}` : '\r\x1b[K');
}

await runCommand(async argv => {
	const {values} = parseArgs({
		args: argv,
		options: {
			corpus: {type: 'string'},
			kind: {type: 'string', default: ''},
			limit: {type: 'string'},
			jobs: {type: 'string'},
			json: {type: 'boolean'},
		},
	});
	if (values.corpus === undefined) throw new Failure('usage', 'bad-flags', '--corpus is required.', usage);
	const asked = values.kind.split(',').filter(Boolean);
	const interruption = new AbortController();
	process.once('SIGINT', () => interruption.abort(new Failure('interrupted', 'interrupted', 'Interrupted.')));
	const {signal} = interruption;

	const kinds = asked.filter(kind => !Object.hasOwn(commentKinds, kind));
	const parts: Part[] = [];
	if (asked.length === 0 || kinds.length > 0) {
		const limit = readCount('--limit', values.limit);
		const jobs = readCount('--jobs', values.jobs) ?? availableParallelism();
		parts.push(await scoreCases(openCorpus(values.corpus, {kinds, limit}), jobs, signal));
	}
	const labels = openLabels(values.corpus);
	for (const [kind, judge] of Object.entries(commentKinds)) {
		if (labels && (asked.length === 0 || asked.includes(kind))) parts.push(await judge(labels, signal));
		else if (asked.includes(kind)) throw new Failure('usage', 'no-data-set', 'The corpus contains no comments.jsonl.');
	}
	const measured = Object.assign({}, ...parts.map(({value}) => value));
	const texts = parts.map(({text}) => text);
	process.stdout.write(values.json ? `${JSON.stringify(measured, null, '\t')}\n` : texts.join('\n'));
	return parts.some(part => part.isFailed) ? 1 : 0;
});
