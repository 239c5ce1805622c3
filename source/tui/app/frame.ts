import {pad, widthOf} from '../../text/cells.ts';
import {cutLine, fillLine, type Line, lineWidth, type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

/** What stands at the left and at the right end of a line. */
export type Ends = {left: Line; right: Line};

/** With fewer cells beside the right text, the left one gets the whole line. */
const leastLeft = 8;

/** Both texts in so many cells: the left one is cut, or is alone. */
export function fittingEnds({left, right}: Ends, width: number, mark: string): {left: Line; right: Line | null} {
	const room = width - lineWidth(right);
	if (room < leastLeft) return {left: cutLine(left, width, mark), right: null};
	return {left: cutLine(left, room, mark), right};
}

/** A text at each end of a line; the left one is cut. */
export function endsLine(left: Line, right: Line, width: number, mark: string): Line {
	const fitting = fittingEnds({left, right}, width, mark);
	if (fitting.right === null) return fitting.left;
	return [...fillLine(fitting.left, width - lineWidth(right)), ...right];
}

/** Counts for the end of a line, such as `+ 5 to apply`; in a room that is too small for their words, their signs and numbers. */
export function countsLine(counts: readonly Span[], room: number): Line {
	const joined = (spans: readonly Span[]): Line => [...spans.flatMap(each => [span('   '), each]), span(' ')];
	const words = joined(counts);
	if (lineWidth(words) <= room) return words;
	return joined(counts.map(each => ({...each, text: each.text.split(' ', 2).join(' ')})));
}

/** Cells of a title that is cut so that its note fits. */
const leastTitle = 12;

/** The texts of a rule with a title on the left and a note on the right; a note that has no room is left out. */
export function titleParts(title: string, note: string, width: number, {cut}: Symbols): {head: string; tail: string} {
	const hasRoom = note !== '' && Math.min(widthOf(title), leastTitle) + widthOf(note) + 8 <= width;
	const taken = hasRoom ? widthOf(note) + 3 : 0;
	return {
		head: pad(title, Math.min(widthOf(title), Math.max(0, width - 4 - taken)), cut),
		tail: hasRoom ? note : '',
	};
}

/** Which lines are visible, as `1-20 of 66`; empty if all or none are. */
export const placeOf = ({length}: readonly Line[], top: number, height: number): string =>
	height > 0 && length > height ? `${top + 1}-${Math.min(length, top + height)} of ${length}` : '';
