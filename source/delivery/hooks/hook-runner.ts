import {join} from 'node:path';
import {advise, Failure, joinRemedies, type Remedy, sameAgain} from '../../failure.ts';
import type {CodeOf} from '../../failure-codes.ts';
import {isMemoryFile, memoryFile} from '../../resolve/memory-file.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {someNames} from '../../text/sentences.ts';
import type {Git} from '../../worktree/git.ts';
import type {HookStep} from '../../worktree/hooks/find-hooks.ts';
import type {RecordedChange} from '../../worktree/hooks/record-reformatted.ts';
import {type HookCall, runHook} from '../../worktree/hooks/run-hook.ts';
import type {StagedIndex} from '../../worktree/hooks/staged-index.ts';
import {changesOf, readTracked, type TrackedChanges} from '../../worktree/hooks/tracked-state.ts';
import {hashAt} from '../../worktree/images.ts';
import {gitOf} from '../../worktree/repository.ts';
import {continuing, undoing} from '../../worktree/run-id.ts';
import {commandEnvironment} from '../../worktree/verify/environment.ts';
import type {CommandEnd} from '../../worktree/verify/run-command.ts';
import type {Delivery} from '../delivery.ts';
import type {HooksRequest} from '../request.ts';
import {ticking} from '../verify/command-runs.ts';
import {failureOf, formatEnd} from '../verify/verification.ts';
import {besideRuns, hooksFor, otherEdits} from './checking-hooks.ts';
import {type HookRun, mayReformat} from './hook-run.ts';

type Call = HookCall & {
	/** Of the commit that is being made; null for none. */
	index: StagedIndex | null;
	/** Absolute path of the folder for its output. */
	folder: string;
	/** What else keeps it from passing; empty if nothing does. */
	judge?: () => Promise<string>;
	/** What becomes of its changes; without it, it may change nothing. */
	takeUp?: TakeUp;
};

/** Takes changes of a hook into the records of runs. `isAccepted`: it changed nothing else, and that may be committed. */
export type TakeUp = (changes: TrackedChanges) => Promise<TakenUp>;
type TakenUp = RecordedChange & {isAccepted: boolean; diff: string};

/** Runs the hooks of a step. */
export type HookRunner = {
	git: Git;
	/**
	 * Runs a hook if there is one. False if it has changed lines of runs that are to be committed like that: then it has to
	 * pass on them.
	 * @throws {Failure} `hook-failed` if it does not pass, or changes what git tracks; the signal's reason
	 */
	run: (name: HookRun['name'], call: Call) => Promise<boolean>;
};

/** @param emit gets each run of a hook, while it goes on and when it has ended */
export async function openHookRunner(
	step: HookStep,
	hooksRequest: HooksRequest,
	{repository, runId}: Pick<Delivery, 'repository' | 'runId'>,
	emit: (event: RunEvent) => void,
	context: Context,
): Promise<HookRunner> {
	const {root} = repository;
	const {timeoutMs, variables} = hooksRequest;
	const git = gitOf(repository, {...context, offline: true});
	const hooks = await hooksFor([step], repository, context);
	const {env, keptFiles} = await commandEnvironment(context.env, variables);
	let runs = 0;
	const requireCleanTree = async () => {
		const text = otherEdits(await besideRuns(repository, context, runId));
		if (text !== null)
			throw stopAt(step, 'other-edits', text, advise`Commit or stash them, then ${again(step, runId)}`);
	};
	return {
		git,
		async run(name, {index, folder, judge = nothingElse, takeUp, ...call}) {
			const hook = hooks.find(one => one.name === name);
			if (!hook) return true;
			if (runs === 0) await requireCleanTree();
			runs += 1;
			const world = {env, keptFiles, log: join(folder, `${name}-${runs}.log`), timeoutMs, signal: context.signal};
			const before = await readTracked(git, root, index);
			const memory = await hashAt(root, memoryFile);
			const end = await ticking(
				ms => emit({type: 'hook-run', step, name, ms}),
				() => runHook(hook, call, repository, world),
			);
			const all = await changesOf(git, before, await readTracked(git, root, index));
			// A hook that only stages what a person has declined for good leaves it as it is, and out of the commit.
			const changes = (await hashAt(root, memoryFile)) === memory ? withoutMemory(all) : all;
			const taken = changes.paths.length > 0 && takeUp ? await takeUp(changes) : nothingTaken(changes);
			const isTaken = taken.isAccepted && !end.isTimeout;
			const reason = isTaken ? '' : reasonOf(end, changes.paths, timeoutMs) || (await judge());
			const made = await conclude(end, {
				name,
				state: isTaken ? 'reformatted' : reason === '' ? 'passed' : 'failed',
				reason,
				changedFiles: changes.paths,
				reformatted: taken.changes,
				diff: taken.diff,
				mayReformat: mayReformat(name, hooksRequest),
			});
			emit({type: 'hook', hook: made});
			if (made.state === 'failed') throw hookFailed(made, taken, step, runId);
			return !isTaken;
		},
	};
}

