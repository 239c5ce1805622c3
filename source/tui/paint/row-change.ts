import {blankFrom, type Cells, cellWidth} from './cells.ts';
import type {Sequence} from './sequence.ts';

/** Cells that are shorter to write again than to skip. */
const shortGap = 5;

/**
 * Writes the cells of a row that differ from what it shows.
 * @param row 0-based
 */
export function changeRow(to: Sequence, row: number, shown: Cells, wanted: Cells): void {
	const {texts, pens} = wanted;
	const differs = (at: number) => texts[at] !== shown.texts[at] || pens[at] !== shown.pens[at];
	const end = blankFrom(wanted);
	for (let at = 0; at < end; ) {
		if (!differs(at)) {
			at++;
			continue;
		}
		const until = endOfChange(at, end, differs);
		// A wide character is written from its first cell.
		while (texts[at] === '') at--;
		to.moveTo(row, at);
		while (at < until) {
			const width = cellWidth(wanted, at);
			const pen = pens[at];
			if (pen) to.put(texts[at] ?? '', width, pen);
			at += width;
		}
	}
	for (let at = end; at < texts.length; at++) {
		if (!differs(at)) continue;
		to.moveTo(row, at).clearRow();
		return;
	}
}

/** The end of cells that change, with short gaps between them. */
function endOfChange(from: number, limit: number, differs: (at: number) => boolean): number {
	let end = from + 1;
	for (let at = end; at < limit && at - end < shortGap; at++) if (differs(at)) end = at + 1;
	return end;
}
