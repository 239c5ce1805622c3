import {expect, test} from 'vitest';
import {saidLine} from '../../source/tui/app/frame.ts';
import type {Notice} from '../../source/tui/app/state.ts';
import type {TerminalAction} from '../../source/tui/app/update.ts';
import {BenchApp} from '../../source/tui/bench/app.tsx';
import {SetupApp} from '../../source/tui/setup/app.tsx';
import {textOf} from '../../source/tui/text/line.ts';
import {WatchApp} from '../../source/tui/watch/app.tsx';
import {settingsIn, worldOf} from '../run/setup/world.ts';
import {benchDesk, snapshot} from './bench/desk.ts';
import {filling, inboxDesk} from './inbox/desk.ts';
import {framed} from './mount.ts';
import {setupDesk} from './setup/desk.ts';
import {startedAt, watchDesk} from './watch/desk.ts';

type Shown = {dispatch: (action: TerminalAction) => void; frame: () => string};

const size = {columns: 100, rows: 30};

const apps: Record<string, () => Promise<Shown>> = {
	async inbox() {
		const {store, tell, frame} = inboxDesk(size);
		tell(...filling);
		return {dispatch: store.dispatch, frame};
	},
	async watch() {
		const {store} = watchDesk(size);
		return {dispatch: store.dispatch, frame: () => framed(WatchApp, store.state(), startedAt)};
	},
	async setup() {
		const world = worldOf();
		const {store} = setupDesk(await settingsIn(world), world);
		return {dispatch: store.dispatch, frame: () => framed(SetupApp, store.state())};
	},
	async bench() {
		const {store} = benchDesk();
		return {dispatch: store.dispatch, frame: () => framed(BenchApp, store.state(), snapshot.atMs)};
	},
};

test.each(Object.keys(apps))('%s shows what is waited for, until that is over', async name => {
	const {dispatch, frame} = await apps[name]!();
	const before = frame();
	dispatch({type: 'waiting', wait: {what: 'github.com', ms: 6000}});
	expect(frame()).toContain('waiting for github.com (6 s)');
	dispatch({type: 'waiting', wait: {what: 'github.com', ms: 7000}});
	expect(frame()).toContain('waiting for github.com (7 s)');
	dispatch({type: 'waiting', wait: null});
	expect(frame()).toBe(before);
});

test.each<[Notice['tone'], string]>([
	['plain', ' waiting for git fetch (5 s)'],
	['bad', ' it failed'],
])('a message of the tone %s and a wait: %s', (tone, shown) => {
	const said = saidLine({notice: {text: 'it failed', tone}, awaited: {what: 'git fetch', ms: 5000}});
	expect(textOf(said!)).toBe(shown);
});
