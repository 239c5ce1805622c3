import {join} from 'node:path';
import {Failure} from '../../../failure.ts';
import {maskSecrets} from '../../../llm/mask/mask.ts';
import {sentences} from '../../../text/sentences.ts';
import {someNames} from '../../../text/some-names.ts';
import type {Git} from '../../../worktree/git.ts';
import type {HookStep} from '../../../worktree/hooks/find-hooks.ts';
import {type HookCall, runHook} from '../../../worktree/hooks/run-hook.ts';
import type {StagedIndex} from '../../../worktree/hooks/staged-index.ts';
import {changedPaths, readTracked} from '../../../worktree/hooks/tracked-state.ts';
import {gitOf} from '../../../worktree/repository.ts';
import {continueCommand} from '../../../worktree/run-id.ts';
import {commandEnvironment} from '../../../worktree/verify/environment.ts';
import type {CommandEnd} from '../../../worktree/verify/run-command.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import type {Closing} from '../closing.ts';
import type {CodeRunRequest} from '../request.ts';
import {ticking} from '../ticking.ts';
import {formatEnd} from '../verify/verification.ts';
import {hooksFor} from './checking-hooks.ts';
import type {HookRun} from './hook-run.ts';
import {besideRuns, otherEdits} from './other-edits.ts';

type Call = HookCall & {
	/** Of the commit that is being made; null for none. */
	index: StagedIndex | null;
	/** Absolute path of the folder for its output. */
	folder: string;
	/** What else keeps it from passing; empty if nothing does. */
	judge?: () => Promise<string>;
};

/** Runs the hooks of a step. */
export type HookRunner = {
	git: Git;
	/**
	 * Runs a hook if there is one.
	 * @throws {Failure} `hook-failed` if it does not pass, or changes what git tracks; the signal's reason
	 */
	run: (name: HookRun['name'], call: Call) => Promise<void>;
};

/** @param emit gets each run of a hook, while it goes on and when it has ended */
export async function openHookRunner(
	step: HookStep,
	{timeoutMs, variables}: CodeRunRequest,
	{repository, runId}: Pick<Closing, 'repository' | 'runId'>,
	emit: (event: RunEvent) => void,
	context: Context,
): Promise<HookRunner> {
	const {root} = repository;
	const git = gitOf(repository, {...context, offline: true});
	const hooks = await hooksFor([step], repository, context);
	const {env, keptFiles} = await commandEnvironment(context.env, variables);
	let runs = 0;
	const requireCleanTree = async () => {
		const text = otherEdits(await besideRuns(repository, context, runId));
		if (text !== null) throw stopAt(step, 'other-edits', text, `Commit or stash them, then run: ${again(step, runId)}`);
	};
	return {
		git,
		async run(name, {index, folder, judge = nothingElse, ...call}) {
			const hook = hooks.find(one => one.name === name);
			if (!hook) return;
			if (runs === 0) await requireCleanTree();
			runs += 1;
			const world = {env, keptFiles, log: join(folder, `${name}-${runs}.log`), timeoutMs, signal: context.signal};
			const before = await readTracked(git, root, index);
			const end = await ticking(
				ms => emit({type: 'hook-run', step, name, ms}),
				() => runHook(hook, call, repository, world),
			);
			const changed = await changedPaths(git, before, await readTracked(git, root, index));
			const reason = reasonOf(end, changed, timeoutMs) || (await judge());
			const made = await conclude(name, end, changed, reason);
			emit({type: 'hook', hook: made});
			if (made.state === 'failed') throw hookFailed(made, step, runId);
		},
	};
}

const nothingElse = async () => '';

async function conclude(
	name: HookRun['name'],
	end: CommandEnd,
	changedFiles: string[],
	reason: string,
): Promise<HookRun> {
	const seconds = Math.round(end.ms / 1000);
	if (reason === '') return {name, state: 'passed', reason, seconds, changedFiles, failure: null};
	const {exitCode, signal, log} = end;
	const [tail] = (await maskSecrets([end.tail])).texts;
	return {name, state: 'failed', reason, seconds, changedFiles, failure: {exitCode, signal, tail: tail!, log}};
}

/** Why a hook did not pass; empty if it did. */
function reasonOf(end: CommandEnd, changed: readonly string[], timeoutMs: number): string {
	if (end.isTimeout) return `took longer than ${timeoutMs / 1000} s`;
	if (end.exitCode !== 0) return formatEnd(end);
	return changed.length > 0 ? `changed ${someNames(changed)}` : '';
}

function hookFailed({name, reason, changedFiles}: HookRun, step: HookStep, run: string | null): Failure {
	const next =
		changedFiles.length > 0 ? 'To see what it changed, run: git diff' : `To try again, run: ${again(step, run)}`;
	return stopAt(step, 'hook-failed', `the hook ${name} failed (${reason}).`, next);
}

const undone = {
	commit: {what: 'Not committed', rest: ''},
	push: {what: 'Nothing was pushed', rest: 'The commit stays on your branch.'},
} as const satisfies Record<HookStep, unknown>;

const stopAt = (step: HookStep, code: string, message: string, remedy: string) =>
	new Failure('needsPerson', code, `${undone[step].what}: ${message}`, sentences(undone[step].rest, remedy));

/** The command that tries a step again. @param run id; null if it has written nothing */
const again = (step: HookStep, run: string | null) =>
	run === null ? `pr-resolve apply --${step} --hooks` : continueCommand(run);
