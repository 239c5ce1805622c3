import type {CodeHost} from '../../code-host/port.ts';
import {type ExitCode, worstExitCode} from '../../exit-code.ts';
import {Failure} from '../../failure.ts';
import type {Settings} from '../../settings/table.ts';
import {openGit} from '../../worktree/git.ts';
import {openRepository, type Worktree} from '../../worktree/repository.ts';
import {continueCommand} from '../../worktree/run-id.ts';
import {codeHostOf} from '../code-host.ts';
import type {Context} from '../context.ts';
import {interruptedRun} from '../records/journal.ts';
import {attempt, type Check, failedCheck, passedCheck, warningCheck} from './check.ts';
import {checkCodeHost, checkDelivery} from './code-host.ts';
import {checkPrivacy} from './privacy.ts';
import {checkCache, checkProviders} from './providers.ts';
import {checkStore} from './store.ts';

type DoctorReport = {schema: 'pr-resolve/doctor@1'; checks: Check[]; exitCode: ExitCode};

export type DoctorRequest = {
	settings: Settings;
	/** Look at whom the texts go to, and nothing else. */
	privacy: boolean;
};

/** Checks what a run needs, one thing after the other; yields each check as it is done. */
export async function* doctor(request: DoctorRequest, context: Context): AsyncGenerator<Check, DoctorReport> {
	const checks: Check[] = [];
	for await (const check of request.privacy ? checkPrivacy(request.settings, context) : runChecks(request, context)) {
		checks.push(check);
		yield check;
	}
	const exitCode = worstExitCode(checks.map(check => check.exitCode));
	return {schema: 'pr-resolve/doctor@1', checks, exitCode};
}

async function* runChecks({settings}: DoctorRequest, context: Context): AsyncGenerator<Check> {
	const git = openGit(context);
	const version = await attempt(() => git.run(['--version']));
	if (version instanceof Failure) {
		yield failedCheck('git', version);
		return;
	}
	yield passedCheck('git', version.stdout.toString().trim());
	const repository = await attempt(() => openRepository(git));
	if (repository instanceof Failure) yield withoutWorktree(repository);
	else {
		yield checkWorktree(repository, codeHostOf(context));
		yield* checkRuns(repository, context);
	}
	const found = await checkCodeHost(repository instanceof Failure ? null : repository, context);
	yield* found.checks;
	const isReady = found.checks.every(({status}) => status === 'ok' || status === 'warning');
	if (isReady && !(repository instanceof Failure)) yield* checkDelivery(repository, context);
	yield* checkProviders(settings, context);
	yield* checkStore(settings, context);
	yield* checkCache(settings, context);
}

/** Much works without one. */
const withoutWorktree = (failure: Failure): Check =>
	failure.code === 'not-a-repository'
		? warningCheck('work tree', `${failure.message} inbox, fleet and --no-checkout need none.`, failure.remedy)
		: failedCheck('work tree', failure);

const noRemote = 'Pass --owner and --repo, or run in a clone of the repository. Recordings (--from) need no remote.';

function checkWorktree({root, branch, head, remotes}: Worktree, host: CodeHost): Check {
	const where = branch ?? (head ? `detached at ${head.slice(0, 10)}` : 'without a commit');
	const names = remotes.length === 0 ? 'no remotes' : `remotes ${remotes.map(({name}) => name).join(', ')}`;
	const detail = `${root} on ${where}, ${names}`;
	if (remotes.some(({url}) => host.repositoryAt(url) !== null)) return passedCheck('work tree', detail);
	return warningCheck('work tree', `${detail}; no remote is on a known host`, noRemote);
}

async function* checkRuns(repository: Worktree, context: Context): AsyncGenerator<Check> {
	const found = await attempt(() => interruptedRun(repository, context));
	if (found instanceof Failure) yield failedCheck('runs', found);
	if (found === null || found instanceof Failure) return;
	const remedy = `Undo it with pr-resolve undo ${found.id}, or finish it with ${continueCommand(found.id)}.`;
	yield warningCheck('runs', `run ${found.id} was interrupted while it wrote`, remedy);
}
