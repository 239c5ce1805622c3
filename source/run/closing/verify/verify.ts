import {maskSecrets} from '../../../llm/mask/mask.ts';
import type {Plan, Ruling} from '../../../resolve/decide.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {isOpenStep} from '../../../worktree/publication.ts';
import type {Repository} from '../../../worktree/repository.ts';
import type {Analysis} from '../../analyze.ts';
import {countIn} from '../../apply.ts';
import type {Context} from '../../context.ts';
import type {ClosingStop, RunEvent} from '../../events.ts';
import type {Closing, Written} from '../closing.ts';
import type {VerifyRequest} from '../request.ts';
import {besideChanges} from './beside-changes.ts';
import {concludeTrials} from './conclude-trials.ts';
import {removedChanges} from './removed-changes.ts';
import {tryWritten} from './try-written.ts';
import {breaks, hasPassed, isRemovedBy, unverified, type Verification} from './verification.ts';
import {verifyStanding} from './verify-standing.ts';

/**
 * Runs the user's command on what a run has written, and takes out what breaks it. Returns whether the steps after it may be
 * taken: something of the run stands and has passed, or it wrote nothing and what earlier runs wrote has passed.
 *
 * @throws {Failure} `locked`, `journal-unwritable`; the signal's reason, once the files hold the last changes that passed
 */
export async function* verify(
	closing: Closing,
	request: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, boolean> {
	const {runId, analysis, written, repository} = closing;
	const [command] = (await maskSecrets([request.command])).texts;
	if (runId !== null && analysis && written) {
		const run = {id: runId, analysis, written, command: command!};
		return yield* verifyWritten(closing, run, request, context);
	}
	if (runId !== null) {
		await skipSteps(repository, runId, context);
		yield {type: 'closing-stopped', stop: neverVerified};
		return false;
	}
	return written ? yield* verifyStanding(closing, written, {request, command: command!}, context) : true;
}

/** A run that ended before its verification did: only a person can know what it has written. */
const neverVerified: ClosingStop = {
	step: 'verify',
	code: 'not-verified',
	message: 'The run was interrupted before its changes were verified, so the steps after that were skipped.',
	remedy: 'Check the changes, then run: pr-resolve apply --commit',
	ending: 'needsPerson',
};

async function* verifyWritten(
	closing: Closing,
	run: {id: string; analysis: Analysis; written: Written; command: string},
	request: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, boolean> {
	const {repository} = closing;
	const {id, command, written} = run;
	const {plan, files, before} = written;
	const rulings = writtenRulings(written);
	const {end, made} = yield* tryWritten({...closing, ...run, rulings, verify: request}, context);
	const concluded = await concludeTrials(end, request);
	const isInterrupted = end.conclusion.state === 'interrupted';
	if (!hasPassed(concluded) && !(isInterrupted && end.kept.length > 0)) await skipSteps(repository, id, context);
	if (end.conclusion.state === 'interrupted') throw end.conclusion.cause;

	const verification: Verification = {
		command,
		...concluded,
		...made,
		...(await besideChanges(repository, before, context)),
	};
	const kept = end.kept.flat();
	const removed = await removedChanges(run.analysis, plan, kept, verification.changedFiles);
	const standing = new Set(kept).difference(removed);
	const reverted = withFailed(plan, new Set(rulings).difference(new Set(kept)), {
		outcome: 'failed',
		reason: verification.state === 'stopped' ? unverified : breaks(command),
	});
	const left = withFailed(reverted, removed, {outcome: 'failed', reason: isRemovedBy(command)});
	const isLeft = standing.size > 0;
	yield {
		type: 'verified',
		verification,
		plan: left,
		runId: isLeft ? id : null,
		files: files.map(file => (file.refused === null ? {...file, applied: countIn(left, file.path)} : file)),
	};
	return isLeft && hasPassed(verification);
}

/** The changes in files that were really written. */
function writtenRulings({plan, files}: Written): Ruling[] {
	const paths = new Set(files.filter(({refused}) => refused === null).map(({path}) => path));
	return plan.rulings.filter(({outcome, proposal}) => outcome === 'apply' && paths.has(proposal.path));
}

const withFailed = (plan: Plan, failed: ReadonlySet<Ruling>, verdict: Pick<Ruling, 'outcome' | 'reason'>): Plan => ({
	...plan,
	rulings: plan.rulings.map(ruling => (failed.has(ruling) ? {...ruling, ...verdict} : ruling)),
});

/** Nothing leaves the working tree without a pass, and `apply --continue` must not take a step either. */
async function skipSteps({gitDir}: Repository, runId: string, context: Context): Promise<void> {
	const journal = openJournal(gitDir, context);
	const {publication} = await journal.read(runId);
	for (const step of publication.filter(isOpenStep)) {
		await journal.recordStep(runId, {...step, state: 'skipped', reason: 'the verification did not pass'});
	}
}
