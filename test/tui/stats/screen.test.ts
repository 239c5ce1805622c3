import {expect, test} from 'vitest';
import {reportStats} from '../../../source/run/stats/stats-report.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {statsApp} from '../../../source/tui/stats/stats-app.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {statsRead} from '../../helpers/stats-read.ts';
import {expectFrame} from '../golden-frames.ts';
import {expectFits, keys, mount} from '../mount.ts';
import {card, statsDesk} from './desk.ts';

const size = {columns: 80, rows: 24};

async function opened(at = size, options = {}) {
	const desk = statsDesk(at, options);
	return {...desk, ...(await mount(desk.tree, at))};
}

test.each([
	['stats-80x24', 80, 24],
	['stats-40x12', 40, 12],
	['stats-120x40', 120, 40],
] as const)('%s', async (name, columns, rows) => {
	const {tree} = statsDesk({columns, rows});
	await expectFrame(tree, [{columns, rows}], name);
});

test('Enter goes from a figure to the findings behind it, and Esc back to the figure', async () => {
	const {press, frame, store, tree} = await opened();
	await press('jj');
	expect(frame()).toContain('> coderabbit/trivial');
	await press(keys.enter);
	expect(frame()).toContain('coderabbit/trivial: findings with a suggestion');
	expect(frame()).toContain('1/50');
	expect(store.state().items).toHaveLength(50);
	await press('G');
	await expectFrame(tree, [size], 'stats-findings-80x24');
	await press(keys.escape);
	expect(frame()).toContain('> coderabbit/trivial');
});

test('a finding is opened in the browser, and its address copied; a row has none', async () => {
	const {press, frame, asked} = await opened();
	await press('o');
	expect(frame()).toContain('no finding is selected; Enter lists those of a row');
	await press(keys.enter);
	await press('Gko');
	await press('y');
	expect(asked).toEqual([
		{type: 'browse', url: 'https://github.com/acme/api/pull/90#discussion_r1'},
		{type: 'copy', text: 'https://github.com/acme/api/pull/90#discussion_r1'},
	]);
	expect(frame()).toContain('copied the URL');
});

test('what people wrote is not listed behind their figure', async () => {
	const {press, frame} = await opened();
	await press('G');
	await press(keys.enter);
	expect(frame()).toContain('findings of people are listed with --people');
});

test('a page has the advice and what was not read', async () => {
	const {press, frame} = await opened();
	expect(frame()).toContain('1 not read 1 line of advice (i)');
	await press('i');
	expect(frame()).toContain('coderabbit, trivial: 1 of 49 taken. To hide them,');
	expect(frame()).toContain('acme/web: GitHub refused it.');
});

test('a click selects what is under it, also in a list that was scrolled', async () => {
	const {press, store, frame} = await opened();
	await press(keys.enter);
	await press('G');
	const top = store.state().top;
	expect(top).toBeGreaterThan(0);
	// The title of the window, that of the pane, and those of the columns are above.
	store.dispatch({type: 'mouse', mouse: {kind: 'click', column: 5, row: 4}, at: 0});
	await press('');
	expect(frame()).toContain(`${top + 2}/50`);
});

test('leaving tells the advice and what was not read, with the exit code', () => {
	const report = reportStats(card, {people: false});
	const app = statsApp({report, banner: null}, {}, {signal: new AbortController().signal});
	const state = app.initial(initialApp(size, symbolsFor(true), app.keys));
	expect(app.summary(state)).toContain('Not read\n  acme/web: GitHub refused it.');
	expect(app.exitCode(state)).toBe(1);
});

test.each([
	[40, 12],
	[60, 20],
	[80, 24],
	[200, 60],
])('%i x %i is never exceeded, in ASCII either, nor without a finding', async (columns, rows) => {
	for (const isUnicode of [true, false]) {
		for (const read of [card, statsRead([])]) {
			const {frame, press} = await opened({columns, rows}, {isUnicode, read});
			for (const pressed of [
				'',
				'j',
				keys.enter,
				'G',
				keys.tab,
				'j',
				'+',
				'?',
				keys.escape,
				'i',
				keys.escape,
				keys.escape,
			]) {
				await press(pressed);
				expectFits(frame(), {columns, rows});
				if (!isUnicode) expect(frame().replace(/[\u3040-\u9fff]/g, '')).toMatch(/^[ -~\n]*$/);
			}
		}
	}
});
