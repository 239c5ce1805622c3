import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {runBenchmark} from '../run/benchmark/benchmark.ts';
import {type Control, createControl} from '../run/benchmark/control.ts';
import type {BenchmarkEvent} from '../run/benchmark/events.ts';
import {type BenchmarkPlan, planBenchmark} from '../run/benchmark/plan.ts';
import {writeReport} from '../run/benchmark/report/write.ts';
import type {BenchmarkRequest} from '../run/benchmark/request.ts';
import type {BenchmarkResult} from '../run/benchmark/result.ts';
import type {Context} from '../run/context.ts';
import {follow} from '../run/follow.ts';
import {count} from '../text/count.ts';
import {money} from '../text/figures.ts';
import {makeBenchmarkProgress} from './benchmark-progress.ts';
import {formatBenchmarkTable} from './benchmark-table.ts';
import {writeJson} from './json.ts';
import {ask} from './prompt.ts';
import {layoutOf, type Terminal} from './terminal.ts';

export type BenchmarkRun = {
	request: BenchmarkRequest;
	json: boolean;
	/** A line for each request. */
	verbose: boolean;
	/** Whether what costs may be sent: `ask` in a terminal, `missing` where nobody may be asked. */
	consent: 'given' | 'ask' | 'missing';
};

/** Runs `bench` without the app. Returns the exit code. */
export async function showBenchmark(run: BenchmarkRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	const progress = makeBenchmarkProgress(terminal, run.verbose, context.now);
	// Where none is left, the failure lists them.
	const leftOut: BenchmarkEvent[] = [];
	const tell = (event: BenchmarkEvent) => {
		if (event.type === 'left-out') leftOut.push(event);
		else progress.show(event);
	};
	try {
		const plan = await follow(planBenchmark(run.request, context), tell);
		leftOut.forEach(progress.show);
		progress.clear();
		terminal.stderr.write(`${formatPlan(plan)}\n`);
		if (!(await isWanted(plan, run, terminal, context))) {
			return tellNothingSent(run.json, terminal);
		}
		const control: Control = createControl();
		const result = await follow(runBenchmark(plan, control, context), tell);
		progress.clear();
		await writeReport(result, plan.places);
		showResult(result, run, terminal);
		return result.exitCode;
	} finally {
		progress.clear();
	}
}

/** A person's "no" leaves the work to them. Returns the exit code. */
export function tellNothingSent(json: boolean, {stdout, stderr}: Terminal): ExitCode {
	const exitCode = exitCodes.needsPerson;
	const error = {code: 'declined', message: 'Nothing was sent.', remedy: 'Pass --yes to begin without being asked.'};
	if (json) writeJson({schema: 'pr-resolve/benchmark@1', error, exitCode}, stdout);
	else stderr.write(`${error.message}\n`);
	return exitCode;
}

function formatPlan({entrants, requests, paid, request}: BenchmarkPlan): string {
	const whom = count(entrants.length, 'provider');
	const budget = money(request.settings.costBudget);
	const cost =
		paid.requests === 0
			? 'free'
			: `${paid.requests} of them for about ${money(paid.estimateUsd)} of a budget of ${budget}`;
	return `${count(requests, 'request')} to ${whom}: ${cost}`;
}

async function isWanted(
	{paid}: BenchmarkPlan,
	{consent}: BenchmarkRun,
	terminal: Terminal,
	{signal}: Context,
): Promise<boolean> {
	if (paid.requests === 0 || consent === 'given') return true;
	if (consent === 'ask') return (await ask('Begin?', ['yes', 'no'], 'no', terminal.keyboard, signal)) === 'yes';
	throw new Failure(
		'usage',
		'needs-confirmation',
		'bench asks in a terminal before it sends what costs, and --no-input forbids to ask.',
		'Pass --yes to begin at once.',
	);
}

/** What a benchmark came to, and where its report is. */
export function showResult(
	result: BenchmarkResult,
	{request, json}: Pick<BenchmarkRun, 'request' | 'json'>,
	terminal: Terminal,
): void {
	if (json) writeJson(result, terminal.stdout);
	else terminal.stdout.write(formatBenchmarkTable(result, layoutOf(terminal)));
	const isPartial = result.partial ? ' (partial; --resume goes on with it)' : '';
	terminal.stderr.write(`report in ${request.output}${isPartial}\n`);
}
