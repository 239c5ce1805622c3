import {existsSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {join, resolve} from 'node:path';
import process from 'node:process';
import type {ExitCode} from '../exit-code.ts';
import {type BenchmarkRun, showBenchmark, showNothingSent, showResult} from '../headless/run-benchmark.ts';
import {complexities} from '../run/benchmark/data-set.ts';
import type {BenchmarkRequest, Machine} from '../run/benchmark/request.ts';
import type {Context} from '../run/context.ts';
import {choice, number} from '../settings/kind.ts';
import {offered} from '../settings/providers.ts';
import {quoteForShell} from '../system/shell.ts';
import {appFlags, canShowApp, isCi, readerOf, screenFor, withHeldLog} from './app.ts';
import type {CommandSpec, Invocation, Io, Run} from './command.ts';
import {modelExits} from './exit-codes.ts';
import {readFlag, seconds, wholeNumber} from './flag-value.ts';
import {jsonFlag} from './flags.ts';
import {ledgerFlag} from './pull-request.ts';
import {canPrompt, terminalOf} from './terminal.ts';
import {usage} from './tokens.ts';

export const spec = {
	positionals: [],
	everyday: [
		'providers',
		'iterations',
		'fromPr',
		'complexity',
		'timeout',
		'concurrency',
		'costBudget',
		'resume',
		'output',
		'yes',
		'json',
		'set',
	],
	flags: {
		providers: {
			group: 'benchmark',
			isRepeated: true,
			placeholder: '<name[:model]...>',
			help: `choose from ${offered('and')}; all that pass their check by default`,
			takesRest: true,
		},
		iterations: {
			group: 'benchmark',
			placeholder: '<n>',
			help: 'set the number of requests per provider; P95 needs at least 100 (default: 100)',
		},
		dataset: {
			group: 'benchmark',
			placeholder: '<path>',
			help: 'read review comments from this JSON file (default: 30 built-in ones)',
		},
		fromPr: {
			group: 'benchmark',
			placeholder: '<recording|pr>',
			help: 'use the resolved threads of a pull request, scored against what was committed',
		},
		complexity: {
			group: 'benchmark',
			placeholder: '<class>',
			help: 'limit to simple, medium or complex comments (default: all)',
		},
		warmup: {
			group: 'benchmark',
			placeholder: '<n>',
			help: 'set the number of warm-up requests per provider, which are not measured (default: 5)',
		},
		concurrency: {group: 'benchmark', placeholder: '<n>', help: 'set the number of concurrent requests (default: 1)'},
		timeout: {
			group: 'benchmark',
			placeholder: '<s>',
			help: "limit one request, or a local model's silence (default: 60 s)",
		},
		output: {
			group: 'output',
			placeholder: '<path>',
			help: 'write the Markdown report here (default: docs/performance-benchmarks.md)',
		},
		resume: {group: 'benchmark', help: 'resume an interrupted benchmark'},
		yes: {group: 'other', help: 'start without asking, within the budget'},
		verbose: {group: 'output', help: 'print one line per request instead of a live screen'},
		...ledgerFlag,
		...appFlags,
		...jsonFlag,
	},
	exits: {
		...modelExits,
		0: 'done: every provider answered or was skipped, even if it missed a limit (FAIL)',
		3: 'not started: declined, or needs confirmation (--yes)',
	},
	examples: [
		{line: 'pr-resolve bench', help: 'compare all available providers'},
		{line: 'pr-resolve bench --providers ollama openai:nano', help: 'compare two, one with a chosen tier'},
		{line: 'pr-resolve bench --complexity simple --iterations 30', help: 'run a shorter benchmark'},
		{line: 'pr-resolve bench --from-pr 12', help: 'use the comments of a pull request'},
		{line: 'pr-resolve bench --json --yes', help: 'print JSON'},
	],
} as const satisfies CommandSpec;

type BenchInvocation = Invocation<typeof spec.flags>;

export const run: Run<typeof spec.flags> = async (invocation, io) => {
	const {flags, settings} = invocation;
	const request: BenchmarkRequest = {
		options: {
			iterations: readFlag('bench', flags, 'iterations', wholeNumber(1), 100),
			warmUp: readFlag('bench', flags, 'warmup', wholeNumber(0), 5),
			complexity: readFlag('bench', flags, 'complexity', choice('<class>', [...complexities, 'all']), 'all'),
			timeoutMs: 1000 * readFlag('bench', flags, 'timeout', seconds(1, 3600), 60),
			concurrency: readFlag('bench', flags, 'concurrency', number('<n>', {from: 1, to: 64, whole: true}), 1),
		},
		providers: flags.providers.flatMap(word => word.split(',')).filter(Boolean),
		dataSet: dataSetFor(flags, io.cwd),
		output: flags.output ?? 'docs/performance-benchmarks.md',
		resume: flags.resume,
		...(io.banner !== undefined && {banner: io.banner}),
		settings: {...settings.values, acceptNewLedger: flags.acceptNewLedger},
		machine: machineOf(io),
	};
	const {json, yes, verbose} = flags;
	const isForbidden = !yes && !invocation.interactive && canPrompt(io, false);
	const consent = yes ? 'given' : isForbidden ? 'missing' : invocation.interactive ? 'ask' : 'given';
	const wanted: BenchmarkRun = {request, json, verbose, consent};
	const isDrawn = canShowApp(invocation, io) && !isCi(io.env) && readerOf(flags.screenReader, io.env) === null;
	const isLive = isDrawn && !json && !verbose;
	return isLive ? showLive(wanted, invocation, io) : showBenchmark(wanted, terminalOf(invocation, io), io);
};

/** Shows the live screen, then prints the result. */
function showLive(wanted: BenchmarkRun, invocation: BenchInvocation, io: Io & Context): Promise<ExitCode> {
	return withHeldLog(io, async context => {
		const {flags, settings} = invocation;
		const [{startApp}, {benchApp}] = await Promise.all([
			import('../tui/start.tsx'),
			import('../tui/bench/bench-app.ts'),
		]);
		const run = {request: wanted.request, isAsked: wanted.consent === 'ask'};
		const app = benchApp(run, io.banner ?? null, settings.values.benchKeys, context);
		const {exitCode, state} = await startApp(app, screenFor(invocation, !flags.noFullscreen), context);
		const terminal = terminalOf(invocation, io);
		if (state.result) showResult(state.result, wanted, terminal);
		else showNothingSent(false, terminal);
		return exitCode;
	});
}

function dataSetFor({dataset, fromPr}: BenchInvocation['flags'], cwd: string): BenchmarkRequest['dataSet'] {
	if (dataset !== null && fromPr !== null) {
		const message = '--dataset and --from-pr cannot be combined.';
		throw usage('bench', 'bad-flags', message, 'Pass only one of them.');
	}
	if (dataset !== null) return {file: dataset};
	if (fromPr === null) return null;
	const isFile = /\.json$/i.test(fromPr) || existsSync(resolve(cwd, fromPr));
	const argument = {argument: fromPr, pr: null, owner: null, repo: null};
	return {pullRequest: isFile ? {from: fromPr} : argument};
}

function machineOf({argv, version}: Io): Machine {
	const [first] = cpus();
	return {
		tick: () => performance.now(),
		ownDataSet: ownDataSet(),
		versions: {prResolve: version, node: process.versions.node},
		platform: process.platform,
		arch: process.arch,
		cpu: first?.model.trim() || 'unknown',
		cores: cpus().length,
		memoryBytes: totalmem(),
		command: ['pr-resolve', ...argv].map(quoteForShell).join(' '),
	};
}

/** Next to the built program, or in the sources. */
function ownDataSet(): string {
	const bundled = join(import.meta.dirname, '../sample-comments.json');
	const source = join(import.meta.dirname, '../../bench/sample-comments.json');
	return existsSync(bundled) || !existsSync(source) ? bundled : source;
}
