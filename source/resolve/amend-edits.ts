import {minimalEdits, withEdits} from './edits.ts';
import {openPartition} from './partition.ts';
import {carryOver} from './place/carry-over.ts';
import {compare} from './place/comparison.ts';
import {formatText, inOrder, type LineEdit, spliceText, type Text} from './text.ts';

/** Edits that belong together, of a file before a run; in its order. */
type Part = {edits: readonly LineEdit[]};

/** Parts that a later change of the file has joined, or just one. */
export type AmendedPart<Of extends Part> = {
	members: readonly Of[];
	/** In place of theirs. */
	edits: LineEdit[];
	/** Those of the members whose lines are others now, not only the lines next to them. */
	altered: readonly Of[];
};

export type Amended<Of extends Part> = {
	/** Those that are not as they were. */
	parts: AmendedPart<Of>[];
	/** What the run wrote, with what was taken along. */
	text: Text;
	/** Whether that is all that was changed: at lines of the run or next to them, and at nothing else. */
	isWhole: boolean;
};

/** A range of lines of what the run wrote. */
type Range = {from: number; to: number};
type Written<Of> = Range & {part: Of; edit: LineEdit};

/**
 * Takes a later change of a file into the edits of a run, as far as it touches or adjoins the lines that these wrote. What
 * would undo all edits of a part is not taken.
 * @param before the file before the run. @param from the file that was changed, which has the edits. @param to as it is now
 * @param parts all that may be amended. @param fixed edits of the run that may not
 */
export function amendEdits<Of extends Part>(
	{before, from, to}: {before: Text; from: Text; to: Text},
	parts: readonly Of[],
	fixed: readonly LineEdit[] = [],
): Amended<Of> {
	const whole = inOrder([...fixed, ...parts.flatMap(part => part.edits)]);
	const made = spliceText(before, whole);
	const all = minimalEdits(from.lines, to.lines);
	const hunks = carryAll(from, made, all);
	const rangeOf = rangesIn(whole);
	const written = parts.flatMap(part => part.edits.map((edit): Written<Of> => ({...rangeOf(edit), part, edit})));
	const barred = fixed.map(rangeOf);
	const taken = hunks.filter(
		hunk => written.some(range => adjoins(hunk, range)) && !barred.some(range => adjoins(hunk, range)),
	);
	const places = openPartition<Written<Of> | LineEdit>([...written, ...taken]);
	for (const hunk of taken) for (const range of written) if (adjoins(hunk, range)) places.join([range, hunk]);
	const joined = openPartition(parts);
	const editsOf = new Map<LineEdit, LineEdit[]>();
	for (const place of places.groups()) {
		const own = place.filter(item => 'part' in item).sort((one, other) => one.from - other.from);
		const changes = inOrder(place.filter(item => 'lines' in item));
		if (changes.length === 0) continue;
		joined.join(own.map(({part}) => part));
		for (const [index, {edit}] of own.entries())
			editsOf.set(edit, index === 0 ? joinEdits(own, changes, made, before) : []);
	}
	const found = joined.groups().flatMap((members): AmendedPart<Of>[] => {
		const old = members.flatMap(({edits}) => edits);
		if (!old.some(edit => editsOf.has(edit))) return [];
		const edits = inOrder(old.flatMap(edit => editsOf.get(edit) ?? [edit]));
		const isAltered = (part: Of) =>
			written.some(range => range.part === part && taken.some(hunk => overlaps(hunk, range)));
		return edits.length === 0 ? [] : [{members, edits, altered: members.filter(isAltered)}];
	});
	const amended = new Set(found.flatMap(({members}) => members));
	const left = parts.filter(part => !amended.has(part)).flatMap(part => part.edits);
	const text = spliceText(before, inOrder([...fixed, ...left, ...found.flatMap(({edits}) => edits)]));
	const isAll = taken.length === all.length && amended.size === joined.groups().flatMap(changedIn(editsOf)).length;
	return {parts: found, text, isWhole: isAll && formatText(spliceText(from, all)) === formatText(to)};
}

const changedIn =
	(editsOf: ReadonlyMap<LineEdit, unknown>) =>
	<Of extends Part>(members: readonly Of[]): readonly Of[] =>
		members.some(({edits}) => edits.some(edit => editsOf.has(edit))) ? members : [];

/** The same edits of another version of the text, as far as they fit there. */
function carryAll(from: Text, onto: Text, edits: readonly LineEdit[]): LineEdit[] {
	if (from.lines.length === onto.lines.length && from.lines.every((line, index) => line === onto.lines[index])) {
		return [...edits];
	}
	const comparison = compare({lines: from.lines, firstLine: 1, whole: true}, onto.lines);
	return edits.flatMap(edit => carryOver(comparison, edit) ?? []);
}

/** Where the lines of edits are, once all of these were made. */
function rangesIn(whole: readonly LineEdit[]): (edit: LineEdit) => Range {
	const ranges = new Map<LineEdit, Range>();
	let shift = 0;
	for (const edit of whole) {
		const from = edit.from + shift;
		ranges.set(edit, {from, to: from + edit.lines.length});
		shift += edit.lines.length - (edit.to - edit.from);
	}
	return edit => ranges.get(edit)!;
}

const adjoins = (one: Range, other: Range) => one.from <= other.to && other.from <= one.to;

/** Whether a change is in lines, or where they were deleted. */
const overlaps = (change: Range, lines: Range) =>
	lines.from === lines.to ? adjoins(change, lines) : change.from < lines.to && lines.from < change.to;

/** One or more edits of `before` that lead to what all of these do together. */
function joinEdits(
	written: readonly Written<unknown>[],
	changes: readonly LineEdit[],
	made: Text,
	before: Text,
): LineEdit[] {
	const [first, last] = [written[0]!, written.at(-1)!];
	const from = Math.min(first.from, changes[0]!.from);
	const to = Math.max(last.to, changes.at(-1)!.to);
	const start = first.edit.from - (first.from - from);
	const end = last.edit.to + (to - last.to);
	return minimalEdits(before.lines.slice(start, end), withEdits(made.lines, changes, from, to), start);
}
