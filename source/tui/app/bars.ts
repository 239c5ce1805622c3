import {safe} from '../../text/safe.ts';
import {stillWaiting} from '../../text/waiting.ts';
import {cutLine, type Line, line, lineWidth, span} from '../text/line.ts';
import {type Gauges, gaugeLine} from '../widgets/gauges.ts';
import {endsLine} from './frame.ts';
import {tooSmall} from './layout.ts';
import type {AppState, Notice} from './state.ts';

type BarLooks = Pick<AppState, 'size' | 'symbols'>;

/** The whole screen of a window that is too small; null if it is large enough. */
export function tooSmallLine({size, symbols}: BarLooks): Line | null {
	const words = tooSmall(size);
	return words === null ? null : cutLine(line(words), size.columns, symbols.cut);
}

export const noticeLine = ({text, tone}: Notice): Line => [span(' '), span(safe(text), tone)];

/** The message, or what outside is waited for, which looks like a hang if nothing shows it; null if there is neither. */
export function saidLine({notice, awaited}: Pick<AppState, 'notice' | 'awaited'>): Line | null {
	if (notice && (awaited === null || notice.tone !== 'plain')) return noticeLine(notice);
	return awaited && line(` ${safe(stillWaiting(awaited.what, awaited.ms))}`);
}

/** The line above the hints: the message or progress on the left, the gauges of the model on the right. */
export function statusBar(left: Line, gauges: Gauges | null, {size, symbols}: BarLooks): Line {
	const room = Math.max(0, size.columns - Math.min(lineWidth(left), Math.floor(size.columns / 2)) - 3);
	return endsLine(left, [...gaugeLine(gauges, room, symbols), span(' ')], size.columns, symbols.cut);
}
