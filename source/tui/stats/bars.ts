import {statsTitle, unreadWords} from '../../run/stats/stats-words.ts';
import {cut} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {saidLine} from '../app/bars.ts';
import type {Ends} from '../app/frame.ts';
import {keyTo} from '../app/keymap.ts';
import {type Line, lineWidth, span} from '../text/line.ts';
import type {StatsScreenState} from './state.ts';

/** The first line: what was counted. */
export function statsBar({banner, report, size, symbols}: StatsScreenState): Ends {
	const left = [
		span(' pr-resolve  ', 'accent'),
		span('stats', 'strong'),
		span(banner === null ? '' : `  ${safe(banner)}`, 'warning'),
	];
	const room = size.columns - lineWidth(left) - 4;
	return {left, right: room < 12 ? [] : [span(`${cut(safe(statsTitle(report)), room, symbols.cut)} `)]};
}

/** The message, or what is on the page about the figures. */
export function statsStatus(state: StatsScreenState): Line {
	const said = saidLine(state);
	if (said !== null) return said;
	const {report} = state;
	const unread = unreadWords(report).length;
	const advice = report.advice.length;
	const words = [
		...(unread > 0 ? [span(` ${unread} not read`, 'warning')] : []),
		...(advice > 0 ? [span(` ${count(advice, 'line')} of advice`, 'accent')] : []),
	];
	return words.length === 0 ? [span(' ')] : [...words, span(` (${keyTo(state, 'about')})`)];
}
