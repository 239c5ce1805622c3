import {advise, Failure, joinRemedies, type Remedy} from '../failure.ts';
import type {Context} from '../run/context.ts';
import type {DeliveryStep, RunEvent} from '../run/events.ts';
import {recordTargetOf} from '../run/records/journal.ts';
import type {Lock} from '../system/lock.ts';
import {openJournal} from '../worktree/journal.ts';
import {isOpenStep, openSteps} from '../worktree/publication.ts';
import type {Repository} from '../worktree/repository.ts';
import {continuing} from '../worktree/run-id.ts';
import {takeLock} from '../worktree/transaction.ts';
import type {DeliverySite} from './delivery.ts';

/** Takes a step after writing, or null if it is not wanted. Returns false if none may follow. */
export type TakeStep = ((context: Context) => AsyncGenerator<RunEvent, unknown>) | null;

/**
 * Takes steps one after the other. Until the last one is done, no other run can write: what is committed is what was
 * verified. A step that fails stops those after it; it is an event, because what was written before has to be reported all
 * the same.
 */
export async function* takeInOrder(
	steps: readonly (readonly [DeliveryStep, TakeStep])[],
	{repository, runId}: Pick<DeliverySite<Repository>, 'repository' | 'runId'>,
	context: Context,
): AsyncGenerator<RunEvent, void> {
	const wanted = steps.flatMap(([step, take]) => (take ? [{step, take}] : []));
	let [current] = wanted;
	if (!current) return;
	let lock: Lock | null = null;
	try {
		lock = await takeLock(recordTargetOf(repository, context));
		for (current of wanted) {
			yield {type: 'delivery-step', step: current.step};
			if ((yield* current.take({...context, lock})) === false) break;
		}
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		const isLost = runId !== null && !(await hasRecord(repository, runId, context));
		const failure = isLost ? recordGone(runId) : error;
		const {code, message, kind} = failure;
		const remedy = joinRemedies(failure.remedy, await toFinish(failure, {repository, runId}, context));
		yield {type: 'delivery-stopped', stop: {step: current.step, code, message, remedy, ending: kind}};
	} finally {
		await lock?.release();
	}
	if (runId !== null && !(await hasRecord(repository, runId, context))) {
		yield {type: 'facts', facts: {recorded: null}};
		const text = `The record of run ${runId} is gone, so pr-resolve cannot undo it. What it wrote stays.`;
		yield {type: 'warning', warning: {kind: 'record-lost', commentId: null, text}};
	}
}

const recordGone = (runId: string) =>
	new Failure(
		'failed',
		'record-lost',
		`Nothing else was done: the record of run ${runId} is gone.`,
		'See whether the command of --verify or a hook deletes .git/pr-resolve.',
	);

/** A command of the user can delete it. */
const hasRecord = ({records}: Repository, runId: string, context: Context): Promise<boolean> =>
	openJournal(records, context)
		.read(runId)
		.then(() => true)
		.catch((error: unknown) => !(error instanceof Failure));

/** What takes the steps that a failure has left in the record of the run; empty if there are none, or the remedy has it. */
async function toFinish(
	{kind, remedy, ways}: Failure,
	{repository, runId}: Pick<DeliverySite<Repository>, 'repository' | 'runId'>,
	context: Context,
): Promise<Remedy> {
	// What was asked cannot be done here: the remedy has the command to run again.
	const isTold = ways.some(way => way.kind === 'continue' || way.kind === 'undo');
	if (runId === null || kind === 'usage' || isTold) return '';
	const run = await openJournal(repository.records, context)
		.read(runId)
		.catch(() => null);
	if (!run || openSteps(run).length === 0) return '';
	return advise`${remedy === '' ? 'To finish, ' : 'Then '}${continuing(runId)}`;
}

/** Records that the open steps of a run are not taken, so that `apply --continue` takes none of them either. */
export async function skipSteps(
	{records}: Pick<Repository, 'records'>,
	runId: string,
	reason: string,
	context: Context,
): Promise<void> {
	const journal = openJournal(records, context);
	const {publication} = await journal.read(runId);
	const skipped = publication.filter(isOpenStep).map(step => ({...step, state: 'skipped' as const, reason}));
	if (skipped.length > 0) await journal.recordStep(runId, ...skipped);
}
