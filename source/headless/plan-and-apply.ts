import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Plan} from '../resolve/decide.ts';
import type {Policy} from '../resolve/policy.ts';
import type {PullRequest} from '../review/comment.ts';
import {type Analysis, type AnalyzeRequest, analyze, planOf} from '../run/analyze.ts';
import {apply} from '../run/apply.ts';
import {isForModel} from '../run/asking/askable.ts';
import type {Closing} from '../run/closing/closing.ts';
import {targetOfPullRequest} from '../run/closing/publish/open-publishing.ts';
import type {ClosingRequest} from '../run/closing/request.ts';
import type {Vouching} from '../run/closing/trust.ts';
import type {Context} from '../run/context.ts';
import {diffOf} from '../run/diff.ts';
import type {CheckedPlan} from '../run/hold-back.ts';
import {makeReport} from '../run/make-report.ts';
import {checkMetricsPath} from '../run/metrics-file.ts';
import type {Report} from '../run/report.ts';
import {formatWork, workOf} from '../run/work-size.ts';
import {escapeLines} from '../text/escape-controls.ts';
import type {Repository} from '../worktree/repository.ts';
import type {SyntaxChecker} from '../worktree/syntax/checker.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {askAboutConflicts} from './ask-conflicts.ts';
import {type Driver, makeDriver} from './drive.ts';
import {writeJson} from './json.ts';
import {formatNextSteps} from './next-steps.ts';
import {makeProgress} from './progress.ts';
import {ask} from './prompt.ts';
import {formatReport} from './report-text.ts';
import {layoutOf, promptsOf, roomOf, type Terminal} from './terminal.ts';
import {confirmStrangersCode} from './trust-code.ts';

