import {pad, widthOf} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {stillWaiting} from '../../text/waiting.ts';
import {cutLine, fillLine, type Line, line, lineWidth, type Span, span} from '../text/line.ts';
import type {Symbols} from '../theme.ts';
import type {Size} from './layout.ts';
import type {AppState, Notice} from './state.ts';

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

/** How the first line begins. @param banner names the services if they are not the real ones; null if they are */
export const screenName = (name: string, banner: string | null): Line => [
	span(' pr-resolve  ', 'accent'),
	span(name, 'strong'),
	span(banner === null ? '' : `  ${safe(banner)}`, 'warning'),
];

export const noticeLine = ({text, tone}: Notice): Line => [span(' '), span(safe(text), tone)];

/** The message, or what outside is waited for, which looks like a hang if nothing shows it; null if there is neither. */
export function saidLine({notice, awaited}: Pick<AppState, 'notice' | 'awaited'>): Line | null {
	if (notice && (awaited === null || notice.tone !== 'plain')) return noticeLine(notice);
	return awaited && line(` ${safe(stillWaiting(awaited.what, awaited.ms))}`);
}

/** Cells of the shortest gauge. With fewer beside a message, there is none. */
const leastGauge = 'breaker closed 0/5'.length;

/** Cells between a message and the gauges, and behind them. */
const gaps = 3;

/** Cells for a message beside a gauge. */
export const roomBesideGauges = ({size}: {size: Pick<Size, 'columns'>}): number => size.columns - leastGauge - gaps;

/** Cells for gauges beside what is said; null if there are too few. */
export const gaugesRoom = (said: Line, columns: number): number | null =>
	lineWidth(said) > roomBesideGauges({size: {columns}}) ? null : columns - lineWidth(said) - gaps;
