import type {InboxState} from '../../run/inbox/inbox-state.ts';
import {hasEnded, rowTroubles} from '../../run/inbox/row.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {waiting} from '../../text/waiting.ts';
import {countsLine, type Ends, endsLine, noticeLine, saidLine, screenName} from '../app/frame.ts';
import {keyTo} from '../app/keymap.ts';
import {type Line, line, lineWidth, span} from '../text/line.ts';
import {bar} from '../widgets/gauges.ts';
import type {InboxScreenState} from './state.ts';
import {totalSpans} from './words.ts';

/** The first line: how many pull requests there are, and what is to do in them. */
export function inboxTitle({banner, inbox, size, symbols}: InboxScreenState): Ends {
	const name = screenName('inbox', banner);
	const [all, ...totals] = inbox.rows.length === 0 ? [] : totalSpans(inbox, symbols);
	const lead = all ? [span('   '), all] : [];
	const room = size.columns - lineWidth(name);
	const [words, signs] = [countsLine(totals, room), countsLine(totals, 0)];
	const right = [[...lead, ...words], words, [...lead, ...signs], signs].find(spans => lineWidth(spans) <= room);
	return {left: name, right: right ?? []};
}

/** The message, the progress, or what could not be read. */
export function inboxStatus(state: InboxScreenState): Line {
	const {notice, awaited, opening, size, stage, symbols} = state;
	const waited = saidLine({notice: null, awaited});
	if (notice === null && opening !== null) return waited ?? line(` opening ${safe(opening)}`);
	const standing = waited ?? standingLine(state);
	if (notice === null) return standing;
	const shown = noticeLine(notice);
	// A message can stay for long: what goes on is beside it, if there is room for both. A wait that nothing shows looks like a hang.
	const isOver = stage === 'stopped' || stage === 'failed';
	const hasRoom = lineWidth(shown) + lineWidth(standing) + 2 < size.columns;
	if (hasRoom && !isOver) return endsLine(shown, standing, size.columns - 1, symbols.cut);
	const isWaiting = waited !== null || waitOf(state) !== null;
	return notice.tone === 'plain' && isWaiting ? standing : shown;
}

/** The progress, or else what could not be read. */
function standingLine(state: InboxScreenState): Line {
	const {stage, symbols, inbox} = state;
	if (stage !== 'read' || inbox.wait !== null) {
		const {text, done, total} = progressOf(state);
		const gauge = total > 0 ? `  ${bar(done / total, 16, symbols)}` : '';
		return line(` ${safe(text)}${gauge}`);
	}
	const lost = lostWords(inbox);
	const {news} = state.outside;
	return [
		...(news > 0 ? [span(` ${news} changed (${keyTo(state, 'again')})`, 'accent')] : []),
		...(lost.length > 0 ? [span(` ${lost.join('; ')} (${keyTo(state, 'about')})`, 'warning')] : [span(' ')]),
	];
}

/** What could not be read, as counts. */
export function lostWords({rows, incomplete}: InboxState): string[] {
	const failed = rows.filter(({failure}) => failure !== null).length;
	const cut = rows.filter(row => row.failure === null && rowTroubles(row).length > 0).length;
	return [
		...(failed > 0 ? [`${count(failed, 'pull request')} could not be read`] : []),
		...(cut > 0 ? [`${count(cut, 'pull request')} read in part`] : []),
		...(incomplete.length > 0 ? ['the list is not complete'] : []),
	];
}

/** What the newest reading waits for. */
export const waitOf = ({inbox, next}: InboxScreenState): InboxState['wait'] => (next ?? inbox).wait;

type Progress = {text: string; done: number; total: number};

/** How far the reading is. `total` is 0 while it is unknown. */
export function progressOf(state: InboxScreenState): Progress {
	const {inbox, next, stage} = state;
	const {rows, total, isListed} = next ?? inbox;
	const wait = waitOf(state);
	if (stage === 'stopped' || stage === 'failed')
		return {text: `${stage}; press ${keyTo(state, 'again')} to read again`, done: 0, total: 0};
	if (wait) return {text: waiting(wait.ms, wait.reason), done: 0, total: 0};
	if (next) return {text: 'listing again', done: 0, total: 0};
	if (!isListed && rows.length === 0) return {text: 'looking for open pull requests', done: 0, total: 0};
	const whole = isListed ? rows.length : Math.max(total ?? 0, rows.length);
	const done = rows.filter(row => hasEnded(row)).length;
	return {text: `reading ${done} of ${whole}`, done, total: whole};
}
