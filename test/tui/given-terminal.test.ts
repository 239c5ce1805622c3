import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import type {AppOf} from '../../source/tui/app/app.ts';
import {type Size, unbounded} from '../../source/tui/app/layout.ts';
import {runInLines, type Speech} from '../../source/tui/app/linear.ts';
import type {TerminalAction} from '../../source/tui/app/update.ts';
import {eventually} from '../helpers/wait.ts';
import {workTree} from '../helpers/work-tree.ts';
import {contextIn} from './desk.ts';

type State = {size: Size; news: string};
type Action = {news: string};

test('in text mode, an app whose terminal another one has says its news when it has the terminal again', async () => {
	const [stdin, other] = [new PassThrough(), Promise.withResolvers<void>()];
	const said: string[] = [];
	const app: AppOf<State, Action, 'give'> = {
		keys: {},
		initial: () => ({size: unbounded, news: 'none'}),
		update: (state, action) =>
			'news' in action
				? {state: {...state, news: action.news}, effects: action.news === 'given' ? ['give'] : []}
				: {state, effects: []},
		effects: hands => (_, dispatch) =>
			void hands.give(async () => {
				said.push('the other begins');
				dispatch({news: 'read meanwhile'});
				await other.promise;
				said.push('the other ends');
			}),
		summary: () => '',
		exitCode: () => 0,
		load: async () => () => null,
	};
	const speech: Speech<State, Action | TerminalAction> = {
		speaker: say => state => say(state.news),
		hear: (text, store) => store.dispatch({news: text}),
	};
	const stdout = {write: (text: string) => void said.push(text.trim())};
	const lines = {stdin, stdout, platform: 'linux', keys: {}, reason: 'a test'};
	const left = runInLines(app, speech, lines, contextIn(workTree()));
	stdin.write('given\n');
	await eventually(() => expect(said).toContain('the other begins'));
	other.resolve();
	await eventually(() => expect(said).toContain('read meanwhile'));
	expect(said.slice(-4)).toEqual(['given', 'the other begins', 'the other ends', 'read meanwhile']);
	stdin.end();
	await left;
});
