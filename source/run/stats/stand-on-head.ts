import {baseVersions} from '../../resolve/place/base-versions.ts';
import type {Trace} from '../../resolve/place/whereabouts.ts';
import {isPlaced, type Proposal} from '../../resolve/proposal.ts';
import type {Change, Finding} from '../../review/finding.ts';
import {besideChange, besideFinding, type CodeBeside} from '../files/code-beside.ts';
import type {Snapshot} from '../files/snapshot.ts';
import type {Undecidable} from './counted.ts';
import {partsMade, type SuggestedText} from './parts-made.ts';

/** Lines of a finding that are not on the head as its reviewer saw them. */
export type EditedLines = {
	/** On the head. */
	path: string;
	today: readonly string[];
	trace: Trace;
};

/** What the head of a pull request shows of a finding. `edited`: whose edit it is can only be seen in the history. */
export type Stand =
	| {kind: 'undecidable'; why: Undecidable}
	| {kind: 'taken' | 'partly' | 'untouched'}
	| {kind: 'edited'; lines: readonly EditedLines[]};

/**
 * Compares a finding with the head, by the rules that place its changes, and otherwise edit by edit.
 * @param read as it was read
 * @param finding with the lines of its sketches found
 * @param proposals by the id of the change
 * @param snapshot of the head
 */
export function standOnHead(
	read: Finding,
	finding: Finding,
	proposals: ReadonlyMap<string, Proposal>,
	snapshot: Snapshot,
): Stand {
	const {path, seen, changes, thread} = finding;
	if (thread?.subjectType === 'file') return undecidable('whole file');
	if (thread?.diffSide === 'old') return undecidable('deleted lines');
	if (path === null || (seen === null && changes.length === 0)) return undecidable('no lines');
	if (snapshot.pathOf(path) === null)
		return undecidable(isLost(finding, path, snapshot) ? 'history lost' : 'file gone');
	const wanted = changes.filter(change => !changesNothing(change, snapshot));
	if (changes.length > 0 && wanted.length === 0) return undecidable('changes nothing');
	const made = madeOf(wanted, proposals);
	if (made !== null) return {kind: made};
	const beside =
		seen === null ? wanted.map(change => besideChange(change, snapshot)) : [besideFinding(finding, snapshot)];
	const found = beside.filter(each => each !== null);
	// What can still be applied is not there yet.
	const stale = wanted.filter(({id}) => {
		const proposal = proposals.get(id);
		return !proposal || !isPlaced(proposal);
	});
	const parts = wanted.length > 0 && stale.length === 0 ? null : partsOnHead(read, stale, found, snapshot);
	if (parts !== null) return {kind: stale.length < wanted.length ? 'partly' : parts};
	return standOfLines(found, isLost(finding, path, snapshot));
}

/** Null if none of its edits is on the head, each by itself. */
function partsOnHead(
	{path, seen, sketches}: Finding,
	changes: readonly Change[],
	[beside]: readonly CodeBeside[],
	snapshot: Snapshot,
): 'taken' | 'partly' | null {
	const before = path === null ? null : snapshot.versionsOf(path).at(seen?.commit ?? null);
	if (before === null || !beside?.today || [...changes, ...sketches].some(({isOption}) => isOption)) return null;
	const texts =
		changes.length > 0
			? changes.flatMap(change => textOf(change, snapshot) ?? [])
			: sketches.flatMap(({hunks}) => hunks);
	const {where} = beside;
	const at = where.kind === 'unknown' ? null : where;
	const {made, of} = partsMade(texts, {before, today: beside.today.lines, at});
	if (made === 0) return null;
	return made === of ? 'taken' : 'partly';
}

const undecidable = (why: Undecidable): Stand => ({kind: 'undecidable', why});

/** Whether the version that its reviewer saw is not available. */
const isLost = ({seen}: Finding, path: string, snapshot: Snapshot) =>
	snapshot.versionsOf(path).at(seen?.commit ?? null) === null;

/** Whether its lines were as it wants them when its reviewer saw them. */
function changesNothing(change: Change, snapshot: Snapshot): boolean {
	const text = textOf(change, snapshot);
	return (
		text !== null && text.old.length === text.new.length && text.old.every((line, index) => line === text.new[index])
	);
}

/** Null if the lines that it replaces are not known. */
function textOf(change: Change, snapshot: Snapshot): SuggestedText | null {
	const base = baseVersions(change, snapshot.versionsOf(change.path)).found[0];
	if (!base) return null;
	const {seen, start, end} = base;
	return {old: seen.lines.slice(start - seen.firstLine, end - seen.firstLine + 1), new: change.replacement};
}

/** Null if none of them is on the head. Of several options one is enough. */
function madeOf(changes: readonly Change[], proposals: ReadonlyMap<string, Proposal>): 'taken' | 'partly' | null {
	const isMade = ({id}: Change) => proposals.get(id)?.placement.kind === 'already-applied';
	const made = changes.filter(isMade);
	if (made.length === 0) return null;
	const isChosen = made.some(({isOption}) => isOption);
	const open = changes.filter(change => !isMade(change) && !(isChosen && change.isOption));
	return open.length === 0 ? 'taken' : 'partly';
}

function standOfLines(beside: readonly CodeBeside[], isHistoryLost: boolean): Stand {
	if (beside.length === 0 || beside.some(({where}) => where.kind === 'unknown'))
		return undecidable(isHistoryLost ? 'history lost' : 'lines lost');
	const edited = beside.flatMap(({path, today, where, seen}) =>
		where.kind === 'edited' || where.kind === 'gone' ? [{path, today: today?.lines ?? [], trace: {seen, where}}] : [],
	);
	return edited.length === 0 ? {kind: 'untouched'} : {kind: 'edited', lines: edited};
}

/** By the ids of all changes that come to the same. */
export const proposalsById = (proposals: readonly Proposal[]): Map<string, Proposal> =>
	new Map(proposals.flatMap(proposal => [proposal.change.id, ...proposal.aliases].map(id => [id, proposal] as const)));
