import {withoutSecrets} from '../../llm/mask/mask.ts';
import {countIn} from '../../run/apply.ts';
import type {Context} from '../../run/context.ts';
import type {RunEvent} from '../../run/events.ts';
import {storedCommitsOf} from '../../worktree/commit/commit-step.ts';
import {type Inspected, inspect} from '../../worktree/inspect.ts';
import {openJournal} from '../../worktree/journal.ts';
import type {Worktree} from '../../worktree/repository.ts';
import type {Run} from '../../worktree/run-record.ts';
import type {OwnWritten, Written, WrittenDelivery} from '../delivery.ts';
import type {VerifyRequest} from '../request.ts';
import {skipSteps} from '../run-steps.ts';
import {besideChanges, removedChanges, warnOfOthersChanged} from './beside-changes.ts';
import {concludeTrials} from './run-trials.ts';
import {tryWritten, writtenRulings} from './try-written.ts';
import {breaks, continued, hasPassed, isRemovedBy, unverified, unverifiedSteps, withFailed} from './verification.ts';
import {tellSkipped, verifyStanding} from './verify-standing.ts';

/**
 * Runs the user's command on what a run has written, and takes out what breaks it. Returns what is left if the steps after
 * it may be taken: something of the run stands and has passed, or it wrote nothing and what earlier runs wrote has passed.
 * What was verified before, of more of the run, is a part of the same verification.
 *
 * @throws {Failure} `locked`, `journal-unwritable`; the signal's reason, once the files hold the last changes that passed
 */
export async function* verify(
	delivery: WrittenDelivery,
	request: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, Written | null> {
	const {runId, repository, written} = delivery;
	if (runId === null) return yield* verifyStanding(delivery, request, context);
	const run = await openJournal(repository.records, context).read(runId);
	if (await mayTryOut(run, repository)) return yield* verifyWritten({...delivery, runId}, request, context);
	const {before} = written;
	const beside = before && {...before, changed: [...before.changed, ...(await editedFiles(run, repository))]};
	return yield* verifyStanding({...delivery, written: {...written, before: beside}}, request, context);
}

/**
 * What is committed is not taken out again, and with edits of the user's or a hook's in its files, nothing can be tried out.
 */
export const mayTryOut = async (run: Run, repository: Worktree): Promise<boolean> =>
	storedCommitsOf(run).length === 0 &&
	run.edits.every(({reformatted}) => reformatted === undefined) &&
	(await editedFiles(run, repository)).length === 0;

/** The files of a run that have been edited since. */
async function editedFiles(run: Run, {root}: Worktree): Promise<string[]> {
	const states = await inspect(root, run);
	const isOwn = ({state}: Inspected) => state === 'after' || state === 'trial';
	const edited = states.filter(found => run.written.includes(found.file.path) && !isOwn(found));
	return edited.map(({file}) => file.path);
}

/** As `verify`, of a run that wrote something and whose files nobody has edited since. */
export async function* verifyWritten(
	delivery: OwnWritten,
	request: VerifyRequest,
	context: Context,
): AsyncGenerator<RunEvent, Written | null> {
	const {repository, runId: id, written, state} = delivery;
	const {analysis, plan, files, before} = written;
	const rulings = writtenRulings(written);
	const command = await withoutSecrets(request.command);
	const {verification: earlier} = state();
	const {end, made} = yield* tryWritten(delivery, request, context);
	const concluded = await concludeTrials(end, request);
	const isInterrupted = end.conclusion.state === 'interrupted';
	if (!hasPassed(concluded) && !(isInterrupted && end.kept.length > 0))
		await skipSteps(repository, id, unverifiedSteps, context);
	if (end.conclusion.state === 'interrupted') throw end.conclusion.cause;

	const verification = continued(earlier, {
		command,
		...concluded,
		...made,
		...(await besideChanges(repository, {before, runId: id, written: files.map(({path}) => path)}, context)),
	});
	const kept = end.kept.flat();
	const removed = await removedChanges(analysis, plan, kept, verification.changedFiles);
	const standing = new Set(kept).difference(removed);
	const reverted = withFailed(plan, new Set(rulings).difference(new Set(kept)), {
		outcome: 'failed',
		reason: verification.state === 'stopped' ? unverified : breaks(command),
	});
	const left = withFailed(reverted, removed, {outcome: 'failed', reason: isRemovedBy(command)});
	const isLeft = standing.size > 0;
	const now = files.map(file => (file.refused === null ? {...file, applied: countIn(left, file.path)} : file));
	yield {type: 'verified', verification, plan: left, runId: isLeft ? id : null, files: now};
	for (const warning of warnOfOthersChanged(delivery.request, verification)) yield {type: 'warning', warning};
	const mayGoOn = isLeft && hasPassed(verification);
	if (!mayGoOn) yield* tellSkipped(delivery, isLeft ? [id] : [], verification, context);
	return mayGoOn ? {...written, plan: left, files: now} : null;
}