export type ReviewRun = AccountOptions & {
	request: AnalyzeRequest;
	/** Called with the working tree before anything else happens in it. */
	begin: (repository: Repository) => Promise<void>;
	policy: Policy;
	/** `show`: analyze only; `preview`: with the diff; `confirm`: show the plan and ask first; `write`: apply at once. */
	action: 'show' | 'preview' | 'confirm' | 'write';
	json: boolean;
	/** The steps after writing; null for none. */
	closing: ClosingRequest | null;
	/** Why a provider that is set is not used; null if there is nothing to warn of. */
	modelOff: string | null;
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
	const {policy, action, json, request} = run;
	const progress = makeProgress(terminal, context.log);
	const prompts = promptsOf(terminal, progress.clear);
	const driver = makeDriver(event => {
		if (event.type === 'pull-request') checker.prepare(openPaths(event.pullRequest));
		progress.show(event);
	});
	try {
		const repository = await opening;
		await run.begin(repository);
		if (policy.strategy === 'ask' && !terminal.interactive) throw cannotAsk();
		if (run.metricsFile !== null) await checkMetricsPath(run.metricsFile, context.cwd);
		const steps = run.closing && {...(await import('../run/closing/after-writing.ts')), request: run.closing};
		const before =
			steps && action !== 'preview' ? await steps.prepareClosing(steps.request, {repository, prompts}, context) : null;
		for (const warning of steps ? steps.warnOfOtherEdits(steps.request, before) : [])
			driver.tell({type: 'warning', warning});
		const analysis = await driver.follow(analyze(request, repository, context));
		if (run.modelOff !== null && analysis.findings.some(isForModel)) {
			driver.tell({type: 'warning', warning: {kind: 'model-off', commentId: null, text: run.modelOff}});
		}
		progress.clear();
		const {outward, strangers} = steps
			? await steps.lookUpWriters(steps.request, request.source, analysis, action === 'confirm', context)
			: notOutward;
		const runner = run.closing?.verify ? '--verify' : '--hooks';
		if (action !== 'preview')
			await confirmStrangersCode(strangers, runner, action === 'confirm', terminal, context.signal);
		const decidedBy = {...policy, outward};
		const {plan, syntax, warnings} = await decidePlan(analysis, decidedBy, checker, terminal, context);
		for (const warning of warnings) driver.tell({type: 'warning', warning});
		driver.tell({type: 'plan', plan, syntax});
		const {state} = driver;
		const {number} = analysis.pullRequest;
		const target = targetOfPullRequest(analysis.pullRequest);
		const known = {
			...{repository, runId: null, number, target, analysis, state},
			prompts,
			threads: null,
			stopVerifying: null,
		};
		const asked: Closing | null = steps && (await steps.withBases({...known, request: steps.request}, context));
		if (steps && asked && action !== 'write') await driver.follow(steps.previewCommit(asked, plan, context));
		const publish = run.closing?.publish;
		if (steps && asked && publish && action !== 'write')
			await driver.follow(steps.previewPublication(asked, publish, context));
		const closing = steps && asked ? await driver.follow(steps.preparePush(asked, context)) : asked;
		if (steps && asked && action !== 'write') await driver.follow(steps.previewHooks(asked, context));
		const mayWrite = asked === null || closing !== null;
		progress.clear();
		if (
			mayWrite &&
			(action === 'write' ||
				(action === 'confirm' && (await isConfirmed(analysis, plan, run, driver, terminal, context))))
		) {
			const ready = steps && closing ? await driver.follow(steps.preparePublication(closing, context)) : null;
			const record = steps && ready && {request: ready.request, steps: steps.stepsToRecord(ready)};
			const runId = await driver.follow(apply(analysis, plan, context, record));
			if (steps && ready) {
				const files = driver.state().written?.files ?? [];
				const written = {analysis, plan, files, before};
				await driver.follow(steps.close({...ready, runId, written}, context));
			}
		}
		progress.clear();
		context.signal.throwIfAborted();
		const made = makeReport(driver.state(), () => analysis.snapshot, policy.mode);
		// After "no" what was planned still needs review.
		const isDeclined = mayWrite && action === 'confirm' && driver.state().written === null;
		const report = isDeclined ? {...made, exitCode: worstExitCode([made.exitCode, exitCodes.needsPerson])} : made;
		for (const finding of report.findings) context.log('DEBUG', findingLine(finding));
		if (json) writeJson(report, terminal.stdout);
		else if (isDeclined) terminal.stderr.write('Nothing was written.\n');
		else show(report, terminal, action === 'preview' ? diffOf(analysis, plan) : '');
		const out = json ? terminal.stderr : terminal.stdout;
		return await reportAccounts(run, {report, state: driver.state()}, out, context);
	} finally {
		progress.clear();
	}
}

/** Nothing goes beyond the working tree. */
const notOutward: Vouching = {outward: null, strangers: []};

/** Files with unresolved threads. */
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
	{policy, closing}: ReviewRun,
	driver: Driver,
	terminal: Terminal,
	{signal}: Context,
): Promise<boolean> {
	const work = workOf(plan.rulings);
	const {published, pushPreview, commitPreview} = driver.state();
	const writes = published?.pending ?? 0;
	if (work.changes === 0 && writes === 0 && pushPreview === null && commitPreview.length === 0) return true;
	const preview = {...terminal, stdout: terminal.stderr};
	// The line above the question names what would be committed, the branch and the hooks.
	const report = makeReport(driver.state(), () => analysis.snapshot, policy.mode);
	show({...report, commitPreview: [], pushPreview: null, hooks: []}, preview, '');
	const next = closing ? formatNextSteps(closing, driver.state(), roomOf(terminal.stderr)) : [];
	for (const line of next) terminal.stderr.write(`${line}\n`);
	const outward = writes > 0 ? 'Write to the pull request?' : pushPreview ? 'Push to the pull request?' : 'Commit?';
	const question = work.changes > 0 ? `Apply ${formatWork(work, 'to')}?` : outward;
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
	// A pipe gets the exact bytes of the patch, so that git can apply it.
	if (terminal.stdout.isTTY) terminal.stdout.write(escapeLines(diff));
	else terminal.stdout.writeExactly(diff);
}

function cannotAsk(): Failure {
	return new Failure(
		'usage',
		'needs-terminal',
		'--strategy ask needs a terminal.',
		'Pass --strategy priority, --strategy skip or --decisions <file>.',
	);
}
