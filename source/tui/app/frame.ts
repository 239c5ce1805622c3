import {pad, widthOf} from '../../text/cells.ts';
import {cutLine, emptyLine, fillLine, type Line, lineWidth, type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

/** A text at each end of a line; the left one is cut. */
export function endsLine(left: Line, right: Line, width: number, mark: string): Line {
	const room = width - lineWidth(right);
	if (room < 8) return cutLine(left, width, mark);
	const fitting = cutLine(left, room, mark);
	return [...fitting, span(' '.repeat(Math.max(0, room - lineWidth(fitting)))), ...right];
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

/** A rule with a title on the left and a note on the right, highlighted for the focused pane. */
export function titledRule(title: string, note: string, isFocused: boolean, width: number, {rule, cut}: Symbols): Line {
	const tail =
		note === '' || Math.min(widthOf(title), leastTitle) + widthOf(note) + 8 > width ? '' : ` ${note} ${rule}`;
	const head = `${rule} ${pad(title, Math.min(widthOf(title), Math.max(0, width - 4 - widthOf(tail))), cut)} `;
	const fill = rule.repeat(Math.max(0, width - widthOf(head) - widthOf(tail)));
	const tone = isFocused ? 'accent' : 'quiet';
	return [
		span(rule, tone),
		span(head.slice(1), isFocused ? 'strong' : 'plain'),
		span(fill, tone),
		span(tail.slice(0, -1), 'plain'),
		span(tail.slice(-1), tone),
	];
}

export const indent = (shown: Line): Line => (shown.length === 0 ? shown : [span(' '), ...shown]);

/** Two columns side by side, the left one in `room` cells. */
export const besideEachOther = (left: readonly Line[], right: readonly Line[], room: number, gap: Span): Line[] =>
	Array.from({length: Math.max(left.length, right.length)}, (_, row) => {
		return [...fillLine(left[row] ?? emptyLine, room), gap, ...(right[row] ?? emptyLine)];
	});

/** Exactly `height` lines, cut or padded with empty ones. */
export const filled = (lines: readonly Line[], height: number): Line[] =>
	Array.from({length: height}, (_, row) => lines[row] ?? emptyLine);

/** Which lines are visible, as `1-20 of 66`; empty if all or none are. */
export const placeOf = ({length}: readonly Line[], top: number, height: number): string =>
	height > 0 && length > height ? `${top + 1}-${Math.min(length, top + height)} of ${length}` : '';
