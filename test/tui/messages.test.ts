import {describe, expect, test} from 'vitest';
import {pageHeight} from '../../source/tui/app/said-rows.ts';
import {pages} from '../../source/tui/review/pages.ts';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {type Desk, openDesk} from './desk.ts';
import {mount} from './mount.ts';

const url = 'https://github.com/jleechanorg/mcp_mail/pull/163#discussion_r2678627998';
const long = `Could not open a browser for ${url} To use another editor, set VISUAL or EDITOR to one that works here.`;

const openReview = (): Promise<Desk> => {
	const tree = workTree();
	const review = reviewOf(tree);
	for (let line = 1; line <= 9; line++) review.suggest('src/list.txt', line, [`entry ${line}`]);
	return openDesk(tree, review.save());
};

/** A failure from outside, as of a browser that is not there. */
const fail = ({store}: Desk, message: string) => store.dispatch({type: 'trouble', trouble: {message, remedy: ''}});

const latest = (state: ReviewState): string[] => {
	const {dialog} = state;
	return dialog?.kind === 'page' ? pages[dialog.page].lines(state, 200, dialog).map(textOf) : [];
};

describe('a message', () => {
	test.each([
		[40, 12],
		[80, 24],
		[120, 40],
	])('is shown whole above the hints of a window of %d columns and %d rows', async (columns, rows) => {
		const desk = await openReview();
		desk.store.dispatch({type: 'resize', size: {columns, rows}});
		desk.press('G');
		fail(desk, long);
		const {frame} = await mount(desk.tree, {columns, rows});
		const lines = frame().split('\n');
		expect(lines).toHaveLength(rows);
		expect(lines.at(-1)).toContain('q quit');
		const shown = lines.slice(-1 - Math.ceil(long.length / (columns - 8)), -1).join('');
		expect(shown.replace(/\s/g, '')).toContain(long.replace(/\s/g, ''));
		// The selected row is still there.
		if (columns > 40) expect(lines.some(each => each.includes(':9'))).toBe(true);
	});

	test('gives its rows back with the next key', async () => {
		const desk = await openReview();
		desk.store.dispatch({type: 'resize', size: {columns: 80, rows: 24}});
		expect(pageHeight(desk.state())).toBe(20);
		fail(desk, long);
		expect(pageHeight(desk.state())).toBe(18);
		desk.press('j');
		expect(pageHeight(desk.state())).toBe(20);
	});

	test('can be read again with M, as can the last twenty, the latest first', async () => {
		const desk = await openReview();
		for (let nth = 1; nth <= 200; nth++) fail(desk, `failure ${nth}`);
		desk.press('y', 'M');
		expect(latest(desk.state())).toEqual([
			'copied 1 line of code',
			...Array.from({length: 19}, (_, index) => `failure ${200 - index}`),
		]);
		desk.press('M');
		expect(desk.state().dialog).toBeNull();
	});

	test('that comes again is kept once', async () => {
		const desk = await openReview();
		desk.press('y', 'y', 'y', 'M');
		expect(latest(desk.state())).toEqual(['copied 1 line of code']);
	});
});
