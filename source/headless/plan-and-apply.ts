import {formatText} from '../document/text.ts';
import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import type {Conflict} from '../resolve/conflict.ts';
import type {Decision} from '../resolve/decision.ts';
import type {PlacedProposal} from '../resolve/proposal.ts';
import type {PullRequest} from '../review/comment.ts';
import type {Analysis} from '../run/analyze.ts';
import {offerWait} from '../run/asking/circuit-wait.ts';
import type {Context} from '../run/context.ts';
import type {Snapshot} from '../run/files/snapshot.ts';
import {diffOf, hunksOf} from '../run/plan/plan-of.ts';
import {makeReport} from '../run/report/make-report.ts';
import {checkMetricsPath} from '../run/report/metrics-file.ts';
import type {Report} from '../run/report/report.ts';
import {takeRound} from '../run/round/round.ts';
import type {RoundQuestions, RoundRequest} from '../run/round/round-site.ts';
import {type Driver, makeDriver, type RunState} from '../run/state.ts';
import {escapeControls, escapeLines} from '../text/escape-controls.ts';
import type {Repository} from '../worktree/repository.ts';
import type {SyntaxChecker} from '../worktree/syntax/checker.ts';
import {type AccountOptions, reportAccounts} from './accounts.ts';
import {confirmPlan, showReport} from './confirm-plan.ts';
import {confirmStrangersCode} from './consent.ts';
import {writeJson} from './json.ts';
import {makeProgress, type ProgressLine} from './progress.ts';
import {ask, promptsOf} from './prompt.ts';
import {layoutOf, type Terminal} from './terminal.ts';

export type ReviewRun = AccountOptions &
	RoundRequest & {
		/** Called with the working tree before anything else happens in it. */
		begin: (repository: Repository) => Promise<void>;
		json: boolean;
		/** Prints what came of it in another form. Null: as text or JSON. */
		face: ((made: {report: Report; state: RunState; analysis: Analysis<Repository>}) => Promise<string>) | null;
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
	const {policy, action, json, face} = run;
	const progress = makeProgress(terminal, context);
	const driver = makeDriver(event => {
		if (event.type === 'pull-request') checker.prepare(openPaths(event.pullRequest));
		progress.show(event);
	});
	try {
		const repository = await opening;
		await run.begin(repository);
		if (policy.strategy === 'ask' && !terminal.interactive) {
			const remedy = 'Pass --strategy priority, --strategy skip or --decisions <file>.';
			throw new Failure('usage', 'needs-terminal', '--strategy ask needs a terminal.', remedy);
		}
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
		else if (face) terminal.stdout.write(`${await face({report, state: driver.state(), analysis})}\n`);
		else showReport(report, terminal, report.patch ?? '');
		const out = json || face ? terminal.stderr : terminal.stdout;
		return await reportAccounts(run, {report, state: driver.state()}, out, context);
	} finally {
		progress.clear();
	}
}

/** The questions of a run, which a terminal shows below what was written. */
function questionsOf(
	{action, policy, delivery, json}: Pick<ReviewRun, 'action' | 'policy' | 'delivery' | 'json'>,
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
			return confirmPlan(planned, {mode: policy.mode, delivery}, driver, terminal, signal);
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

/** Shows each open conflict with its possible results and asks which one to apply. */
export async function askAboutConflicts(
	conflicts: readonly Conflict[],
	snapshot: Snapshot,
	terminal: Terminal,
	signal: AbortSignal,
): Promise<Decision[]> {
	const open = conflicts.filter(({chosen}) => chosen === null);
	const decisions: Decision[] = [];
	for (const [index, {kind, proposals}] of open.entries()) {
		terminal.stderr.write(
			`\nconflict ${index + 1} of ${open.length} (${kind}) in ${escapeControls(proposals[0]?.path ?? '')}\n`,
		);
		for (const [number, proposal] of proposals.entries()) describe(number + 1, proposal, snapshot, terminal);
		const numbers = proposals.map((_, number) => `${number + 1}`);
		const answer = await ask('Which one?', [...numbers, 'skip'], 'skip', terminal.keyboard, signal);
		const chosen = proposals[Number(answer) - 1];
		if (chosen) decisions.push(decisionToApply(chosen));
	}
	return decisions;
}

function describe(number: number, proposal: PlacedProposal, snapshot: Snapshot, terminal: Terminal): void {
	const {findings} = proposal;
	const names = findings.map(({author}) => author?.login ?? 'ghost').join(', ');
	const row = {
		labels: [{text: `${number}`, tone: 'strong'}],
		texts: [`${names}: ${findings[0]?.title ?? ''}`],
	} as const;
	terminal.stderr.write(formatText([{kind: 'rows', rows: [row]}], layoutOf({...terminal, stdout: terminal.stderr})));
	terminal.stderr.write(escapeLines(hunksOf(proposal, snapshot)));
}

function decisionToApply({change}: PlacedProposal): Decision {
	return {change: change.id, action: 'apply', reason: null, text: null, bodyHash: null, by: 'person'};
}
