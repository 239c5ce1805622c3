import {safe} from '../../text/safe.ts';
import {stillWaiting} from '../../text/waiting.ts';
import {type Line, line, lineWidth, span} from '../text/line.ts';
import type {Size} from './layout.ts';
import type {AppState, Notice} from './state.ts';

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
