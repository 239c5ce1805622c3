import {describe, expect, test} from 'vitest';
import type {PaneLayout as Layout} from '../../source/tui/app/panes.ts';
import {layoutOf} from '../../source/tui/review/arrangement.ts';
import {user} from '../emulators/github/data.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {expectFrame} from './golden-frames.ts';
import {frameOf} from './mount.ts';

const long = 'source/deeply/nested/folder/of/a/project/with-a-file-name-that-says-it-all.txt';

/** Two files, severities, and more findings in the second file than a low window shows. */
async function open(): Promise<Desk> {
	const tree = workTree({[long]: numbered('item', 40), 'notes.md': numbered('note', 9)});
	const review = reviewOf(tree)
		.comment('notes.md', 2, '**suggestion:** Rename it.')
		.comment('notes.md', 5, '**issue (blocking):** This leaks.');
	for (let line = 1; line <= 20; line++) review.comment(long, line, `Remark ${line}.`);
	return openDesk(tree, review.save());
}

/** Severities, threads in every state, and a suggestion. */
function discussed(tree: WorkTree): string {
	return reviewOf(tree)
		.suggest('notes.md', 2, ['NOTE 2'], {body: '**nitpick:** In capitals.'})
		.comment(
			'notes.md',
			5,
			'**issue (blocking):** This leaks, and the next one who reads the file will pay for it.',
			{},
			thread =>
				thread.reply({body: 'Where?', author: user('ann')}).reply({body: 'On line **5**.', author: user('ben')}),
		)
		.comment(long, 7, 'Written before the last push.', {isOutdated: true, line: null, originalLine: 7}, thread =>
			thread.reply({body: 'True.', author: user('ann')}),
		)
		.comment(long, 9, 'Settled.', {isResolved: true})
		.save();
}

describe('golden frames', () => {
	test.each([
		['list-80x24', {columns: 80, rows: 24}, true],
		['list-120x40', {columns: 120, rows: 40}, true],
		['list-80x24-ascii', {columns: 80, rows: 24}, false],
	])('%s', async (name, size, isUnicode) => {
		const tree = workTree({[long]: numbered('item', 40), 'notes.md': numbered('note', 9)});
		const desk = await openDesk(tree, discussed(tree), {isUnicode});
		desk.store.dispatch({type: 'resize', size});
		desk.press('.', 'j');
		await expectFrame(desk.tree, [size], name);
	});
});

const sized = (desk: Desk, columns: number, rows: number): string[] => {
	desk.store.dispatch({type: 'resize', size: {columns, rows}});
	return frameOf(desk.state()).split('\n');
};

describe('the list', () => {
	test('cuts a path in front, so that the name of the file is visible', async () => {
		expect(sized(await open(), 60, 24)).toContainEqual(
			expect.stringMatching(/^ .\/.*\/with-a-file-name-that-says-it-all\.txt +20$/),
		);
	});

	test('shows the most severe finding of a file first', async () => {
		const [, , , first, second] = sized(await open(), 80, 24);
		expect(first).toBe('> * needs-model      M   :5  reviewer  This leaks.');
		expect(second).toBe('  * needs-model          :2  reviewer  Rename it.');
	});

	test.each([
		['file', 0, /notes\.md/],
		['severity', 1, /major/],
	])('grouped by %s does not repeat that in the rows', async (_, times, own) => {
		const desk = await open();
		desk.press(...Array<string>(times).fill('s'));
		for (const row of sized(desk, 80, 60).filter(row => /Rename|leaks/.test(row))) expect(row).not.toMatch(own);
	});

	test('keeps the heading of a group at the top while its rows scroll, and never hides the cursor', async () => {
		const desk = await open();
		sized(desk, 80, 24);
		for (const key of [...Array<string>(25).fill('j'), ...Array<string>(25).fill('k')]) {
			desk.press(key);
			const [, , top, ...rows] = frameOf(desk.state()).split('\n');
			expect(top).toMatch(/\.(txt|md) +\d+$/);
			expect(rows.slice(0, 6).filter(row => row.startsWith('>'))).toHaveLength(1);
		}
	});

	test('shows no heading without a row of its group, unless the list ends there', async () => {
		const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map(name => `${name}.txt`);
		const tree = workTree(Object.fromEntries(paths.map(path => [path, numbered('item', 3)])));
		const review = paths.reduce((known, path) => known.comment(path, 2, 'Two.'), reviewOf(tree));
		const desk = await openDesk(tree, review.save());
		sized(desk, 80, 24);
		for (const key of [...Array<string>(9).fill('j'), ...Array<string>(9).fill('k')]) {
			desk.press(key);
			const rows = frameOf(desk.state()).split('\n').slice(2, 9);
			expect(rows.filter((row, at) => /^ \S+ +1$/.test(row) && /^ \S+ +1$/.test(rows[at + 1] ?? ''))).toEqual([]);
		}
	});

	test('gives a place the room that the titles leave', async () => {
		const path = 'src/a-component-with-a-name.txt';
		const tree = workTree({[path]: numbered('item', 3)});
		const desk = await openDesk(tree, reviewOf(tree).comment(path, 2, 'Two.').save());
		desk.press('s');
		expect(sized(desk, 80, 24).find(row => row.startsWith('>'))).toContain(' a-component-with-a-name.txt:2 ');
	});

	test.each([
		[60, 12],
		[40, 12],
	])('shows the cursor at %i x %i while a long question is open', async (columns, height) => {
		const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `${name}.txt`);
		const tree = workTree(Object.fromEntries(paths.map(path => [path, numbered('item', 3)])));
		const review = paths.reduce((known, path) => known.suggest(path, 2, ['two']), reviewOf(tree));
		const desk = await openDesk(tree, review.save());
		desk.press('G', 'A');
		expect(sized(desk, columns, height).filter(row => row.startsWith('> '))).toHaveLength(1);
	});

	test('shows the position of the cursor', async () => {
		const desk = await open();
		desk.press('j', 'j');
		expect(sized(desk, 120, 40)[1]).toContain(' 3/22 by file ');
	});

	test.each([
		[50, 20],
		[100, 30],
		[120, 40],
	])('shows the beginning of each title at %i x %i, however it is grouped', async (columns, height) => {
		const tree = workTree({[long]: numbered('item', 40), 'notes.md': numbered('note', 9)});
		const desk = await openDesk(tree, discussed(tree));
		for (let grouping = 0; grouping < 4; grouping++) {
			expect(sized(desk, columns, height).join('\n')).toContain('This leaks, and th');
			desk.press('s');
		}
	});

	test('keeps its note when the filter is long', async () => {
		const desk = await open();
		desk.press('/', ...'-thing -another -path:nowhere', 'enter');
		expect(sized(desk, 120, 40)[1]).toMatch(/findings with .* 1\/22 by file /);
	});

	test('needs no more width than its content', async () => {
		const desk = await open();
		const widths = [120, 200, 300].map(columns => sized(desk, columns, 40)[1]!.indexOf('┬'));
		expect(widths[0]).toBeLessThanOrEqual(56);
		expect(widths[2]).toBe(widths[1]);
	});
});

