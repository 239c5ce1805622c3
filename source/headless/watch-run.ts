import type {Prompts} from '../delivery/prompts.ts';
import {paragraph} from '../document/document.ts';
import {formatText} from '../document/text.ts';
import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {RoundQuestions} from '../run/round/round-site.ts';
import type {WatchEvent} from '../run/watch/events.ts';
import {locatePullRequest} from '../run/watch/locate.ts';
import {patienceOf} from '../run/watch/next-step.ts';
import {type Watched, watch} from '../run/watch/watch.ts';
import {formatWatchEnd, formatWatchEvent} from '../run/watch/watch-lines.ts';
import type {WatchRequest} from '../run/watch/watching.ts';
import {hasTree, type Repository} from '../worktree/repository.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {confirmStrangersCode, confirmWatch} from './consent.ts';
import {writeJson} from './json.ts';
import {makeProgress} from './progress.ts';
import {promptsOf} from './prompt.ts';
import {formatReport} from './report-text.ts';
import {layoutOf, type Terminal, writeLine} from './terminal.ts';

export type WatchRun = AccountOptions &
	WatchRequest & {
		/** Called before anything else happens in the repository. */
		begin: (repository: Repository) => Promise<void>;
		json: boolean;
		/** Whether to ask before the first round. */
		isAsked: boolean;
	};

/** Watches without the app, one line an event. Returns the exit code. */
export async function runWatch(run: WatchRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	if (!(await beginWatch(run, terminal, context))) return exitCodes.needsPerson;
	const {clear, emit} = makeWatchProgress(terminal, context);
	try {
		const questions = unattendedQuestions(terminal, context.signal, clear);
		const watched = await watch(run, {questions, emit}, context);
		clear();
		return await showWatched(run, watched, terminal, context);
	} finally {
		clear();
	}
}

/** What comes before the first look. Returns whether to watch. @throws {Failure} */
export async function beginWatch(run: WatchRun, terminal: Terminal, context: Context): Promise<boolean> {
	const repository = await run.open();
	await run.begin(repository);
	if (run.metricsFile !== null) await checkMetricsPath(run.metricsFile, context.cwd);
	if (run.round.policy.strategy === 'ask') {
		const message = '--strategy ask cannot be used with watch, which goes on by itself.';
		const remedy = 'Pass --strategy priority, --strategy skip or --decisions <file>.';
		throw new Failure('usage', 'bad-flags', message, remedy);
	}
	if (!run.isAsked) return true;
	const patient = {...context, ...patienceOf(run.limits, run.deadline)};
	const name = await locatePullRequest(run.round.request.source, repository, patient);
	return run.deadline.during(0, () =>
		confirmWatch(run, {name, hasTree: hasTree(repository)}, terminal, context.signal),
	);
}

/** Only git may ask: any other question would keep the watch waiting. @param clear removes a line that is updated */
export const unattendedQuestions = (
	terminal: Terminal,
	signal: AbortSignal,
	clear: () => void = () => {},
): RoundQuestions => ({
	settle: () => Promise.reject(new Error('a watch has no questions')),
	waitForCircuit: null,
	confirm: async () => true,
	confirmCode: (strangers, flag) => confirmStrangersCode(strangers, flag, false, terminal, signal),
	prompts: unattended(promptsOf(terminal, clear)),
});

const unattended = (prompts: Prompts | null): Prompts | null => prompts && {...prompts, confirm: async () => false};

/** Prints the result: the last round in full, and in one line how the watch ended. Returns the exit code. */
export async function showWatched(
	options: AccountOptions & {json: boolean},
	{report, failure, accounted}: Watched,
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const {stdout, stderr} = terminal;
	if (options.json) writeJson(report, stdout);
	else {
		const round = report.rounds.at(-1);
		if (round) stdout.write(`${formatReport(round, layoutOf(terminal), {mayAsk: false, mayUndo: true})}\n`);
		// The failure is reported as that of any command.
		if (failure) throw failure;
		stdout.write(formatText([paragraph(formatWatchEnd(report))], layoutOf(terminal)));
	}
	if (!accounted) return report.exitCode;
	const round = {...accounted, report: {...accounted.report, exitCode: report.exitCode}};
	return reportAccounts(options, round, options.json ? stderr : stdout, context);
}

/** One line an event on stderr, and in a terminal what goes on now below them. */
export function makeWatchProgress(terminal: Terminal, {log, now}: Pick<Context, 'log' | 'now'>) {
	const {verbose} = terminal;
	const progress = makeProgress(terminal, {log, now});
	let waitedFor = '';
	// Each look repeats its warnings.
	const warned = new Set<string>();
	const write = (line: string) => {
		progress.clear();
		if (!verbose) writeLine(line, terminal);
		log('INFO', line);
	};
	const isRepeated = (event: WatchEvent): boolean => {
		if (event.type === 'wait') {
			const before = waitedFor;
			waitedFor = event.reason;
			return before === waitedFor;
		}
		if (event.type !== 'run' || event.event.type !== 'warning') return false;
		const {size} = warned;
		return warned.add(event.event.warning.text).size === size;
	};
	const emit = (event: WatchEvent) => {
		// A look is short; only what takes long in it is shown.
		if (event.type === 'look') terminal.pace?.note();
		if (event.type === 'ended' || isRepeated(event)) return;
		if (event.type === 'run') return progress.show(event.event);
		const line = formatWatchEvent(event, now());
		if (line !== null) write(line);
	};
	return {emit, clear: progress.clear};
}
