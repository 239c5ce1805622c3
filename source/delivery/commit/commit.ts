import type {FailureCode} from '../../failure-codes.ts';
import type {Context} from '../../run/context.ts';
import type {DeliveryStop, RunEvent} from '../../run/events.ts';
import {withEvents} from '../../run/generators.ts';
import {targetOf} from '../../run/records/journal.ts';
import {type Checkout, checkoutAfter} from '../../worktree/checkout.ts';
import {type CommitOutcome, commitRuns} from '../../worktree/commit/commit-runs.ts';
import type {LeftOut} from '../../worktree/commit/gather.ts';
import {type Committer, readCommitter} from '../../worktree/commit/identity.ts';
import {type CommitPlace, commitPlace} from '../../worktree/commit/obstacles.ts';
import {trySigning} from '../../worktree/commit/try-signing.ts';
import {type Git, patienceIn} from '../../worktree/git.ts';
import {openJournal} from '../../worktree/journal.ts';
import {isOpenStep} from '../../worktree/publication.ts';
import {gitOf, type Worktree} from '../../worktree/repository.ts';
import type {Delivery, DeliverySite} from '../delivery.ts';
import {warnOfHooks} from '../hooks/checking-hooks.ts';
import {commitGate} from '../hooks/commit-gate.ts';
import {openHookRunner} from '../hooks/hook-runner.ts';
import {settleReformatted, takeUpFor, whyNotAccepted} from '../hooks/settle-reformatted.ts';
import {agreeOnCheckout, mayAskToSign, type Prompts} from '../prompts.ts';
import {intendedSteps} from '../record.ts';
import type {CommitRequest} from '../request.ts';
import {divisionFor, groupMessage} from './commit-wording.ts';

/** `state`: absent if the run is continued. */
type DeliveryCommit = DeliverySite & Pick<Delivery, 'request'> & Partial<Pick<Delivery, 'state'>> & AgainVerified;

export type AgainVerified = {
	/** Verifies what hooks have made of the files. Returns whether it has passed; absent if nothing is verified. */
	verifyAgain?: (context: Context) => AsyncGenerator<RunEvent, boolean>;
};

/** What a commit needs before a byte is written. */
export type CommitReady = {git: Git; place: CommitPlace; committer: Committer};

/** Checks that a commit is possible, signed if the user signs. @throws {Failure} as `readyToCommit`, `cannot-sign` */
export async function prepareCommit(repository: Worktree, prompts: Prompts | null, context: Context): Promise<void> {
	const {git, committer} = await readyToCommit(repository, context);
	await mayAskToSign(prompts, committer, signer => trySigning(git, repository, signer));
}

/** @param consequence what a failure leaves @throws {Failure} usage `cannot-commit`, `no-identity` */
export async function readyToCommit(repository: Worktree, context: Context, consequence = ''): Promise<CommitReady> {
	const git = gitOf(repository, {...context, offline: true});
	const place = await commitPlace(repository, consequence);
	const committer = await readCommitter(git, context.env);
	return {git, place, committer: {...committer, signatureMs: patienceIn(context).signatureMs}};
}

/** Commits what this run wrote, and what earlier ones wrote that is not committed yet. Returns whether the next step may follow. @throws {Failure} as `commitRuns` */
export async function* commit(
	delivery: DeliveryCommit,
	request: CommitRequest,
	context: Context,
	leftOut: LeftOut = () => null,
): AsyncGenerator<RunEvent, boolean> {
	if (!(yield* settleReformatted(delivery, context))) return false;
	const outcome = yield* tryToCommit(delivery, request, context, {leftOut, mayAccept: true});
	if (outcome.kind !== 'reformatted') return yield* conclude(outcome, delivery, request, context, leftOut);
	if (!(yield* settleReformatted(delivery, context))) return false;
	if (delivery.verifyAgain && !(yield* delivery.verifyAgain(context))) return false;
	// On what they have left, the hooks have to pass.
	const last = yield* tryToCommit(delivery, request, context, {leftOut, mayAccept: false});
	return yield* conclude(last, delivery, request, context, leftOut);
}