describe('with the list focused', () => {
	const tall = async () => {
		const tree = workTree();
		const body = Array.from({length: 90}, (_, index) => `Line ${index + 1}.`).join('\n');
		return openDesk(tree, reviewOf(tree).comment('notes.md', 1, body).comment('notes.md', 3, 'Short.').save());
	};

	test.each([
		['J', 1, 'K'],
		['ctrl+d', 8, 'ctrl+u'],
		['pagedown', 16, 'pageup'],
	])('%s scrolls the detail by %i lines, and %s back', async (down, lines, up) => {
		const desk = await tall();
		sized(desk, 80, 24);
		const {cursor, scroll} = desk.state();
		desk.press(down);
		expect(desk.state()).toMatchObject({cursor, scroll: scroll + lines});
		desk.press(up);
		expect(desk.state()).toMatchObject({cursor, scroll});
	});

	test('a page key moves the list where only the list is visible', async () => {
		const desk = await tall();
		sized(desk, 50, 24);
		desk.press('pagedown');
		expect(desk.state()).toMatchObject({cursor: 2, scroll: 0});
	});

	test('Ctrl-F and Ctrl-B move a page in the list', async () => {
		const desk = await open();
		sized(desk, 80, 24);
		desk.press('ctrl+f');
		expect(frameOf(desk.state())).toContain(' 7/22 by file ');
		desk.press('ctrl+b');
		expect(frameOf(desk.state())).toContain(' 1/22 by file ');
	});

	test.each([
		['beside each other', 120, 40, ({list}: Layout) => list.width],
		['one above the other', 80, 24, ({list}: Layout) => list.height],
	])('] and [ move the border of panes %s, within bounds', async (_, columns, height, sizeOf) => {
		const desk = await open();
		sized(desk, columns, height);
		const size = () => sizeOf(layoutOf(desk.state()));
		const before = size();
		desk.press(']');
		expect(size()).toBeGreaterThan(before);
		desk.press('[');
		expect(size()).toBe(before);
		desk.press(...Array<string>(60).fill('['));
		expect(desk.state().notice?.text).toBe('the list cannot be smaller');
		const least = size();
		expect(least).toBeGreaterThanOrEqual(2);
		desk.press(']');
		expect(size()).toBeGreaterThan(least);
		desk.press(...Array<string>(60).fill(']'));
		expect(desk.state().notice?.text).toBe('the detail cannot be smaller');
		for (const row of sized(desk, columns, height)) expect(row.length).toBeLessThanOrEqual(columns);
	});

	test('a list of few findings leaves its rows to the detail below it, and stays as it is while a filter is typed', async () => {
		const desk = await tall();
		sized(desk, 80, 24);
		const heights = () => {
			const {list, detail} = layoutOf(desk.state());
			return [list.height, detail.height];
		};
		expect(heights()).toEqual([3, 16]);
		desk.press(']');
		expect([desk.state().notice?.text, heights()]).toEqual(['all rows of the list are visible', [3, 16]]);
		desk.press('/', ...'sh');
		const typed = heights();
		desk.press('o');
		expect(heights()).toEqual(typed);
		desk.press('enter');
		expect(heights()).toEqual([2, 17]);
	});

	test('] says why it does nothing where only one pane is visible', async () => {
		const desk = await open();
		sized(desk, 50, 24);
		desk.press(']');
		expect(desk.state().notice?.text).toBe('only one pane is visible');
	});
});
