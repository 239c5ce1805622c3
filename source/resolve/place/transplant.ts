import {minimalEdits} from '../edits.ts';
import {type LineEdit, spliceText, type Text} from '../text.ts';
import {undoEdits} from '../undo-edits.ts';
import {carryOver} from './carry-over.ts';
import {compare} from './comparison.ts';

/** Whether all edits that turned `before` into `after` are in a text, which may have other edits. */
export function holdsEdits(before: Text, after: Text, text: Text): boolean {
	if (isSameText(before, text)) return false;
	const {takenBack, gone, left} = undoEdits(before, after, text).edits;
	return takenBack > 0 && gone + left === 0;
}

/**
 * Makes the edits that turned `before` into `after` in another version of the file, with its own line ends; does nothing if
 * it has them. Null if the lines that they replace, or those around them, are not the same there.
 */
export function transplant(before: Text, after: Text, onto: Text): Text | null {
	if (isSameText(before, onto)) return after;
	if (holdsEdits(before, after, onto)) return onto;
	const comparison = compare({lines: before.lines, firstLine: 1, whole: true}, onto.lines);
	const edits: LineEdit[] = [];
	for (const edit of minimalEdits(before.lines, after.lines)) {
		const carried = carryOver(comparison, edit);
		if (!carried) return null;
		edits.push(carried);
	}
	return spliceText(onto, edits);
}

function isSameText(one: Text, other: Text): boolean {
	const isSameList = (a: readonly string[], b: readonly string[]) =>
		a.length === b.length && a.every((item, index) => item === b[index]);
	return one.bom === other.bom && isSameList(one.lines, other.lines) && isSameList(one.ends, other.ends);
}
