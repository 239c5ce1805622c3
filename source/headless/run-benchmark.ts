import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {runBenchmark} from '../run/benchmark/benchmark.ts';
import {benchmarkDocument} from '../run/benchmark/benchmark-document.ts';
import {createControl} from '../run/benchmark/control.ts';
import type {BenchmarkEvent} from '../run/benchmark/events.ts';
import {type BenchmarkPlan, planBenchmark} from '../run/benchmark/plan.ts';
import {writeReport} from '../run/benchmark/report/write.ts';
import type {BenchmarkRequest} from '../run/benchmark/request.ts';
import type {BenchmarkResult} from '../run/benchmark/result.ts';
import type {Context} from '../run/context.ts';
import {follow} from '../run/generators.ts';
import {money} from '../text/figures.ts';
import {count} from '../text/sentences.ts';
import {makeBenchmarkProgress} from './benchmark-progress.ts';
import {writeJson} from './json.ts';
import {confirm} from './prompt.ts';
import {type Terminal, writeDocument} from './terminal.ts';

export type BenchmarkRun = {
	request: BenchmarkRequest;
	json: boolean;
	/** Print a line for each request. */
	verbose: boolean;
	/** Whether paid requests may be sent: `ask` prompts, `missing` fails. */
	consent: 'given' | 'ask' | 'missing';
};

/** Runs `bench` without the app. Returns the exit code. */
export async function showBenchmark(run: BenchmarkRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	const progress = makeBenchmarkProgress(terminal, run.verbose, context.now);
	// If no provider remains, the failure lists them.
	const skipped: BenchmarkEvent[] = [];
	const onEvent = (event: BenchmarkEvent) => {
		if (event.type === 'left-out') skipped.push(event);
		else progress.show(event);
	};
	try {
		const plan = await follow(planBenchmark(run.request, context), onEvent);
		skipped.forEach(progress.show);
		progress.clear();
		terminal.stderr.write(`${formatPlan(plan)}\n`);
		if (!(await confirmBenchmark(plan, run, terminal, context))) {
			return showNothingSent(run.json, terminal);
		}
		const result = await follow(runBenchmark(plan, createControl(), context), onEvent);
		progress.clear();
		await writeReport(result, plan.places);
		showResult(result, run, terminal);
		return result.exitCode;
	} finally {
		progress.clear();
	}
}

/** After "no" to the question. Returns the exit code. */
export function showNothingSent(json: boolean, {stdout, stderr}: Terminal): ExitCode {
	const exitCode = exitCodes.needsPerson;
	const error = {code: 'declined', message: 'Nothing was sent.', remedy: 'Pass --yes to start without asking.'};
	if (json) writeJson({schema: 'pr-resolve/benchmark@1', error, exitCode}, stdout);
	else stderr.write(`${error.message}\n`);
	return exitCode;
}

function formatPlan({entrants, requests, paid, request}: BenchmarkPlan): string {
	const whom = count(entrants.length, 'provider');
	const budget = money(request.settings.costBudget);
	const cost =
		paid.requests === 0 ? 'free' : `${paid.requests} paid, about ${money(paid.estimateUsd)} of the ${budget} budget`;
	return `${count(requests, 'request')} to ${whom}: ${cost}`;
}

async function confirmBenchmark(
	{paid}: BenchmarkPlan,
	{consent}: BenchmarkRun,
	terminal: Terminal,
	{signal}: Context,
): Promise<boolean> {
	if (paid.requests === 0 || consent === 'given') return true;
	if (consent === 'ask') return confirm('Start?', terminal, signal);
	const message = 'bench needs confirmation for paid requests, but --no-input is set.';
	throw new Failure('usage', 'needs-confirmation', message, 'Pass --yes to start without asking.');
}

/** Shows the result of a benchmark and the path of its report. */
export function showResult(
	result: BenchmarkResult,
	{request, json}: Pick<BenchmarkRun, 'request' | 'json'>,
	terminal: Terminal,
): void {
	if (json) writeJson(result, terminal.stdout);
	else writeDocument(benchmarkDocument(result), terminal);
	const isPartial = result.partial ? ' (partial; continue with --resume)' : '';
	terminal.stderr.write(`Report: ${request.output}${isPartial}\n`);
}