const withoutMemory = ({paths, contents}: TrackedChanges): TrackedChanges => ({
	paths: paths.filter(path => !isMemoryFile(path)),
	contents: contents.filter(({path}) => !isMemoryFile(path)),
});

const nothingElse = async () => '';

const nothingTaken = ({paths}: TrackedChanges): TakenUp => ({
	runs: [],
	changes: [],
	others: paths,
	isAccepted: false,
	diff: '',
});

async function conclude(end: CommandEnd, hook: Omit<HookRun, 'seconds' | 'failure'>): Promise<HookRun> {
	const seconds = Math.round(end.ms / 1000);
	if (hook.state !== 'failed') return {...hook, seconds, failure: null};
	return {...hook, seconds, failure: await failureOf(end)};
}

/** Why a hook did not pass; empty if it did. */
function reasonOf(end: CommandEnd, changed: readonly string[], timeoutMs: number): string {
	if (end.isTimeout) return `took longer than ${timeoutMs / 1000} s`;
	if (end.exitCode !== 0) return formatEnd(end);
	return changed.length > 0 ? `changed ${someNames(changed)}` : '';
}

function hookFailed({name, reason}: HookRun, {runs, others}: TakenUp, step: HookStep, run: string | null): Failure {
	const failed = `the hook ${name} failed (${reason}).`;
	if (runs.length + others.length === 0) {
		return stopAt(step, 'hook-failed', failed, advise`To try again, ${again(step, run)}`);
	}
	if (others.length === 0) return stopAt(step, 'hook-failed', failed, toAccept(run));
	const beside = runs.length > 0 ? ` Not all of that is at lines that pr-resolve wrote (${someNames(others)}).` : '';
	return stopAt(step, 'hook-failed', `${failed}${beside}`, toSeparate(step, run));
}

/** What commits the lines of runs as a hook has made them, or reverts them. @param run id; null if it has written nothing */
export const toAccept = (run: string | null): Remedy =>
	run === null
		? 'To commit the lines as they are now, run: pr-resolve apply --commit --hooks=accept'
		: advise`To commit the lines as they are now, ${continuing(run)} --hooks=accept. To undo them, ${undoing(run)}`;

/** What else a hook has changed is for a commit of the user's. */
const toSeparate = (step: HookStep, run: string | null): Remedy =>
	run === null || step === 'push'
		? advise`To see what it changed, run: git diff. Commit or discard that, then ${again(step, run)}`
		: advise`${undoing(run)}. Commit what the hook has left in your files, then ${sameAgain}.`;

const undone = {
	commit: {what: 'Not committed', rest: ''},
	push: {what: 'Nothing was pushed', rest: 'The commit stays on your branch.'},
} as const satisfies Record<HookStep, unknown>;

const stopAt = (step: HookStep, code: CodeOf<'needsPerson'>, message: string, remedy: Remedy) =>
	new Failure('needsPerson', code, `${undone[step].what}: ${message}`, joinRemedies(undone[step].rest, remedy));

/** What tries a step again. @param run id; null if it has written nothing */
const again = (step: HookStep, run: string | null) =>
	run === null ? advise`run: pr-resolve apply --${step} --hooks` : continuing(run);