/** @param mayAccept whether hooks may change lines of runs; then nothing is committed yet */
async function* tryToCommit(
	delivery: DeliveryCommit,
	request: CommitRequest,
	context: Context,
	{leftOut, mayAccept}: {leftOut: LeftOut; mayAccept: boolean},
): AsyncGenerator<RunEvent, CommitOutcome> {
	const {repository, runId, number, request: asked, prompts} = delivery;
	const {git, place, committer} = await readyToCommit(repository, context, staysUncommitted);
	const work = async (emit: (event: RunEvent) => void, signal: AbortSignal, signer: Committer) => {
		const hooks = asked.hooks && (await openHookRunner('commit', asked.hooks, delivery, emit, {...context, signal}));
		return commitRuns(targetOf(repository, context), {
			git,
			place,
			identity: signer,
			run: runId,
			takesAlong: true,
			divide: divisionFor(request, git),
			leftOut: candidate => leftOut(candidate) ?? whyNotAccepted(candidate),
			messageOf: group => groupMessage(group, request, committer, number),
			gate: hooks ? commitGate(hooks, repository, signer, takeUpFor(delivery, mayAccept, context)) : null,
			sleep: ms => context.sleep(ms, context.signal),
		});
	};
	return yield* withEvents(
		(emit, signal) => mayAskToSign(prompts, committer, signer => work(emit, signal, signer)),
		context.signal,
	);
}

async function* conclude(
	outcome: CommitOutcome,
	delivery: DeliveryCommit,
	request: CommitRequest,
	context: Context,
	leftOut: LeftOut,
): AsyncGenerator<RunEvent, boolean> {
	const {repository, runId, request: asked, prompts} = delivery;
	const {left} = outcome;
	const made = outcome.kind === 'committed' ? outcome : null;
	if (outcome.kind === 'moved' || outcome.kind === 'elsewhere') {
		const there = await agreeOnCheckout(begunOn(outcome, repository), 'Commit to', prompts, context);
		// Without a branch there is nothing to commit to.
		if (there?.branch) {
			yield* onOther(delivery, there, context);
			return yield* commit({...delivery, repository: there}, request, context, leftOut);
		}
	}
	const commits = made?.result.commits ?? [];
	yield {
		type: 'committed',
		on: checkoutAfter(`refs/heads/${repository.branch}`, commits),
		commits,
		earlier: made?.earlier ?? [],
		left,
	};
	const stop = stopOf(outcome, runId);
	if (stop) {
		yield {type: 'delivery-stopped', stop};
		return false;
	}
	if (made) yield* warnOfHooks(asked, repository, context);
	if (!made && left.length === 0 && !asked.push) yield {type: 'delivery-stopped', stop: nothingToCommit};
	return true;
}

const begunOn = (outcome: Extract<CommitOutcome, {kind: 'moved' | 'elsewhere'}>, {branch, head}: Worktree): Checkout =>
	outcome.kind === 'elsewhere' ? {branch: outcome.ref.replace('refs/heads/', ''), head} : {branch, head};

/** The record names the branch that a person has agreed to, and what was verified was not that branch. */
async function* onOther(
	{runId, request, state}: DeliveryCommit,
	there: Worktree,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	if (runId !== null) {
		const journal = openJournal(there.records, context);
		const done = new Set((await journal.read(runId)).publication.flatMap(step => (isOpenStep(step) ? [] : [step.key])));
		const steps = intendedSteps(request, there).filter(({key}) => !done.has(key));
		await journal.recordStep(runId, ...steps);
	}
	const {verification, plan, written} = state?.() ?? {};
	if (!verification || !plan || !written) return;
	yield {
		type: 'verified',
		verification: {...verification, tree: 'of another commit'},
		plan,
		...written,
		files: [...written.files],
	};
}

const staysUncommitted = 'The changes stay in your files.';

/** What keeps a run from its commit; null if nothing does. @param run id; null if it wrote nothing */
function stopOf(outcome: CommitOutcome, run: string | null): DeliveryStop | null {
	// A run that wrote nothing has no record to continue.
	const commitAgain = `pr-resolve apply ${run === null ? '--commit' : '--continue'}`;
	const stop = (code: FailureCode, why: string, remedy: string): DeliveryStop => ({
		step: 'commit',
		code,
		message: `Not committed: ${why}`,
		remedy,
		ending: 'needsPerson',
	});
	if (outcome.kind === 'moved')
		return stop('branch-moved', `the branch has moved meanwhile. ${staysUncommitted}`, `Run: ${commitAgain}`);
	if (outcome.kind === 'unsigned') {
		// The key worked before the files were written.
		const remedy = `Check user.signingKey and gpg.format, then run: ${commitAgain}`;
		return stop('cannot-sign', `git cannot sign the commit.\n${outcome.cause}`, remedy);
	}
	if (outcome.kind !== 'elsewhere') return null;
	const branch = outcome.ref.replace('refs/heads/', '');
	const why = `the changes were made on the branch ${branch}, which is no longer checked out. ${staysUncommitted}`;
	return stop('branch-switched', why, `Run: git switch ${branch} && ${commitAgain}`);
}

const nothingToCommit: DeliveryStop = {
	step: 'commit',
	code: 'nothing-to-commit',
	message: 'Nothing to commit: everything that pr-resolve wrote is committed, undone or edited.',
	remedy: '',
	ending: 'done',
};
