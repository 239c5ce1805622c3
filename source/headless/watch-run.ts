import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Prompts} from '../run/closing/prompts.ts';
import type {Context} from '../run/context.ts';
import {checkMetricsPath} from '../run/metrics-file.ts';
import {locatePullRequest} from '../run/watch/locate.ts';
import {watch} from '../run/watch/watch.ts';
import type {WatchRequest} from '../run/watch/watching.ts';
import {openWorktree} from '../run/worktree.ts';
import type {Worktree} from '../worktree/repository.ts';
import type {AccountOptions} from './accounts.ts';
import {promptsOf} from './prompts.ts';
import {showWatched} from './show-watched.ts';
import type {Terminal} from './terminal.ts';
import {confirmStrangersCode} from './trust-code.ts';
import {confirmWatch} from './watch-consent.ts';
import {makeWatchProgress} from './watch-progress.ts';

export type WatchRun = AccountOptions &
	WatchRequest & {
		/** Called with the working tree before anything else happens in it. */
		begin: (repository: Worktree) => Promise<void>;
		json: boolean;
		/** Whether to ask before the first round. */
		isAsked: boolean;
	};

/** Watches without the app, one line an event. Returns the exit code. */
export async function runWatch(run: WatchRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	if (!(await beginWatch(run, terminal, context))) return exitCodes.needsPerson;
	const progress = makeWatchProgress(terminal, context);
	const {clear, emit} = progress;
	const questions = {
		settle: () => Promise.reject(new Error('a watch has no questions')),
		confirm: async () => true,
		confirmCode: (strangers: readonly string[], flag: '--verify' | '--hooks') =>
			confirmStrangersCode(strangers, flag, false, terminal, context.signal),
		prompts: unattended(promptsOf(terminal, clear)),
	};
	const site = {open: () => openWorktree(context), questions, emit};
	try {
		const {report, failure} = await watch(run, site, context);
		clear();
		return await showWatched(run, {report, failure, last: progress.last()}, terminal, context);
	} finally {
		clear();
	}
}

/** git may ask for a passphrase; a question of ours would keep the watch waiting. */
const unattended = (prompts: Prompts | null): Prompts | null => prompts && {...prompts, confirm: async () => false};

/** What comes before the first look. Returns whether to watch. @throws {Failure} */
export async function beginWatch(run: WatchRun, terminal: Terminal, context: Context): Promise<boolean> {
	const repository = await openWorktree(context);
	await run.begin(repository);
	if (run.metricsFile !== null) await checkMetricsPath(run.metricsFile, context.cwd);
	if (run.round.policy.strategy === 'ask') throw cannotAsk();
	if (!run.isAsked) return true;
	const name = await locatePullRequest(run.round.request.source, repository, context);
	const isConfirmed = await confirmWatch(run, name, terminal, context.signal);
	if (!isConfirmed) terminal.stderr.write('Nothing was written.\n');
	return isConfirmed;
}

const cannotAsk = () =>
	new Failure(
		'usage',
		'bad-flags',
		'--strategy ask cannot be used with watch, which goes on by itself.',
		'Pass --strategy priority, --strategy skip or --decisions <file>.',
	);
