import {editsBetween, minimalEdits} from '../resolve/edits.ts';
import {openPartition} from '../resolve/partition.ts';
import {parseText, type Text} from '../resolve/text.ts';
import type {Context} from '../run/context.ts';
import {recordTargetOf, targetOf} from '../run/records/journal.ts';
import {continueWriting, writeFiles} from '../worktree/apply.ts';
import {requireCheckout} from '../worktree/checkout.ts';
import {type Journal, openJournal} from '../worktree/journal.ts';
import {isOpenStep, isPushed} from '../worktree/publication.ts';
import {gitOf, type Worktree} from '../worktree/repository.ts';
import type {RunEdit} from '../worktree/run-edit.ts';
import type {Refused, Run, RunSummary} from '../worktree/run-record.ts';
import {underLock} from '../worktree/transaction.ts';
import type {FileEdit} from '../worktree/write.ts';
import type {RunSite} from './delivery.ts';
import type {HostRepository} from './follow-head.ts';
import {standingOf} from './publish/gone-in.ts';
import {intendedSteps, revertedBy} from './record.ts';
import {nothingAsked, plainCommit} from './request.ts';
import type {PublicationStep} from './steps/table.ts';

/** A run whose edits are those of another one in reverse. */
export type RevertRecord = {id: string; written: readonly string[]; refused: readonly Refused[]};

/**
 * Writes files as a run that reverts another one, or finishes an earlier try; null if there is nothing to write.
 * @throws {Failure} as `writeFiles`, `CheckoutMoved`; the signal's reason
 */
export async function writeRevert(
	run: Run,
	files: readonly FileEdit[],
	{repository, number}: RunSite<Worktree>,
	context: Context,
): Promise<RevertRecord | null> {
	const target = targetOf(repository, context);
	const journal = openJournal(repository.records, context);
	const earlier = await earlierTry(run, journal);
	if (earlier?.state === 'interrupted') return recordOf(await continueWriting({...target, id: earlier.id}));
	if (earlier) return earlier;
	if (files.length === 0) return null;
	const summary = await summaryOfRevert(run, {files, number}, journal);
	await journal.recordStep(run.id, undoStep('intended', run));
	const lookFirst = () => requireCheckout(gitOf(repository, {...context, offline: true}), repository);
	const result = await writeFiles({...target, files, lookFirst, run: summary});
	context.signal.throwIfAborted();
	return recordOf(result);
}

/** The same for the head of a pull request on the host: the run has the files in its record. @throws {Failure} `locked` */
export const recordRevert = (
	run: Run,
	files: readonly FileEdit[],
	{repository, number}: RunSite<HostRepository>,
	context: Context,
): Promise<RevertRecord | null> =>
	underLock(recordTargetOf(repository, context), async ({owner}, journal) => {
		const earlier = await earlierTry(run, journal);
		if (earlier) return earlier;
		if (files.length === 0) return null;
		await journal.recordStep(run.id, undoStep('intended', run));
		const publication = intendedSteps({...nothingAsked, commit: plainCommit, push: {}}, repository);
		const id = await journal.begin({
			...(await summaryOfRevert(run, {files, number}, journal)),
			...{now: context.now(), randomId: context.randomId(), owner, files, publication, isComplete: true},
		});
		return {id, written: files.map(({path}) => path), refused: []};
	});

/** What the record says of a run that reverts another one. @param number of the pull request @throws {Failure} `journal-damaged` */
export async function summaryOfRevert(
	run: Run,
	{files, number}: {files: readonly FileEdit[]; number: number},
	journal: Pick<Journal, 'image'>,
): Promise<RunSummary> {
	const edits: RunEdit[] = [];
	for (const file of files) {
		const kept = run.files.find(({path}) => path === file.path);
		if (!kept) continue;
		const old = parseText((await journal.image(run.id, kept.before)).toString());
		edits.push(...reverseEdits(file, run, old));
	}
	const details = {changes: [], findings: 1, number, closing: null, reverts: run.id};
	return {pullRequest: run.pullRequest, titles: [`Revert run ${run.id}`], details, edits};
}

const recordOf = ({id, ...record}: Omit<RevertRecord, 'id'> & {id: string | null}) =>
	id === null ? null : {...record, id};

/** The newest run that reverts this one, unless it was undone or has come to its end. */
async function earlierTry(run: Run, journal: Journal): Promise<Run | null> {
	const tries = (await journal.listReadable()).filter(one => revertedBy(one) === run.id);
	const [newest] = tries.filter(({state}) => state !== 'undone');
	const isOpen = run.publication.some(({kind, state}) => kind === 'undo' && state === 'intended');
	return newest && (isOpen || !isPushed(newest)) ? newest : null;
}

/** The step of a run that another one reverts. */
export const undoStep = (state: PublicationStep['state'], {pullRequest}: Run): PublicationStep => ({
	key: 'undo',
	kind: 'undo',
	target: pullRequest,
	state,
	result: null,
	reason: '',
});

/** A run whose reversal was undone is no longer being undone itself. @param run the one that reverts it, or any other */
export async function abandonRevert(run: Run, journal: Journal): Promise<void> {
	const reverted = revertedBy(run);
	if (reverted === null) return;
	const other = (await journal.listReadable()).find(({id}) => id === reverted);
	if (!other) return;
	const open = other.publication.filter(step => step.kind === 'undo' && isOpenStep(step));
	const reason = 'the run that reverts it was undone';
	if (open.length > 0)
		await journal.recordStep(other.id, ...open.map(step => ({...step, state: 'skipped' as const, reason})));
}

/**
 * Each place of a file by itself, because where the user has uncommitted edits, the others are committed all the same; the
 * places of a change together.
 * @param old the file before the run that is reverted
 */
function reverseEdits({path, before, after}: FileEdit, run: Run, old: Text): RunEdit[] {
	const [today, restored] = [parseText(before.toString()), parseText(after.toString())];
	const places = editsBetween(today, restored);
	const edits = run.edits.filter(edit => edit.path === path);
	const kept = standingOf(edits, old, restored).filter(({made, other}) => made + other > 0);
	const left = new Set(kept.map(({edit}) => edit));
	const reverted = standingOf(edits, old, today).flatMap(({edit, made, without}) => {
		if (made === 0 || left.has(edit)) return [];
		const own = minimalEdits(today.lines, without.lines);
		const touched = places.filter(place => own.some(one => place.from <= one.to && one.from <= place.to));
		// Equal lines can be compared in more than one way.
		return [{ids: [...edit.changes, ...(edit.reverts ?? [])], places: touched.length > 0 ? touched : places}];
	});
	const partition = openPartition(places);
	for (const {places: all} of reverted) partition.join(all);
	const base = {path, changes: [], findings: [], reviewer: null, suggesters: [], decided: []};
	return partition.groups().map(group => {
		const reverts = reverted.flatMap(({ids, places: [first]}) => (first && group.includes(first) ? ids : []));
		return {...base, ...(reverts.length > 0 && {reverts}), edits: group};
	});
}
