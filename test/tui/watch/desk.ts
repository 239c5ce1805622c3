import {createElement} from 'react';
import {makeReport} from '../../../source/run/report/make-report.ts';
import {initialState} from '../../../source/run/state.ts';
import type {WatchEvent} from '../../../source/run/watch/events.ts';
import {usualKeys} from '../../../source/tui/app/keymap.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {createStore, type Store} from '../../../source/tui/app/store.ts';
import type {TerminalAction} from '../../../source/tui/app/update.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {WatchApp} from '../../../source/tui/watch/app.tsx';
import type {Action, Effect, WatchScreenState} from '../../../source/tui/watch/state.ts';
import {initialWatchScreen, keymap, updateWatch} from '../../../source/tui/watch/update.ts';
import {pullRequest} from '../../helpers/pull-request.ts';

export const startedAt = Date.UTC(2026, 10, 21, 9, 0, 0);
const now = startedAt + 83_000;

const read = {...pullRequest(), owner: 'octo', repo: 'app', number: 7};

/** A round that pushed and answered. */
const report = {
	...makeReport({...initialState, pullRequest: read}, () => null as never, 'all'),
	commits: [
		{
			oid: '9be01d7aaa',
			parent: '4f1c2ab',
			headline: 'Apply',
			changes: ['c1'],
			isSigned: false,
			pushed: true,
			via: 'local',
		},
	],
} as unknown as Extract<WatchEvent, {type: 'round-ended'}>['report'];

const hostile = 'evil\u001b[31m\u202ebot';

/** What a watch tells until it waits for a limited reviewer. */
export const events: readonly WatchEvent[] = [
	{type: 'look'},
	{type: 'run', event: {type: 'pull-request', pullRequest: read}},
	{type: 'round', number: 1, of: 3},
	{type: 'round-ended', number: 1, report},
	{type: 'look'},
	{type: 'run', event: {type: 'pull-request', pullRequest: read}},
	{
		type: 'looked',
		head: '9be01d7aaa',
		reviewers: [
			{login: 'coderabbitai', state: 'rate-limited', detail: '', until: now + 1_580_000},
			{login: 'copilot', state: 'done', detail: '', until: null},
			{login: hostile, state: 'done', detail: '', until: null},
		],
	},
	{
		type: 'wait',
		until: now + 41_000,
		reason: 'coderabbitai is rate limited',
		reviewUntil: now + 1_580_000,
		endsAt: startedAt + 3_600_000,
	},
];

export const ended: WatchEvent = {
	type: 'ended',
	report: {
		schema: 'pr-resolve/watch@1',
		rounds: [],
		pushedAway: [],
		end: 'stopped',
		stoppedBy: 'rounds',
		reason: '3 rounds have pushed, and the limit is 3',
		remedy: 'Pass --max-rounds 4 to go on.',
		exitCode: 5,
	},
};

/** The screen in front of a person; the effects that it asks for are written down. */
export function watchDesk(size: {columns: number; rows: number}, {isUnicode = true} = {}) {
	const asked: Effect[] = [];
	const store: Store<WatchScreenState, Action | TerminalAction> = createStore<
		WatchScreenState,
		Action | TerminalAction,
		Effect
	>(
		initialWatchScreen(initialApp(size, symbolsFor(isUnicode), usualKeys(keymap)), {
			banner: null,
			startedAt,
		}),
		updateWatch,
		effect => void asked.push(effect),
	);
	const tell = (...told: readonly WatchEvent[]) => {
		for (const event of told) store.dispatch({type: 'watched', event, at: now});
	};
	return {asked, tell, store, tree: createElement(WatchApp, {store, now: () => now, onReady: () => {}})};
}
