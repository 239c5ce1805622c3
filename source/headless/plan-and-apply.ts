import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {PullRequest} from '../review/comment.ts';
import {offerWait} from '../run/asking/circuit-wait.ts';
import type {Context} from '../run/context.ts';
import {type Driver, makeDriver} from '../run/driver.ts';
import {diffOf} from '../run/plan/diff.ts';
import {makeReport} from '../run/report/make-report.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {Report} from '../run/report/report.ts';
import {takeRound} from '../run/round/round.ts';
import type {RoundQuestions, RoundRequest} from '../run/round/round-site.ts';
import type {Repository} from '../worktree/repository.ts';
import type {SyntaxChecker} from '../worktree/syntax/checker.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {askAboutConflicts} from './ask-conflicts.ts';
import {confirmPlan, showReport} from './confirm-plan.ts';
import {writeJson} from './json.ts';
import {makeProgress, type ProgressLine} from './progress.ts';
import {promptsOf} from './prompts.ts';
import type {Terminal} from './terminal.ts';
import {confirmStrangersCode} from './trust-code.ts';

export type ReviewRun = AccountOptions &
	RoundRequest & {
		/** Called with the working tree before anything else happens in it. */
		begin: (repository: Repository) => Promise<void>;
		json: boolean;
	};

/** What other processes work on while the rest of the program is loaded. */
export type Prepared = {
	opening: Promise<Repository>;
	checker: SyntaxChecker;
};

/** Reads, plans and, as the action says, writes; shows what came of it. Returns the exit code. */
export async function planAndApply(
	run: ReviewRun,
	{opening, checker}: Prepared,
	terminal: Terminal,
	context: Context,
): Promise<ExitCode> {
	const {policy, action, json} = run;
	const progress = makeProgress(terminal, context);
	const driver = makeDriver(event => {
		if (event.type === 'pull-request') checker.prepare(openPaths(event.pullRequest));
		progress.show(event);
	});
	try {
		const repository = await opening;
		await run.begin(repository);
		if (policy.strategy === 'ask' && !terminal.interactive) throw cannotAsk();
		if (run.metricsFile !== null) await checkMetricsPath(run.metricsFile, context.cwd);
		const questions = questionsOf(run, driver, progress, terminal, context);
		const {analysis, plan, isDeclined} = await takeRound(
			run,
			{repository, checker, driver, questions, asker: null},
			context,
		);
		progress.clear();
		const made = makeReport(driver.state(), () => analysis.snapshot, policy.mode);
		// After "no" what was planned still needs review.
		// The text of `analyze` has no diff.
		const hasPatch = action === 'preview' || (action === 'show' && json);
		const patch = hasPatch ? {patch: diffOf(analysis, plan)} : {};
		const ending = isDeclined ? {exitCode: worstExitCode([made.exitCode, exitCodes.needsPerson])} : {};
		const report: Report = {...made, ...patch, ...ending};
		for (const finding of report.findings) context.log('DEBUG', findingLine(finding));
		if (json) writeJson(report, terminal.stdout);
		else if (isDeclined) terminal.stderr.write('Nothing was written.\n');
		else showReport(report, terminal, report.patch ?? '');
		const out = json ? terminal.stderr : terminal.stdout;
		return await reportAccounts(run, {report, state: driver.state()}, out, context);
	} finally {
		progress.clear();
	}
}

/** The questions of a run, which a terminal shows below what was written. */
function questionsOf(
	{action, policy, closing, json}: Pick<ReviewRun, 'action' | 'policy' | 'closing' | 'json'>,
	driver: Driver,
	{clear}: ProgressLine,
	terminal: Terminal,
	{signal}: Context,
): RoundQuestions {
	const isUnasked = action === 'write' || json;
	const prompts = promptsOf(terminal, clear, isUnasked);
	return {
		settle: (conflicts, snapshot) => {
			clear();
			return askAboutConflicts(conflicts, snapshot, terminal, signal);
		},
		confirmCode: (strangers, flag) => {
			clear();
			return confirmStrangersCode(strangers, flag, action === 'confirm', terminal, signal);
		},
		confirm: planned => {
			clear();
			return confirmPlan(planned, {mode: policy.mode, closing}, driver, terminal, signal);
		},
		waitForCircuit: prompts && !isUnasked ? offerWait(prompts.confirm) : null,
		prompts,
	};
}

/** Files with unresolved threads. */
const openPaths = ({reviewThreads}: PullRequest) => [
	...new Set(reviewThreads.filter(({isResolved}) => !isResolved).map(({path}) => path)),
];

/** `src/cart.ts:12 Rename this: applied: moved from line 10` */
function findingLine({path, lines, title, outcome, reason}: Report['findings'][number]): string {
	const place = path === null ? '' : `${path}${lines ? `:${lines.start}` : ''} `;
	return `${place}${title}: ${outcome}${reason ? `: ${reason}` : ''}`;
}

function cannotAsk(): Failure {
	return new Failure(
		'usage',
		'needs-terminal',
		'--strategy ask needs a terminal.',
		'Pass --strategy priority, --strategy skip or --decisions <file>.',
	);
}
