import type {Anchor, Change} from '../review/finding.ts';
import {memoize} from '../review/memoize.ts';
import {outOfSight} from '../review/out-of-sight.ts';
import {compare} from './comparison.ts';
import {type HunkLines, linesCovered, readDiffHunk} from './diff-hunk.ts';
import {type Placement, place} from './placement.ts';
import {nameLines} from './words.ts';

type Lines = readonly string[];

/** The versions of one file that its reviewers may have seen. */
export type Versions = {
	/** The file at a commit; null if it is not available. */
	at: (commit: string | null) => Lines | null;
	/** The local head, used instead of an unavailable commit if the code host names lines at the head. */
	head: Lines | null;
};

/** Returns a function that places changes in one of today's files. It compares each version with the file only once. */
export function placer(today: Lines, versions: Versions): (change: Change) => Placement {
	const compareWith = memoize((lines: Lines) => compare({lines, firstLine: 1, whole: true}, today));
	const placeChange = (change: Change): Placement => {
		const hunk = change.diffHunk === null ? null : readDiffHunk(change.diffHunk, change.original.end);
		const replaced = ({start, end}: Anchor) => ({start, end, lines: change.replacement});
		let failure: Placement | null = null;
		for (const {anchor, lines} of readings(change, hunk, versions)) {
			const placement = place(compareWith(lines), replaced(anchor));
			if (placement.kind !== 'stale' && placement.kind !== 'gone') return placement;
			failure = placement;
		}
		if (failure) return failure;
		if (!hunk) return {kind: 'stale', reason: `${explainUnseen(change.original)}, and it has no diff hunk`};
		const contradiction = contradictionIn(change, hunk);
		if (contradiction !== null) return {kind: 'stale', reason: contradiction};
		return place(compare({lines: hunk.lines, firstLine: hunk.start, whole: false}, today), replaced(change.original));
	};
	return change => withDoubt(withNote(placeChange(change), change), today);
}

/** If only the hunk shows the commented lines, it has to contain them. */
function contradictionIn({original: {start, end}, diffHunk}: Change, hunk: HunkLines): string | null {
	const covered = linesCovered(diffHunk ?? '', hunk);
	if (covered.start <= end && end <= covered.end) return null;
	return `the comment is on ${nameLines(start, end)}, but its diff hunk ends on line ${covered.end}`;
}

const explainUnseen = ({commit}: Anchor) =>
	commit === null ? 'the comment has no commit for its lines' : 'the commit of the comment is not available';

function withNote(placement: Placement, {note}: Change): Placement {
	if (note === undefined || !('edits' in placement)) return placement;
	return {...placement, reason: [note, placement.reason].filter(part => part !== '').join('; ')};
}

/** A change with characters that its reader cannot see needs review: a person would approve something else. */
function withDoubt(placement: Placement, today: Lines): Placement {
	if (!('edits' in placement)) return placement;
	const {start, end, edits} = placement;
	const hidden = outOfSight(
		edits.flatMap(({lines}) => lines),
		today.slice(start - 1, end),
	);
	return hidden === null ? placement : {...placement, doubt: `the change adds ${hidden}`};
}

/** A version of the file, and the commented lines in it. */
type Reading = {anchor: Anchor; lines: Lines};

/**
 * The versions of the whole file in which the commented lines are known: first the one for which the code host reports
 * today's lines, if they are what the reviewer saw; then the one that the reviewer saw.
 */
function readings({current, original}: Change, hunk: HunkLines | null, versions: Versions): Reading[] {
	const seen = readAt(original, versions.at(original.commit));
	const found: Reading[] = [];
	const now = current && readAt(current, versions.at(current.commit));
	const assumed = current && !now && hunk ? readAt(current, versions.head) : null;
	for (const reading of [now, assumed]) {
		if (reading && (seen ? isEqual(linesOf(reading), linesOf(seen)) : agrees(linesOf(reading), hunk)))
			found.push(reading);
	}
	if (seen && agrees(linesOf(seen), hunk)) found.push(seen);
	return found;
}

function readAt(anchor: Anchor, lines: Lines | null): Reading | null {
	return lines && anchor.end <= lines.length ? {anchor, lines} : null;
}

const linesOf = ({anchor, lines}: Reading) => lines.slice(anchor.start - 1, anchor.end);

const isEqual = (a: Lines, b: Lines) => a.length === b.length && a.every((line, index) => line === b[index]);

/** Whether the hunk ends with these lines, as far as it shows them. */
function agrees(lines: Lines, hunk: HunkLines | null): boolean {
	if (!hunk) return true;
	const shown = hunk.lines.slice(-lines.length);
	return isEqual(shown, lines.slice(lines.length - shown.length));
}
