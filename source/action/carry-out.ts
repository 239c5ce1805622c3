import type {Io} from '../commands/command.ts';
import {exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {type WorkflowHost, type WorkflowPullRequest, workflowAccount} from '../github/workflow.ts';
import {emptyVerdict, headVerdictOf} from '../run/report/verdict.ts';
import {openWorktree} from '../run/worktree.ts';
import type {Inputs} from './inputs.ts';
import {type ActionResult, commitOf, nothingDone} from './result.ts';
import {runProgram} from './run-program.ts';
import type {Runner} from './runner.ts';
import type {StepPullRequest} from './step-pull-request.ts';
import {previewInstead, readTask, type Task} from './task.ts';
import type {Command} from './verbs.ts';

/** What a step works on, and for which command. */
export type ActionStep = {inputs: Inputs; location: StepPullRequest; command: Command};

/** Runs what the inputs ask for. @param io with the token in its environment @throws {Failure} */
export async function carryOut(
	{inputs, location, command: {verb, words}}: ActionStep,
	{host, runner, io}: {host: WorkflowHost; runner: Runner; io: Io},
): Promise<ActionResult> {
	const task = await verb.taskFor(await readTask(inputs, location, io), words, {inputs, location});
	if (task.kind === 'verify' && location.isElsewhere) {
		// Only for its own repository it is known that the token of the job cannot write.
		const message = '--verify and --hooks need a pull request in the repository of the workflow.';
		const remedy = 'Remove them from args, or add the workflow to the repository of the pull request.';
		throw new Failure('usage', 'other-repository', message, remedy);
	}
	const pullRequest = await host.pullRequest(location);
	const stranger = strangerTo(pullRequest);
	if (task.kind === 'verify') return verifyHead(task, {pullRequest, stranger, runner, io});
	if (task.kind === 'publish' && stranger !== null) {
		const result = await runProgram(await previewInstead(inputs, location), io, runner);
		const patch = result.report?.patch ?? '';
		const isLeft = patch !== '';
		const exitCode = isLeft ? worstExitCode([result.exitCode, exitCodes.needsPerson]) : result.exitCode;
		const notes = [`Nothing is pushed, because ${stranger}.`];
		return {...result, exitCode, notes, patch};
	}
	const result = await runProgram(task.argv, io, runner);
	return {...result, notes: withoutChecks(result, pullRequest)};
}

/** @throws {Failure} usage `cannot-push` if the command needs a push, and there would be none */
export async function refuseWithoutPush(
	{inputs, location, command: {verb}}: ActionStep,
	{host, io}: {host: WorkflowHost; io: Io},
): Promise<void> {
	if (!verb.needsPush) return;
	const {kind, isPreview} = await readTask(inputs, location, io);
	if (kind !== 'publish' || isPreview) throw cannotPush('the workflow only shows what it would do');
	const stranger = strangerTo(await host.pullRequest(location));
	if (stranger !== null) throw cannotPush(stranger);
}

/** Why nothing can be pushed to a pull request; null if something can. */
function strangerTo({bot, isFork}: WorkflowPullRequest): string | null {
	if (isFork) return 'the head is in a fork';
	return bot === null ? null : `the pull request is by the bot ${bot}`;
}

/** Runs the command of `--verify` on the head of the pull request, and says what passed. */
async function verifyHead(
	task: Task,
	{
		pullRequest,
		stranger,
		runner,
		io,
	}: {pullRequest: WorkflowPullRequest; stranger: string | null; runner: Runner; io: Io},
): Promise<ActionResult> {
	const {mayWrite, headOid} = pullRequest;
	if (stranger !== null) {
		const reason = `Nothing was verified, because ${stranger}.`;
		return {...nothingDone(reason), exitCode: exitCodes.needsPerson, verdict: emptyVerdict(headOid)};
	}
	if (mayWrite) {
		const message = 'A job that runs code of the pull request must not have a token that may write.';
		const remedy = 'Set permissions: {contents: read, pull-requests: read} for this job.';
		throw new Failure('usage', 'token-may-write', message, remedy);
	}
	const {head} = await openWorktree({...io, log: () => {}});
	if (head !== headOid) {
		const here = head?.slice(0, 10) ?? 'no commit';
		const message = `The checkout is at ${here}, and the head of the pull request is ${headOid.slice(0, 10)}.`;
		const remedy = 'Set ref of actions/checkout to the id of the head commit: see docs/action.md.';
		throw new Failure('usage', 'other-checkout', message, remedy);
	}
	const result = await runProgram(task.argv, io, runner);
	return {...result, verdict: result.report && headVerdictOf(result.report, headOid)};
}

/** GitHub starts no workflow for a commit by the token of a job, so that what is required stays pending. */
function withoutChecks(result: ActionResult, {viewer, requiresChecks}: WorkflowPullRequest): string[] {
	const commit = commitOf(result);
	const isOfJob = viewer.replace(/\[bot\]$/, '') === workflowAccount.replace(/\[bot\]$/, '');
	if (commit === null || !isOfJob || !requiresChecks) return [];
	const name = commit.slice(0, 10);
	return [`Checks will not run on ${name}: use a GitHub App token (actions/create-github-app-token).`];
}

const cannotPush = (why: string) =>
	new Failure(
		'usage',
		'cannot-push',
		`This command needs a workflow that pushes to the pull request: ${why}.`,
		'Comment /pr-resolve dry-run to look at the plan.',
	);
