import {join} from 'node:path';
import type {Report} from '../source/run/report/report.ts';
import {startOllama} from '../test/emulators/ollama/server.ts';
import {changing, readRemark} from '../test/emulators/vendor/obedient.ts';
import type {AnswerOf} from '../test/emulators/vendor/server.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runChild} from './child.ts';
import type {Figure, Measured} from './figure.ts';
import {makeRemarked} from './remarked.ts';

const remarks = 14;
const timeoutSeconds = 3;
/** 400 tokens a second: time runs 20 times as fast as with a model on a CPU, which has a limit of 60 seconds. */
const tokenMs = 2.5;
const fewestTokens = 800;
const mostTokens = 2400;
const {signal} = new AbortController();

const unanswered: Figure = {
	name: 'comments that a slow local model left unanswered',
	unit: 'comments',
	bound: 0,
	meaning:
		'Whether a model on a CPU can be used with the default limit: answers take up to twice as long, on a server that answers one question at a time. Each comment must get its change.',
};
const repeated: Figure = {
	name: 'questions that a slow local model got twice',
	unit: 'requests',
	bound: 0,
	meaning: 'Whether work is thrown away: a question that is sent again costs minutes, and its answer is the same.',
};

/** What runs at the same time on one server: the flags of each run. */
const cases: Readonly<Record<string, readonly (readonly string[])[]>> = {
	'a run alone': [[]],
	'two runs': [[], []],
	'four workers': [['--parallel', '--max-workers', '4']],
};

export const slowModel: Benchmark = {
	about: `Lets a server with one slot answer ${remarks} comments with ${fewestTokens} to ${mostTokens} tokens each, 400 a second, with a time limit of ${timeoutSeconds} s.`,
	seconds: 130,
	figures: [unanswered, repeated],
	async measure(machine) {
		const all = Object.entries(cases).map(async ([of, runs], index): Promise<Measured[]> => {
			const {answered, asked} = await runOn(runs, {...machine, folder: join(machine.folder, `${index}`)});
			const wanted = remarks * runs.length;
			return [
				{figure: unanswered, of, value: wanted - answered, detail: `${answered} of ${wanted} answered`},
				{figure: repeated, of, value: Math.max(0, asked - wanted), detail: `${asked} requests`},
			];
		});
		return (await Promise.all(all)).flat();
	},
};

async function runOn(runs: readonly (readonly string[])[], machine: Machine) {
	const server = await startOllama({answer: atLength, tokenMs});
	try {
		const answered = await Promise.all(
			runs.map((flags, index) => runWith(flags, server.url, {...machine, folder: join(machine.folder, `${index}`)})),
		);
		return {answered: answered.reduce((sum, each) => sum + each, 0), asked: server.asks().length};
	} finally {
		await server.close();
	}
}

/** The number of comments that got their change. */
async function runWith(flags: readonly string[], url: string, {node, cli, folder, env}: Machine): Promise<number> {
	const {root, recording} = makeRemarked(folder, env, remarks);
	const model = ['--llm-preset', 'ollama-local', '--set', `llm.timeout=${String(timeoutSeconds)}`, ...flags];
	const environment = {...env, LOCAL_BASE_URL: url, XDG_CACHE_HOME: join(folder, 'cache')};
	const args = [cli(), 'apply', '--from', recording, '--json', ...model];
	const {stdout} = await runChild(node, args, {cwd: root, env: environment, signal, timeoutMs: 400_000});
	const {findings = []} = JSON.parse(stdout.toString() || '{}') as Partial<Report>;
	// The suggestion needs no model.
	return findings.filter(({outcome}) => outcome === 'applied').length - 1;
}

/** What the comment asks for, after an explanation of another length for each line. */
const atLength: AnswerOf = request => {
	const {path, line, old, wanted} = readRemark(request);
	const tokens = fewestTokens + ((line * 7) % remarks) * ((mostTokens - fewestTokens) / (remarks - 1));
	const explanation = Array.from({length: tokens}, (_, index) => `${index % 1000}`.padStart(4)).join('');
	return changing(path, old, wanted, {explanation});
};
