import type {Io} from '../commands/command.ts';
import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure, spell} from '../failure.ts';
import {openWorkflowHost} from '../github/workflow.ts';
import {statsChart} from '../run/stats/chart.ts';
import type {StatsReport} from '../run/stats/stats-report.ts';
import {statsPage} from '../run/stats/write-stats.ts';
import type {Environment} from '../system/environment.ts';
import {toFailure} from '../system/to-failure.ts';
import {sentences} from '../text/sentences.ts';
import {annotate, showCheck} from './annotations.ts';
import {type ActionStep, carryOut, refuseWithoutPush} from './carry-out.ts';
import {runFleetStep} from './fleet.ts';
import {type Inputs, readInputs} from './inputs.ts';
import {type ActionResult, commitOf, countsOf, ignored, nothingDone, outcomeOf, stepCode} from './result.ts';
import {inJob} from './run-program.ts';
import {openRunner, type Runner} from './runner.ts';
import {starterOf} from './starter.ts';
import {runStatsStep} from './stats.ts';
import {dryRunComment, pageOfRun, statusCommentsOn} from './status-comments.ts';
import {stepPullRequest} from './step-pull-request.ts';
import {formatSummary} from './summary.ts';
import {readTrigger} from './trigger.ts';
import {orByHand} from './verbs.ts';
import {type Annotation, annotationCommand, maskCommand} from './workflow-commands.ts';

/** Runs the step of a workflow; returns the code that it ends with. Never throws. */
export async function runAction(io: Io): Promise<ExitCode> {
	const runner = openRunner(io);
	runner.write(maskCommand(io.env.INPUT_TOKEN ?? ''));
	let inputs: Inputs | null = null;
	let result: ActionResult;
	try {
		inputs = readInputs(io.env);
		result = await step(inputs, runner, io);
	} catch (error) {
		result = failed(error, io.signal);
	}
	try {
		await publishResult(result, runner);
	} catch (error) {
		const [annotation] = annotationsOfRun(failed(error, io.signal));
		if (annotation) runner.write(annotationCommand(annotation));
		return exitCodes.failed;
	}
	return stepCode(result, inputs?.failsForPerson ?? false);
}

async function step(inputs: Inputs, runner: Runner, given: Io): Promise<ActionResult> {
	const trigger = await readTrigger(given.env);
	if (trigger.kind === 'ignore') return ignored(trigger.reason);
	if (inputs.isStopped) {
		const remedy =
			'To go on, remove the variable PR_RESOLVE_STOP of the repository or organization, or set it to false.';
		throw new Failure('guard', 'stopped', 'The input stop is set, so nothing was done.', remedy);
	}
	const io = {...given, env: withToken(given.env, inputs.token)};
	if (inputs.command === 'stats') return runStatsStep(inputs, trigger, {runner, io});
	if (inputs.command === 'fleet') return runFleetStep(inputs, trigger, {runner, io});
	const location = stepPullRequest(given.env, inputs.pullRequest, trigger.number);
	const host = await openWorkflowHost({...io, log: () => {}});
	const [status, url] = [statusCommentsOn(location, io), pageOfRun(io.env)];
	const starter = starterOf(trigger.comment, inputs.allow, location, {host, status, url});
	try {
		const command = await starter.admit();
		const acting: ActionStep = {inputs, location, command};
		await refuseWithoutPush(acting, {host, io});
		await starter.begin();
		const result = await carryOut(acting, {host, runner, io});
		await showCheck(result, location, host);
		const shown = command.verb.isShown ? dryRunComment(result, url) : null;
		const unwritten = shown === null ? null : await status.write('dry-run', shown);
		await starter.answer({...result, code: result.failure?.code ?? null});
		const notes = unwritten === null ? [] : [`No comment shows this. ${unwritten}`];
		return {...result, notes: [...result.notes, ...notes]};
	} catch (error) {
		await starter.answer(toFailure(error));
		throw await orByHand(error, trigger.comment, location, io);
	}
}

/** The environment of the program: of all tokens, only that of the input. */
function withToken(env: Environment, token: string): Environment {
	const {GITHUB_PERSONAL_ACCESS_TOKEN: _, GH_TOKEN: __, INPUT_TOKEN: ___, ...others} = env;
	return {...others, GITHUB_TOKEN: token};
}

function failed(error: unknown, signal: AbortSignal): ActionResult {
	const cause = signal.aborted && !(error instanceof Failure) ? signal.reason : error;
	const {code, message, remedy, exitCode} = toFailure(cause);
	return {...nothingDone(''), exitCode, failure: {code, message, remedy: spell(remedy, inJob)}};
}

/** Tells the workflow, the log and the reader of the job what came of the step. */
async function publishResult(result: ActionResult, runner: Runner): Promise<void> {
	const {report, fleet, stats, undo, exitCode, verdict, patch} = result;
	const save = (name: string, content: object | null) =>
		content === null ? '' : runner.save(name, `${JSON.stringify(content, null, '\t')}\n`);
	await runner.setOutputs({
		outcome: outcomeOf(result),
		'exit-code': String(exitCode),
		...countsOf(result),
		commit: commitOf(result) ?? '',
		verdict: await save('verdict.json', verdict),
		report: await save('report.json', report ?? fleet ?? stats ?? undo),
		patch: patch === '' ? '' : await runner.save('changes.patch', patch),
		page: stats ? await savePage(stats, runner) : '',
		matrix: fleet?.matrix ? JSON.stringify(fleet.matrix) : '',
	});
	await runner.addSummary(formatSummary(result));
	for (const annotation of annotate(report, annotationsOfRun(result))) {
		runner.write(annotationCommand(annotation));
	}
}

/** Returns the path of the page, beside which its chart is. */
async function savePage(stats: StatsReport, runner: Runner): Promise<string> {
	const chart = 'stats.svg';
	await runner.save(chart, statsChart(stats));
	return runner.save('stats.md', statsPage(stats, chart));
}

function annotationsOfRun({failure, exitCode, reason, report, notes}: ActionResult): Annotation[] {
	const warnings = notes.map(message => ({level: 'warning' as const, message}));
	if (failure) return [{level: 'error', message: sentences(failure.message, failure.remedy)}, ...warnings];
	const isLeft = exitCode === exitCodes.needsPerson;
	const left = isLeft ? 'Done, but something is left for you.' : '';
	const text = sentences(left, reason);
	if (text === '') return warnings;
	const level = exitCode === exitCodes.done ? 'notice' : isLeft ? 'warning' : 'error';
	return [{level, message: text}, ...(report === null ? [] : warnings)];
}
