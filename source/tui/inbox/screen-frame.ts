import {nameOfRow} from '../../run/inbox/row-words.ts';
import {safe} from '../../text/safe.ts';
import {statusBar, tooSmallLine} from '../app/bars.ts';
import {filled, indent, titledRule} from '../app/frame.ts';
import {hintLine, placedHints} from '../app/hints.ts';
import {pagePane, type Room, textPane} from '../app/panes.ts';
import {troubleText} from '../app/state.ts';
import {withField} from '../app/with-field.ts';
import type {ScreenFrame} from '../paint/screen-frame.ts';
import {cutLine, type Line, line, wrapLine} from '../text/line.ts';
import {inboxStatus, inboxTitle} from './bars.ts';
import {pullDetailLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {inboxLayout, visibleCount} from './layout.ts';
import {inboxPageLines} from './pages.ts';
import {headLine, headRows, rowLines} from './row-lines.ts';
import {cursorIn, selectedPull, shownRows} from './rows.ts';
import type {InboxScreenState} from './state.ts';

/** The rows of the screen; they never exceed the terminal. @param now milliseconds since the epoch */
export function inboxFrame(state: InboxScreenState, now: number): ScreenFrame {
	const small = tooSmallLine(state);
	if (small) return {rows: [small], cursor: null};
	const {dialog, size, symbols} = state;
	const {rows, cursor} = withField(
		[inboxTitle(state), ...bodyOf(state, now)],
		dialog?.kind === 'field' ? {...dialog, isSecret: false} : null,
		[statusBar(inboxStatus(state), null, state), hintLine(placedHints(keymap, state))],
		state,
	);
	return {rows: rows.map(each => cutLine(each, size.columns, symbols.cut)), cursor};
}

function bodyOf(state: InboxScreenState, now: number): Line[] {
	const {dialog, size, symbols, scroll, focus} = state;
	if (dialog?.kind === 'page') {
		const title = dialog.page === 'help' ? 'keys' : 'what could not be read';
		return pagePane(title, dialog, inboxPageLines(state, dialog, size.columns - 2), state);
	}
	const layout = inboxLayout(state);
	const row = selectedPull(state);
	const list = listOf(state, layout.list, now);
	const lines = pullDetailLines(state, layout.detail.width - 2, now);
	const title = row ? safe(nameOfRow(row)) : 'detail';
	const detail = textPane({title, lines, top: scroll, isFocused: focus === 'detail'}, layout.detail, symbols);
	if (layout.kind === 'single') return layout.shown === 'list' ? list : detail;
	return [...list, ...detail];
}

function listOf(state: InboxScreenState, {width, height}: Room, now: number): Line[] {
	const {focus, filter, top, symbols} = state;
	const rows = shownRows(state);
	const cursor = cursorIn(rows, state);
	const words = filter.trim() === '' ? '' : ` with "${safe(filter.trim())}"`;
	const note = rows.length > 0 ? `${cursor + 1}/${rows.length}` : '';
	const shown = rows.slice(top, top + visibleCount(state));
	const place = {width, symbols, now};
	const lines =
		rows.length === 0
			? wrapLine(whyEmpty(state), width - 2, '').map(indent)
			: [
					...(headRows(width) > 0 ? [headLine(rows, place)] : []),
					...rowLines(shown, rows[cursor] ?? null, rows, place),
				];
	return [titledRule(`pull requests${words}`, note, focus === 'list', width, symbols), ...filled(lines, height)];
}

function whyEmpty(state: InboxScreenState): Line {
	const {inbox, isLimited, stage, trouble} = state;
	if (inbox.rows.length > 0) return line('no pull request matches the filter; Esc clears it');
	// The line at the bottom has no room for all of it.
	if (stage === 'failed' && trouble) return line(safe(troubleText(trouble, state)), 'bad');
	if (stage === 'stopped' || stage === 'failed') return line('nothing was read');
	if (!inbox.isListed) return line('reading...');
	return line(
		isLimited
			? 'no open pull requests of yours match the flags'
			: 'no open pull requests that you wrote, review or are assigned to',
	);
}
