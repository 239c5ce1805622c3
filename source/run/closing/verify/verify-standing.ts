import {type Pending, pendingEdits} from '../../../worktree/commit/pending.ts';
import {openGit} from '../../../worktree/git.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {commitsAhead} from '../../../worktree/push/own-commits.ts';
import type {Run} from '../../../worktree/run-record.ts';
import {commandEnvironment} from '../../../worktree/verify/environment.ts';
import {inStandingTree} from '../../../worktree/verify/trial-tree.ts';
import {withEvents} from '../../channel.ts';
import type {Context} from '../../context.ts';
import type {ClosingStop, RunEvent} from '../../events.ts';
import {targetOf} from '../../journal.ts';
import {nameRuns} from '../../name-runs.ts';
import type {Closing, WrittenClosing} from '../closing.ts';
import type {ClosingRequest, VerifyRequest} from '../request.ts';
import {besideChanges} from './beside-changes.ts';
import {openCommandRuns} from './command-runs.ts';
import {concludeTrials} from './conclude-trials.ts';
import {runTrials} from './run-trials.ts';
import {hasPassed, notRun, type Verification} from './verification.ts';

/**
 * Runs the user's command on the files as they are, after a run that wrote nothing, if the next steps would commit or push
 * what earlier runs wrote. Returns whether they may.
 *
 * @param command without secrets
 * @throws {Failure} `locked`, `journal-damaged`, `git-failed`; the signal's reason
 */
export async function* verifyStanding(
	closing: WrittenClosing,
	{request, command}: {request: VerifyRequest; command: string},
	context: Context,
): AsyncGenerator<RunEvent, boolean> {
	const {repository, written} = closing;
	const {plan, files, before} = written;
	const told = {type: 'verified', plan, runId: null, files} as const;
	const {runs, paths} = await leavingNext(closing, context);
	if (runs.length === 0) {
		yield {...told, verification: notRun(command)};
		return true;
	}
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal) => {
		const env = commandEnvironment(context.env, request.env);
		const world = {...context, cwd: repository.root, env, signal, shown: command, stop: closing.stopVerifying};
		const commandRuns = openCommandRuns(request, world, emit);
		const end = await inStandingTree({...targetOf(repository, context), paths}, tree => {
			const nothing = () => ({contents: new Map(), summary: {}});
			return runTrials({units: [], suspects: 0}, tree, nothing, trial => commandRuns.make(trial, tree.logOf), signal);
		});
		return {end, made: commandRuns.made()};
	};
	const {end, made} = yield* withEvents(work, context.signal);
	if (end.conclusion.state === 'interrupted') throw end.conclusion.cause;
	const named = nameRuns(runs);
	const concluded = await concludeTrials(end, request, named);
	const verification: Verification = {
		command,
		...concluded,
		...made,
		...(await besideChanges(repository, before, context)),
	};
	yield {...told, verification};
	if (hasPassed(verification)) return true;
	yield {type: 'closing-stopped', stop: notVerified(closing.request, runs)};
	return false;
}

/** What the next steps would commit or push, none of which is of this run. */
async function leavingNext(
	{request, repository, state}: Closing,
	context: Context,
): Promise<Pick<Pending, 'runs' | 'paths'>> {
	const git = openGit({...context, cwd: repository.root, offline: true});
	const journal = openJournal(repository.gitDir, context);
	const pending = request.commit ? await pendingEdits(git, repository.root, journal) : {runs: [], paths: []};
	const head = state().pullRequest?.headRefOid ?? null;
	if (!request.push || head === null) return pending;
	const all = (await journal.list()).filter((run): run is Run => run.state !== 'broken');
	const ahead = await commitsAhead(git, head, all);
	return {...pending, runs: [...new Set([...pending.runs, ...(ahead.kind === 'ahead' ? ahead.runs : [])])]};
}

const notVerified = ({commit, push}: ClosingRequest, runs: readonly string[]): ClosingStop => ({
	step: 'verify',
	code: 'not-verified',
	message: `Nothing was ${[...(commit ? ['committed'] : []), ...(push ? ['pushed'] : [])].join(' or ')}, because what ${nameRuns(runs)} wrote has not passed.`,
	remedy: `Fix it, or run: ${runs.map(id => `pr-resolve undo ${id}`).join(' && ')}`,
	ending: 'needsPerson',
});
