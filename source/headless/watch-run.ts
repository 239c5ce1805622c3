import type {Prompts} from '../delivery/prompts.ts';
import {paragraph} from '../document/document.ts';
import {formatText} from '../document/text.ts';
import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Context} from '../run/context.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {Report} from '../run/report/report.ts';
import type {RoundQuestions} from '../run/round/round-site.ts';
import {fold, initialState, type RunState} from '../run/state.ts';
import type {WatchEvent} from '../run/watch/events.ts';
import {locatePullRequest} from '../run/watch/locate.ts';
import {patienceOf} from '../run/watch/next-step.ts';
import {watch} from '../run/watch/watch.ts';
import {formatWatchEnd, formatWatchEvent} from '../run/watch/watch-lines.ts';
import type {WatchReport} from '../run/watch/watch-report.ts';
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
		/** The repository as it is at the moment. @throws {Failure} */
		open: () => Promise<Repository>;
		json: boolean;
		/** Whether to ask before the first round. */
		isAsked: boolean;
	};

/** Watches without the app, one line an event. Returns the exit code. */
export async function runWatch(run: WatchRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	if (!(await beginWatch(run, terminal, context))) return exitCodes.needsPerson;
	const {clear, emit} = makeWatchProgress(terminal, context);
	const {rounds, ...place} = watchPlace(run, terminal, context, clear);
	const follow = (event: WatchEvent) => {
		rounds.follow(event);
		emit(event);
	};
	try {
		const watched = await watch(run, {...place, emit: follow}, context);
		clear();
		return await showWatched(run, {...watched, last: rounds.last()}, terminal, context);
	} finally {
		clear();
	}
}

/** Where the rounds are taken, and what is kept of them for the result. @param clear removes a line that is updated */
export const watchPlace = (
	{open}: Pick<WatchRun, 'open'>,
	terminal: Terminal,
	{signal}: Context,
	clear: () => void = () => {},
) => ({
	open,
	questions: unattendedQuestions(terminal, clear, signal),
	rounds: followRounds(),
});

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
	let isConfirmed = false;
	await run.deadline.during(0, async () => {
		isConfirmed = await confirmWatch(run, {name, hasTree: hasTree(repository)}, terminal, context.signal);
	});
	if (!isConfirmed) terminal.stderr.write('Nothing was written.\n');
	return isConfirmed;
}

/** Only git may ask: any other question would keep the watch waiting. @param clear removes a line that is updated */
const unattendedQuestions = (terminal: Terminal, clear: () => void, signal: AbortSignal): RoundQuestions => ({
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
	{report, failure, last}: {report: WatchReport; failure: Failure | null; last: ShownRound | null},
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
	if (!last) return report.exitCode;
	const round = {...last, report: {...last.report, exitCode: report.exitCode}};
	return reportAccounts(options, round, options.json ? stderr : stdout, context);
}

/** A round with what is known of it. */
export type ShownRound = {report: Report; state: RunState};

/** Keeps the last round that asked a model, whose account is that of all; the first one if none did. */
export function followRounds() {
	let state = initialState;
	let last: ShownRound | null = null;
	return {
		last: () => last,
		follow: (event: WatchEvent) => {
			if (event.type === 'look') state = initialState;
			if (event.type === 'run') state = fold(state, event.event);
			if (event.type !== 'round-ended' || (last !== null && event.report.llm.provider === null)) return;
			last = {report: event.report, state};
		},
	};
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
