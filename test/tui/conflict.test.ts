import {describe, expect, test} from 'vitest';
import {layoutOf} from '../../source/tui/review/arrangement.ts';
import {detailLines} from '../../source/tui/review/detail.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {bot} from '../emulators/github/data.ts';
import {type Review, reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';

const path = 'src/list.txt';
const why = 'It is a list.\n\nAnd lists are counted.';

const twoBots = (review: Review) =>
	review
		.suggest(path, 5, ['item V'], {body: 'Roman.'})
		.suggest(path, 5, ['item five'], {body: why, author: bot('greptile-apps')});

async function deskOf(make: (review: Review) => Review): Promise<Desk> {
	const tree = workTree();
	const desk = await openDesk(tree, make(reviewOf(tree)).save());
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	return desk;
}

const detail = ({state}: Desk, width: number) => detailLines(state(), width).map(textOf);
const timesIn = (lines: readonly string[], text: string) => lines.join('\n').split(text).length - 1;

describe('a conflict', () => {
	test('shows the lines that all sides change, and those around them, once', async () => {
		const desk = await deskOf(twoBots);
		const lines = detail(desk, 79);
		expect(timesIn(lines, '- item 5')).toBe(1);
		expect(timesIn(lines, 'item 4')).toBe(1);
		expect(timesIn(lines, 'item 6')).toBe(1);
		expect(lines.findIndex(each => each.includes('- item 5'))).toBeLessThan(
			lines.findIndex(each => each.includes('1 reviewer: Roman.')),
		);
	});

	test("has each reviewer's words folded under the side", async () => {
		const desk = await deskOf(twoBots);
		const fold = expect.stringMatching(/^. comment by greptile/);
		expect(detail(desk, 79)).toContainEqual(fold);
		expect(detail(desk, 79).join('\n')).not.toContain('lists are counted');
		desk.press('f');
		expect(detail(desk, 79).join('\n')).toContain('And lists are counted.');
		expect(detail(desk, 79).join('\n')).toContain('(its suggestion is the change above)');
	});

	test('has its sides beside each other from 100 columns, unless the user wants them below', async () => {
		const desk = await deskOf(twoBots);
		const isBeside = (width: number) => detail(desk, width).some(each => /\+ item V .*\+ item five/.test(each));
		expect([isBeside(99), isBeside(100)]).toEqual([false, true]);
	});

	test('of three sides is shown with one look too, and of lines inside of others', async () => {
		const three = await deskOf(review => twoBots(review).suggest(path, [4, 6], ['items'], {body: 'Shorter.'}));
		const lines = detail(three, 79);
		expect(timesIn(lines, '- item 5')).toBe(1);
		expect(lines.filter(each => each.includes('+ item'))).toEqual(['5 + item V', '5 + item five', '4 + items']);
	});

	test('with a side that deletes says so', async () => {
		const desk = await deskOf(review => review.suggest(path, 5, [], {body: 'Drop it.'}).suggest(path, 5, ['item V']));
		expect(detail(desk, 79)).toContain('    deletes the lines');
	});
});

test('a window of 80x24 shows the first changed line within four rows of the detail', async () => {
	const around = 'A sentence that goes on and on. '.repeat(20);
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest(path, 5, ['item V'], {body: 'Roman.'})
		.suggest(path, 5, ['item five'], {body: why})
		.suggest('notes.md', 3, ['1st.'], {body: around})
		.suggest(path, 8, ['item VIII'], {body: around})
		.suggest(path, [11, 12], ['items'], {body: 'Shorter.'})
		.save();
	tree.put({[path]: tree.read(path).replace('item 8', 'entry eight')});
	const desk = await openDesk(tree, from);
	desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
	const seen: string[] = [];
	for (const [at, row] of desk.state().list.rows.entries()) {
		if (row.kind !== 'finding') continue;
		desk.store.dispatch({type: 'look', finding: row.id});
		expect(desk.state().cursor).toBe(at);
		const {scroll} = desk.state();
		const {width, height} = layoutOf(desk.state()).detail;
		const lines = detailLines(desk.state(), width - 1);
		// At its end, all that follows is visible.
		const top = lines.slice(scroll, scroll + (scroll + height === lines.length ? height : 4));
		const isChanged = top.some(each => each.some(({tone}) => tone === 'removed' || tone === 'added'));
		expect([row.title, isChanged]).toEqual([row.title, true]);
		seen.push(row.entry.verdict?.outcome ?? '');
	}
	expect(new Set(seen)).toEqual(new Set(['planned', 'conflict', 'stale']));
});
