import {createElement} from 'react';
import type {StatsRead} from '../../../source/run/stats/counted.ts';
import {reportStats} from '../../../source/run/stats/stats-report.ts';
import type {AppEffect} from '../../../source/tui/app/effects.ts';
import {usualKeys} from '../../../source/tui/app/keymap.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {createStore, type Store} from '../../../source/tui/app/store.ts';
import type {TerminalAction} from '../../../source/tui/app/update.ts';
import {StatsApp} from '../../../source/tui/stats/app.tsx';
import {keymap} from '../../../source/tui/stats/commands.ts';
import type {StatsScreenState} from '../../../source/tui/stats/state.ts';
import {initialStatsScreen, updateStats} from '../../../source/tui/stats/stats-app.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {alike, counted, countedPull, statsRead} from '../../helpers/stats-read.ts';

const nit = (of: Parameters<typeof counted>[0] = {}) =>
	counted({hasCode: true, severity: 'trivial', category: 'style', path: 'docs/a.md', ...of});

/** Of two bots and a person, with an advice, and with something that was not read. */
export const card: StatsRead = statsRead(
	[
		...alike(24, () => [
			nit({repeats: 1}),
			nit(),
			counted({severity: 'major', class: 'changed', answeredAt: '2026-10-01T13:00:00Z'}),
			counted({reviewer: 'octocat', isBot: false, class: 'answered', answeredAt: '2026-10-01T12:00:00Z'}),
		]),
		countedPull(90, [
			nit({class: 'taken', id: 'a#0', url: 'https://github.com/acme/api/pull/90#discussion_r1'}),
			nit({class: 'undecidable', why: 'file gone', path: 'docs/\u001b[31m漢字.md', url: null, id: 'b#0'}),
			counted({reviewer: 'copilot', severity: 'minor', id: 'c#0'}),
		]),
	],
	{unread: [{name: 'acme/web', why: 'GitHub refused it.'}]},
);

export function statsDesk(size: {columns: number; rows: number}, {isUnicode = true, read = card} = {}) {
	const asked: AppEffect[] = [];
	const report = reportStats(read, {people: false});
	const store: Store<StatsScreenState, TerminalAction> = createStore<StatsScreenState, TerminalAction, AppEffect>(
		initialStatsScreen(initialApp(size, symbolsFor(isUnicode), usualKeys(keymap)), {report, banner: null}),
		updateStats,
		effect => void asked.push(effect),
	);
	return {asked, store, tree: createElement(StatsApp, {store, now: () => 0, onReady: () => {}})};
}
