import {minimalEdits} from './edits.ts';
import {type Comparison, compare} from './place/comparison.ts';
import {endsOpen, type LineEdit, spliceText, type Text} from './text.ts';

export type UndoneEdits = {
	text: Text;
	/** How many edits were undone, were already gone, and stay. */
	edits: {takenBack: number; gone: number; left: number};
};

/**
 * Undoes the edits that turned `old` into `made` in today's text, which may have other edits since. An edit is undone if the
 * lines that it added are still there, unchanged; a deletion, if the two lines around it are still adjacent. A file that
 * had no final line end has none again. A restored line gets its old line end, unless the line ends around it have changed.
 */
export function undoEdits(old: Text, made: Text, today: Text): UndoneEdits {
	const ofMade = comparisonOf(made, today);
	const ofOld = comparisonOf(old, today);
	const found: LineEdit[] = [];
	let gone = 0;
	let left = 0;
	let shift = 0;
	let isEndBack = (ofMade.alignment.to.at(-1) ?? -1) === today.lines.length - 1;
	for (const {from, to, lines} of minimalEdits(made.lines, old.lines)) {
		const place = placeOf(ofMade, from, to);
		const ends = old.ends.slice(from + shift, from + shift + lines.length);
		if (place !== null) {
			const hasEnds = endsAround(made, from, to) === endsAround(today, place, place + to - from);
			// What the run left as the last line, without a line end, gets its own back when lines follow it again.
			const isBehindOpen = hasEnds && from === made.lines.length && from > 0 && endsOpen(made);
			if (isBehindOpen) {
				const last = {lines: [today.lines[place - 1]!, ...lines], ends: [old.ends[from + shift - 1]!, ...ends]};
				found.push({from: place - 1, to: place, ...last});
			} else found.push({from: place, to: place + to - from, lines, ...(hasEnds && {ends})});
		} else if (placeOf(ofOld, from + shift, from + shift + lines.length) !== null) gone += 1;
		else left += 1;
		shift += lines.length - (to - from);
		isEndBack &&= to < made.lines.length || place !== null;
	}
	const text = spliceText(today, found);
	const wasOpen = isEndBack && endsOpen(old) && endsOpen(made) === endsOpen(today);
	return {text: wasOpen ? withOpenEnd(text) : text, edits: {takenBack: found.length, gone, left}};
}

/** The line ends of these lines and of the two around them. */
const endsAround = ({ends}: Text, from: number, to: number) =>
	ends
		.slice(Math.max(from - 1, 0), to + 1)
		.filter(Boolean)
		.join();

const withOpenEnd = (text: Text): Text => (text.lines.length > 0 ? {...text, ends: text.ends.with(-1, '')} : text);

const comparisonOf = (seen: Text, today: Text) => compare({lines: seen.lines, firstLine: 1, whole: true}, today.lines);

/** Where the lines `from` to `to` (0-based, half-open) are in today's text; null if that is not certain. */
function placeOf({seen, today, alignment, runs}: Comparison, from: number, to: number): number | null {
	const end = seen.lines.length;
	const isGap = from === to;
	if (isGap && from === 0 && alignment.to[0] !== 0 && end > 0) return null;
	if (isGap && from === end && end > 0 && alignment.to[end - 1] !== today.length - 1) return null;
	// For a gap, the lines on either side count instead.
	const first = isGap ? Math.max(from - 1, 0) : from;
	const last = isGap ? Math.min(from, end - 1) : to - 1;
	if (end === 0) return today.length === 0 ? 0 : null;
	if (runs.first[first] === -1 || runs.last[first]! < last || !runs.hasLandmark[first]) return null;
	return alignment.to[first]! + from - first;
}
