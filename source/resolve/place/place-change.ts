import type {Change} from '../../review/finding.ts';
import {lookAlike} from '../../review/look-alike.ts';
import {memoize} from '../../review/memoize.ts';
import {outOfSight} from '../../review/out-of-sight.ts';
import {baseVersions, type Versions} from './base-versions.ts';
import {compare} from './comparison.ts';
import {type Placement, place} from './placement.ts';
import {placeSeenLines} from './seen-lines.ts';

type Lines = readonly string[];

/** Returns a function that places changes in one of today's files. It compares each version with the file only once. */
export function placer(today: Lines, versions: Versions): (change: Change) => Placement {
	const compareWith = memoize((lines: Lines) => compare({lines, firstLine: 1, whole: true}, today));
	const placeChange = (change: Change): Placement => {
		if (change.seenLines) return placeSeenLines(change, change.seenLines, today);
		const {found, reason} = baseVersions(change, versions);
		let failure: Placement = {kind: 'stale', reason};
		for (const {seen, start, end} of found) {
			const comparison = seen.whole ? compareWith(seen.lines) : compare(seen, today);
			const placement = place(comparison, {start, end, lines: change.replacement});
			if (placement.kind !== 'stale' && placement.kind !== 'gone') return placement;
			failure = placement;
		}
		return failure;
	};
	return change => withDoubt(withNote(placeChange(change), change), today);
}

function withNote(placement: Placement, {note}: Change): Placement {
	if (note === undefined || !('edits' in placement)) return placement;
	return {...placement, reason: [note, placement.reason].filter(part => part !== '').join('; ')};
}

/** A change with characters that its reader cannot see needs review: a person would approve something else. Look-alikes are named. */
function withDoubt(placement: Placement, today: Lines): Placement {
	if (!('edits' in placement)) return placement;
	const {start, end, edits} = placement;
	const [added, replaced] = [edits.flatMap(({lines}) => lines), today.slice(start - 1, end)];
	const hidden = outOfSight(added, replaced);
	if (hidden !== null) return {...placement, doubt: `the change adds ${hidden}`};
	const alike = lookAlike(added, replaced);
	if (alike === null) return placement;
	return {...placement, reason: [placement.reason, `the change adds ${alike}`].filter(Boolean).join('; ')};
}
