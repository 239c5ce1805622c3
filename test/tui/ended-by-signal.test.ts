import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {exitCodes} from '../../source/exit-code.ts';
import type {AppOf} from '../../source/tui/app/app.ts';
import type {Size} from '../../source/tui/app/layout.ts';
import {runInLines} from '../../source/tui/app/linear.ts';
import {doing} from '../../source/tui/app/state.ts';
import {eventually} from '../helpers/wait.ts';
import {workTree} from '../helpers/work-tree.ts';
import {settingsIn, worldOf} from '../run/setup/world.ts';
import {contextIn} from './desk.ts';
import {inboxDesk} from './inbox/desk.ts';
import {setupDesk} from './setup/desk.ts';
import {watchDesk} from './watch/desk.ts';

const size = {columns: 80, rows: 24};

test('a signal leaves setup, the inbox and a watch as an interruption', async () => {
	const world = worldOf();
	const [setup, inbox, watch] = [setupDesk(await settingsIn(world), world), inboxDesk(size), watchDesk(size)];
	setup.store.dispatch({type: 'terminate'});
	inbox.store.dispatch({type: 'terminate'});
	watch.store.dispatch({type: 'terminate'});
	expect(setup.done.quit).toEqual([true]);
	expect([inbox.asked, watch.asked]).toEqual(Array(2).fill([{type: 'quit', isInterrupted: true}]));
});

test('an app that has work to complete after a signal completes it before it exits', async () => {
	const reason = new Error('SIGTERM');
	const interrupt = new AbortController();
	const context = {...contextIn(workTree()), signal: interrupt.signal};
	const completed = Promise.withResolvers<void>();
	const seen: string[] = [];
	const app: AppOf<{size: Size}, never, 'begin' | 'complete'> = {
		keys: {},
		initial: ({size}) => ({size}),
		update: (state, {type}) => doing(state, type === 'start' ? 'begin' : 'complete'),
		effects: hands => effect => {
			seen.push(effect);
			if (effect === 'complete') void completed.promise.then(() => hands.quit(true));
		},
		summary: () => '',
		exitCode: () => exitCodes.done,
		load: async () => () => null,
	};
	const speech = {speaker: () => () => {}, hear: () => {}};
	const lines = {stdin: new PassThrough(), stdout: {write: () => true}, platform: 'linux', keys: {}, reason: 'a test'};
	const left = runInLines(app, speech, lines, context).then(({exitCode}) => seen.push(`exit ${exitCode}`));
	await eventually(() => expect(seen).toEqual(['begin']));
	interrupt.abort(reason);
	expect(seen).toEqual(['begin', 'complete']);
	completed.resolve();
	await left;
	expect(seen.at(-1)).toBe(`exit ${exitCodes.interrupted}`);
});
