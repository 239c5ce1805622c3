import {expect, test} from 'vitest';
import type {MouseInput} from '../../source/tui/mouse.ts';
import {selectedRow} from '../../source/tui/review/selection.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {numbered, workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {frameOf, type WindowSize} from './mount.ts';

/** Twenty findings in two files, the first one with a long comment. */
async function manyFindings(size: WindowSize): Promise<Desk> {
	const tree = workTree();
	const long = numbered('A line of it,', 60).replaceAll('\n', '  \n');
	const review = reviewOf(tree).suggest('notes.md', 3, ['1st.'], {body: long});
	for (let line = 1; line <= 12; line++)
		review.suggest('src/list.txt', line, [`other ${line}`], {body: `Words ${line}.`});
	const desk = await openDesk(tree, review.save());
	desk.store.dispatch({type: 'resize', size});
	return desk;
}

const rowsOf = (desk: Desk) => frameOf(desk.state()).split('\n');

/** Clicks at the first cell of a text, or turns the wheel there. */
function point(desk: Desk, text: string | RegExp, kind: MouseInput['kind'] = 'click') {
	const rows = rowsOf(desk);
	const placeIn = (line: string) => (typeof text === 'string' ? line.indexOf(text) : line.search(text));
	const row = rows.findIndex(line => placeIn(line) >= 0);
	expect(row, `${text} in\n${rows.join('\n')}`).toBeGreaterThanOrEqual(0);
	const column = placeIn(rows[row]!);
	desk.store.dispatch({type: 'mouse', mouse: {kind, column, row}, at: Date.now()});
}

const sizes = [
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
	{columns: 40, rows: 12},
];

test.each(sizes)('a click selects the finding that is there, at $columns x $rows', async size => {
	const desk = await manyFindings(size);
	// Scrolled, so that the first row of the list is not its first finding.
	desk.press('G');
	const visible = rowsOf(desk).flatMap(
		row => /Words (\d+)\./.exec(row.slice(0, size.columns === 120 ? 56 : 80))?.[0] ?? [],
	);
	expect(visible.length).toBeGreaterThan(1);
	for (const title of new Set(visible)) {
		point(desk, title);
		expect(selectedRow(desk.state())?.title).toBe(title);
		desk.press('G');
	}
	await desk.close();
});

test.each(sizes.slice(0, 2))(
	'a click focuses a pane, the wheel scrolls the one below it, at $columns x $rows',
	async size => {
		const desk = await manyFindings(size);
		point(desk, '─ detail');
		expect(desk.state().focus).toBe('detail');
		point(desk, '─ findings');
		expect(desk.state().focus).toBe('list');
		const {cursor, scroll} = desk.state();
		point(desk, '─ detail', 'wheel-down');
		point(desk, '─ detail', 'wheel-down');
		expect([desk.state().scroll, desk.state().cursor, desk.state().focus]).toEqual([scroll + 6, cursor, 'list']);
		point(desk, '─ detail', 'wheel-up');
		expect(desk.state().scroll).toBe(scroll + 3);
		point(desk, '─ findings', 'wheel-down');
		expect(selectedRow(desk.state())?.title).toBe('Words 1.');
		// A group has nothing to select, the title of the window and the status are no pane.
		point(desk, 'src/list.txt');
		point(desk, 'pr-resolve');
		expect(selectedRow(desk.state())?.title).toBe('Words 1.');
		await desk.close();
	},
);

test('a click on a hint presses its key, but never answers a question', async () => {
	const desk = await manyFindings({columns: 120, rows: 40});
	point(desk, /x decline/);
	expect(desk.state().dialog).toMatchObject({kind: 'field', purpose: 'reason'});
	point(desk, /Esc cancel/);
	expect(desk.state().dialog).toBeNull();
	point(desk, /(?<=\? )help/);
	expect(desk.state().dialog).toMatchObject({page: 'help', top: 0});
	point(desk, 'j Down', 'wheel-down');
	expect(desk.state().dialog).toMatchObject({page: 'help', top: 3});
	point(desk, /Esc close/);
	point(desk, /A write/);
	const {dialog} = desk.state();
	expect(dialog?.kind).toBe('confirm');
	for (const answer of [/y yes/, /n no/, /d diff/, /notes\.md/]) {
		await new Promise(resolve => setTimeout(resolve, 300));
		point(desk, answer);
		expect(desk.state().dialog?.kind).toBe('confirm');
	}
	desk.press('n');
	point(desk, /q quit/);
	expect(desk.done.quit).toHaveLength(1);
	await desk.close();
});

test('a click between hints or in a window that is too small does nothing', async () => {
	const desk = await manyFindings({columns: 120, rows: 40});
	const before = desk.state();
	desk.store.dispatch({type: 'mouse', mouse: {kind: 'click', column: 0, row: 39}, at: 0});
	desk.store.dispatch({type: 'mouse', mouse: {kind: 'click', column: 500, row: 500}, at: 0});
	expect(desk.state()).toMatchObject({cursor: before.cursor, focus: before.focus, dialog: null});
	desk.store.dispatch({type: 'resize', size: {columns: 30, rows: 8}});
	desk.store.dispatch({type: 'mouse', mouse: {kind: 'click', column: 2, row: 7}, at: 0});
	expect(desk.state()).toMatchObject({cursor: before.cursor, dialog: null});
	await desk.close();
});
