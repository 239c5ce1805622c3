import {exitCodes} from '../../../exit-code.ts';
import {Failure} from '../../../failure.ts';
import {openJournal} from '../../../worktree/journal.ts';
import {stateRecordsOf} from '../../../worktree/state-folder.ts';
import type {Context} from '../../context.ts';
import {errorOf, failureOfOne} from '../../report/reported-error.ts';
import {failedEntry} from '../failed-entry.ts';
import {entryOf, type FleetEntry, isOver} from '../fleet-entry.ts';
import {type FleetPull, keyOf} from '../fleet-list.ts';
import {beforeNext, joinEntries} from '../fleet-record.ts';
import type {FleetProgress} from '../progress-file.ts';
import {type FleetEvent, type FleetTaking, type SameLook, type TakingOne, takeFleet} from '../take-fleet.ts';
import {namedOf} from '../take-pull.ts';
import {revertedEnd, surveyPull, type UndoingPull, undoPull} from './undo-pull.ts';

export type FleetUndo = Pick<UndoingPull, 'since'> & {
	progress: FleetProgress;
	emit: (event: FleetEvent) => void;
	/** Whether nothing is written, and the entries are what would be undone. */
	isPreview: boolean;
};

/** Undoes on each pull request what runs of the token's account pushed since. Throws no failure. */
export function undoFleet(pulls: readonly FleetPull[], undo: FleetUndo, context: Context): Promise<FleetTaking> {
	const {progress, emit} = undo;
	return takeFleet<never>(
		pulls,
		{
			progress,
			emit,
			look: async next => new Map(next.flatMap(pull => doneBefore(pull, progress))),
			take: (pull, taking) => takeUndo(pull, undo, taking, context),
		},
		context,
	);
}

/** A pull request on which an earlier process has undone all that it can. */
function doneBefore(pull: FleetPull, {known}: FleetProgress): [string, SameLook][] {
	const {record = null, cut = null} = known.get(keyOf(pull)) ?? {};
	return record && cut === null && isOver(record.entry.exitCode) ? [[keyOf(pull), {kind: 'same', record}]] : [];
}

/** Throws no failure. */
async function takeUndo(
	pull: FleetPull,
	{since, progress, isPreview}: FleetUndo,
	{isListed, onEvent}: TakingOne<never>,
	context: Context,
): Promise<FleetEntry> {
	let before: FleetEntry | null = null;
	const join = (entry: FleetEntry) => (before ? joinEntries(before, entry) : entry);
	try {
		context.signal.throwIfAborted();
		if (isPreview) return await surveyPull(pull, {since, onEvent}, context);
		before = await entryBefore(pull, progress, context);
		await progress.begin(pull, null);
		const onReverted = (run: string) => progress.made(pull, run);
		const entry = join(await undoPull(pull, {since, onEvent, onReverted, isOnlyFinished: !isListed}, context));
		if (entry.state !== 'failed') await progress.end(pull, {entry, applied: [], seen: null});
		return entry;
	} catch (error) {
		return join(isForPerson(error) ? leftEntry(pull, error, context) : failedEntry(pull, error, context));
	}
}

/** What earlier processes of the fleet have undone; null if nothing. @throws {Failure} `journal-damaged` */
async function entryBefore(pull: FleetPull, {known}: FleetProgress, context: Context): Promise<FleetEntry | null> {
	const {record = null, runs = []} = known.get(keyOf(pull)) ?? {};
	const journal = openJournal(stateRecordsOf(namedOf(pull), context.env).folder, context);
	let before = record && beforeNext(record);
	for (const id of runs) {
		const entry = {...entryOf(pull, 'done'), ...(await revertedEnd(id, journal))};
		before = before ? joinEntries(before, entry) : entry;
	}
	return before;
}

/** Whether a failure is about this pull request, and only a person can do something about it. */
const isForPerson = (error: unknown): boolean => error instanceof Failure && error.kind === 'needsPerson';

const leftEntry = (pull: FleetPull, error: unknown, {log}: Context): FleetEntry => ({
	...entryOf(pull, 'done'),
	exitCode: exitCodes.needsPerson,
	error: errorOf(failureOfOne(error, {log})),
});
