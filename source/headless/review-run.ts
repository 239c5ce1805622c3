import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Plan} from '../resolve/decide.ts';
import type {Policy} from '../resolve/policy.ts';
import type {PullRequest} from '../review/comment.ts';
import {type Analysis, type AnalyzeRequest, analyze, planOf} from '../run/analyze.ts';
import {apply} from '../run/apply.ts';
import {isForModel} from '../run/asking/askable.ts';
import type {Context} from '../run/context.ts';
import {diffOf} from '../run/diff.ts';
import type {CheckedPlan} from '../run/hold-back.ts';
import {checkMetricsPath} from '../run/metrics-file.ts';
import {makeReport, type Report} from '../run/report.ts';
import {tellWork, workOf} from '../run/work-size.ts';
import {openWorktree} from '../run/worktree.ts';
import {escapeLines} from '../text/escape-controls.ts';
import type {Repository} from '../worktree/repository.ts';
import {openSyntaxChecker, type SyntaxChecker} from '../worktree/syntax/checker.ts';
import {type AccountsWanted, tellAccounts} from './accounts.ts';
import {askAboutConflicts} from './ask-conflicts.ts';
import {type Driver, makeDriver} from './drive.ts';
import {writeJson} from './json.ts';
import {makeProgress} from './progress.ts';
import {ask} from './prompt.ts';
import {formatReport} from './report-text.ts';
import {layoutOf, type Terminal} from './terminal.ts';

export type ReviewRun = AccountsWanted & {
	request: AnalyzeRequest;
	/** Is given the work tree before anything else is done in it. */
	begin: (repository: Repository) => Promise<void>;
	policy: Policy;
	/** `show`: analyze only; `preview`: with the diff; `confirm`: show the plan and ask first; `write`: just do it. */
	action: 'show' | 'preview' | 'confirm' | 'write';
	json: boolean;
	/** Why no model is asked though one is named; null where nobody has to be told. */
	modelOff: string | null;
};

/** Runs `analyze` or `apply` without the app. Returns the exit code. */
export async function runReview(run: ReviewRun, terminal: Terminal, context: Context): Promise<ExitCode> {
	const {policy, action, json, request} = run;
	const progress = makeProgress(terminal, context.log);
	const checker = openSyntaxChecker({signal: context.signal});
	const driver = makeDriver(event => {
		if (event.type === 'pull-request') checker.prepare(openPaths(event.pullRequest));
		progress.show(event);
	});
	// Its start takes about as long as all that comes before the plan.
	checker.warmUp();
	try {
		const repository = await openWorktree(context);
		await run.begin(repository);
		if (policy.strategy === 'ask' && !terminal.interactive) throw cannotAsk();
		if (run.metricsFile !== null) await checkMetricsPath(run.metricsFile, context.cwd);
		const analysis = await driver.follow(analyze(request, repository, context));
		if (run.modelOff !== null && analysis.findings.some(isForModel)) {
			driver.tell({type: 'warning', warning: {kind: 'model-off', commentId: null, text: run.modelOff}});
		}
		progress.clear();
		const {plan, syntax, warnings} = await decidePlan(analysis, policy, checker, terminal, context);
		for (const warning of warnings) driver.tell({type: 'warning', warning});
		driver.tell({type: 'plan', plan, syntax});
		if (
			action === 'write' ||
			(action === 'confirm' && (await isConfirmed(analysis, plan, run, driver, terminal, context)))
		) {
			await driver.follow(apply(analysis, plan, context));
		}
		context.signal.throwIfAborted();
		const made = makeReport(driver.state(), () => analysis.snapshot, policy.mode);
		// "No" to the plan leaves the work to the person.
		const isDeclined = action === 'confirm' && made.summary.planned > 0;
		const report = isDeclined ? {...made, exitCode: worstExitCode([made.exitCode, exitCodes.needsPerson])} : made;
		for (const finding of report.findings) context.log('DEBUG', findingLine(finding));
		if (json) writeJson(report, terminal.stdout);
		else if (isDeclined) terminal.stderr.write('Nothing was written.\n');
		else show(report, terminal, action === 'preview' ? diffOf(analysis, plan) : '');
		const out = json ? terminal.stderr : terminal.stdout;
		return await tellAccounts(run, {report, state: driver.state()}, out, context);
	} finally {
		checker.close();
		progress.clear();
	}
}

/** The files that may be changed. */
const openPaths = ({reviewThreads}: PullRequest) => [
	...new Set(reviewThreads.filter(({isResolved}) => !isResolved).map(({path}) => path)),
];

async function decidePlan(
	analysis: Analysis,
	policy: Policy,
	checker: SyntaxChecker,
	terminal: Terminal,
	context: Context,
): Promise<CheckedPlan> {
	const checked = await planOf(analysis, policy, context.signal, checker);
	if (policy.strategy !== 'ask') return checked;
	const decisions = await askAboutConflicts(checked.plan.conflicts, analysis.snapshot, terminal, context.signal);
	return planOf({...analysis, decisions: [...analysis.decisions, ...decisions]}, policy, context.signal);
}

async function isConfirmed(
	analysis: Analysis,
	plan: Plan,
	{policy}: ReviewRun,
	driver: Driver,
	terminal: Terminal,
	{signal}: Context,
): Promise<boolean> {
	const work = workOf(plan.rulings);
	if (work.changes === 0) return true;
	const preview = {...terminal, stdout: terminal.stderr};
	show(
		makeReport(driver.state(), () => analysis.snapshot, policy.mode),
		preview,
		'',
	);
	const question = `Apply ${tellWork(work, 'to')}?`;
	for (;;) {
		const answer = await ask(question, ['yes', 'no', 'diff'], 'no', terminal.keyboard, signal);
		if (answer !== 'diff') return answer === 'yes';
		terminal.stderr.write(escapeLines(diffOf(analysis, plan)));
	}
}

/** `src/cart.ts:12 Rename this: applied: moved from line 10` */
function findingLine({path, lines, title, outcome, reason}: Report['findings'][number]): string {
	const place = path === null ? '' : `${path}${lines ? `:${lines.start}` : ''} `;
	return `${place}${title}: ${outcome}${reason ? `: ${reason}` : ''}`;
}

function show(report: Report, terminal: Terminal, diff: string): void {
	const text = formatReport(report, layoutOf(terminal));
	terminal.stdout.write(diff === '' ? text : `${text}\n`);
	// A pipe gets the patch byte for byte, so that git can apply it.
	if (terminal.stdout.isTTY) terminal.stdout.write(escapeLines(diff));
	else terminal.stdout.writeExactly(diff);
}

function cannotAsk(): Failure {
	return new Failure(
		'usage',
		'needs-terminal',
		'The strategy ask needs a terminal to ask in.',
		'Pass --strategy priority or --strategy skip, or decide with --decisions <file>.',
	);
}
