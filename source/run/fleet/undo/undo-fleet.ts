import type {FoundPull} from '../../../code-host/lists.ts';
import {noClone} from '../../../code-host/port.ts';
import {revertedBy} from '../../../delivery/record.ts';
import {exitCodes} from '../../../exit-code.ts';
import {Failure} from '../../../failure.ts';
import {type Journal, openJournal} from '../../../worktree/journal.ts';
import {stateRecordsOf} from '../../../worktree/state-folder.ts';
import {connectTo} from '../../code-host.ts';
import type {Context} from '../../context.ts';
import type {RunEvent} from '../../events.ts';
import {errorOf, failureOfOne} from '../../report/reported-error.ts';
import {findCutRevert} from '../../undo/published/cut-revert.ts';
import {
	type RunToUndo,
	recordedOn,
	recordFor,
	requireOwnHead,
	standingRuns,
	unfinishedIn,
} from '../../undo/published/find-published.ts';
import {type PublishedSite, withPublishedRuns} from '../../undo/published/open-published.ts';
import {undoRecorded} from '../../undo/undo.ts';
import type {UndoReport} from '../../undo/undo-report.ts';
import {entryOf, type FleetEntry, failedEntry, isOver} from '../fleet-entry.ts';
import {keyOf} from '../fleet-list.ts';
import {beforeNext, joinEntries} from '../fleet-record.ts';
import type {FleetProgress} from '../progress-file.ts';
import {recordedEnd} from '../recorded-end.ts';
import {type FleetEvent, type FleetTaking, type Look, type TakingOne, takeFleet} from '../take-fleet.ts';
import {namedOf} from '../take-pull.ts';

export type FleetUndo = Pick<UndoingPull, 'since'> & {
	progress: FleetProgress;
	emit: (event: FleetEvent) => void;
	/** Whether nothing is written, and the entries are what would be undone. */
	isPreview: boolean;
};

