import {availableParallelism} from 'node:os';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {Failure} from '../source/failure.ts';
import {openCorpus} from './accuracy/corpus.ts';
import {score} from './accuracy/score.ts';
import {explainFault, formatSummary, isFailed, summarize} from './accuracy/summary.ts';
import {builtExecutable, runCommand} from './command.ts';

const usage = 'npm run accuracy -- --corpus <folder> [--kind golden,drift] [--limit <cases>] [--jobs <n>] [--json]';
const timeoutMs = 60_000;

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
	if (values.corpus === undefined) throw new Failure('usage', 'bad-flags', '--corpus is missing.', usage);
	const kinds = values.kind.split(',').filter(Boolean);
	const corpus = openCorpus(values.corpus, {kinds, limit: readCount('--limit', values.limit)});
	const interruption = new AbortController();
	process.once('SIGINT', () => interruption.abort(new Failure('interrupted', 'interrupted', 'Interrupted.')));
	const judgements = await score(corpus, {
		cli: [process.execPath, builtExecutable()],
		searchPath: process.env.PATH ?? '',
		jobs: readCount('--jobs', values.jobs) ?? availableParallelism(),
		timeoutMs,
		signal: interruption.signal,
		onJudged: showProgress(corpus.cases.length),
	});
	const summary = summarize(judgements);
	const faults = judgements.filter(judgement => explainFault(judgement) !== null);
	process.stdout.write(
		values.json ? `${JSON.stringify({...summary, faults}, null, '\t')}\n` : formatSummary(summary, judgements),
	);
	return isFailed(summary) ? 1 : 0;
});

function readCount(flag: string, value: string | undefined): number | null {
	if (value === undefined) return null;
	if (/^[1-9]\d*$/.test(value)) return Number(value);
	throw new Failure('usage', 'bad-flags', `${flag} takes a number from 1 on, not "${value}".`, usage);
}

function showProgress(total: number): (judged: number) => void {
	if (!process.stderr.isTTY) return () => undefined;
	return judged => process.stderr.write(judged < total ? `\r${judged}/${total}` : '\r\x1b[K');
}
