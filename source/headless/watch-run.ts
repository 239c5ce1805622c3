import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Prompts} from '../run/closing/prompts.ts';
import type {Context} from '../run/context.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {RoundQuestions} from '../run/round/round-site.ts';
import type {WatchEvent} from '../run/watch/events.ts';
import {locatePullRequest} from '../run/watch/locate.ts';
import {patienceOf} from '../run/watch/next-step.ts';
import {watch} from '../run/watch/watch.ts';
import type {WatchRequest} from '../run/watch/watching.ts';
import {hasTree, type Repository} from '../worktree/repository.ts';
import type {AccountOptions} from './accounts.ts';
import {promptsOf} from './prompts.ts';
import {showWatched} from './show-watched.ts';
import type {Terminal} from './terminal.ts';
import {confirmStrangersCode} from './trust-code.ts';
import {confirmWatch} from './watch-consent.ts';
import {followRounds, makeWatchProgress} from './watch-progress.ts';

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
	if (run.round.policy.strategy === 'ask') throw cannotAsk();
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

const cannotAsk = () =>
	new Failure(
		'usage',
		'bad-flags',
		'--strategy ask cannot be used with watch, which goes on by itself.',
		'Pass --strategy priority, --strategy skip or --decisions <file>.',
	);