/** Undoes on each pull request what runs of the token's account pushed since. Throws no failure. */
export function undoFleet(pulls: readonly FoundPull[], undo: FleetUndo, context: Context): Promise<FleetTaking> {
	const {progress, emit} = undo;
	return takeFleet(
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
function doneBefore(pull: FoundPull, {known}: FleetProgress): [string, Look][] {
	const {record = null, cut = null} = known.get(keyOf(pull)) ?? {};
	return record && cut === null && isOver(record.entry.exitCode) ? [[keyOf(pull), {kind: 'same', record}]] : [];
}

/** Throws no failure. */
async function takeUndo(
	pull: FoundPull,
	{since, progress, isPreview}: FleetUndo,
	{isListed, onEvent}: TakingOne,
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

/** What earlier processes of the fleet have undone; null if nothing. @throws as `revertedEnd` */
async function entryBefore(pull: FoundPull, {known}: FleetProgress, context: Context): Promise<FleetEntry | null> {
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

const leftEntry = (pull: FoundPull, error: unknown, {log}: Context): FleetEntry => ({
	...entryOf(pull, 'done'),
	exitCode: exitCodes.needsPerson,
	error: errorOf(failureOfOne(error, {log})),
});

export type UndoingPull = {
	/** What was committed since then, in milliseconds since the epoch. */
	since: number;
	onEvent: (event: RunEvent) => void;
};

/**
 * Undoes what runs of the token's account pushed to a pull request, the newest run first, each by a revert of its own. An undo
 * that was interrupted there is finished before.
 * @param isOnlyFinished whether nothing else is undone
 * @param onReverted called with the id of each run that reverts another one
 * @throws {Failure} as `withPublishedRuns` and `undoRecorded`; the signal's reason
 */
export async function undoPull(
	pull: FoundPull,
	{isOnlyFinished, onReverted, ...undoing}: UndoingPull & {isOnlyFinished: boolean; onReverted: (run: string) => void},
	context: Context,
): Promise<FleetEntry> {
	let entry: FleetEntry = {...entryOf(pull, 'done'), exitCode: exitCodes.done};
	const tried = new Set<string>();
	for (;;) {
		const next = await findNext(pull, {...undoing, tried, isOnlyFinished}, context);
		if (next === null) return entry;
		const {found, isLast} = next;
		tried.add(found.run.id);
		const options = {publish: true, prompts: null, onEvent: undoing.onEvent};
		const report = await undoRecorded(found, options, context);
		const by = report.revert?.run ?? null;
		if (by !== null) onReverted(by);
		entry = joinEntries(entry, await entryOfUndo(pull, report, found.home.journal));
		if (entry.state === 'failed' || isLast) return entry;
	}
}

/** Each time as the pull request is then, because a revert brings back the lines that an earlier run has written. */
function findNext(
	pull: FoundPull,
	{since, tried, isOnlyFinished, onEvent}: UndoingPull & {tried: ReadonlySet<string>; isOnlyFinished: boolean},
	context: Context,
): Promise<{found: RunToUndo; isLast: boolean} | null> {
	return onPull(pull, onEvent, context, async site => {
		// What is recorded in a clone that the fleet was started in stays alone.
		const recorded = (await recordedOn(site.target, context)).filter(({home}) => home.kind === 'host');
		const begun = unfinishedIn(recorded, null);
		if (begun && !tried.has(begun.run.id)) return {found: {...begun, previous: null}, isLast: false};
		const cut = await findCutRevert(runsSince(site, since), recorded, site, context);
		if (cut) return {found: {...cut, previous: null}, isLast: false};
		const left = isOnlyFinished ? [] : runsSince(site, since).filter(({id}) => !tried.has(id));
		const {value: standing} = await standingRuns(left, site, context).next();
		if (!standing) return null;
		requireOwnHead(site, standing.run);
		const found = await recordFor(standing, recorded, site, context);
		return {found: {...found, previous: null}, isLast: left.length === 1};
	});
}

/** What would be undone, as an entry: the commits that would be reverted, and the replies that would be corrected. @throws {Failure} */
export function surveyPull(pull: FoundPull, {since, onEvent}: UndoingPull, context: Context): Promise<FleetEntry> {
	return onPull(pull, onEvent, context, async site => {
		let entry: FleetEntry = {...entryOf(pull, 'done'), exitCode: exitCodes.done};
		for await (const {run, isWhole} of standingRuns(runsSince(site, since), site, context)) {
			requireOwnHead(site, run);
			const commits = run.commits.map(({oid, subject: headline}) => ({oid, headline}));
			const replies = new Set(run.words.map(({inThread}) => inThread?.comment).filter(Boolean)).size;
			const exitCode = isWhole ? exitCodes.done : exitCodes.needsPerson;
			entry = joinEntries(entry, {...entryOf(pull, 'done'), exitCode, commits, replies, undone: [run.id]});
		}
		return entry;
	});
}

const runsSince = ({runs}: PublishedSite, since: number) =>
	runs.filter(({commits}) => commits.some(({time}) => time >= since));

async function onPull<Value>(
	pull: FoundPull,
	onEvent: UndoingPull['onEvent'],
	context: Context,
	work: (site: PublishedSite) => Promise<Value>,
): Promise<Value> {
	const connection = await connectTo(namedOf(pull), noClone, context, wait => onEvent({type: 'wait', ...wait}));
	return withPublishedRuns(connection, context, work);
}

async function entryOfUndo(
	pull: FoundPull,
	{revert, run, commits, stops, exitCode}: UndoReport,
	journal: Journal,
): Promise<FleetEntry> {
	const stop = stops.at(-1);
	return {
		...entryOf(pull, isOver(exitCode) ? 'done' : 'failed'),
		...(revert?.run && (await revertedEnd(revert.run, journal))),
		undone: commits?.outcome === 'reverted' ? [run.id] : [],
		exitCode,
		error: stop ? errorOf(stop) : null,
	};
}

/** What a run that reverts another one has written to the host, by its record. @throws as `Journal.read` */
export async function revertedEnd(id: string, journal: Journal): Promise<Partial<FleetEntry>> {
	const run = await journal.read(id);
	const {entry} = recordedEnd(run, false);
	const reverted = revertedBy(run);
	const unresolved = run.publication.filter(({kind, state}) => kind === 'unresolve' && state === 'done').length;
	const head = entry.commits.at(-1);
	return {...entry, ...(head && {headOid: head.oid}), undone: reverted === null ? [] : [reverted], unresolved};
}
