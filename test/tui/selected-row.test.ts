import {Terminal} from '@xterm/headless';
import {expect, onTestFinished, test} from 'vitest';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {mountOnTerminal} from './mount.ts';

test.each([
	['beside each other', 120, 50],
	['one above the other', 80, 80],
	['one at a time', 50, 50],
])('with panes %s the bar of the selected row reaches the border', async (_, columns, width) => {
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).suggest('notes.md', 3, ['1st.']).save());
	const window = new Terminal({cols: columns, rows: 24, allowProposedApi: true, convertEol: true});
	onTestFinished(() => window.dispose());
	await mountOnTerminal(desk.tree, {columns, rows: 24}, {window});
	const row = window.buffer.active.getLine(3)!;
	const inverse = Array.from({length: columns}, (_, column) => row.getCell(column)!.isInverse() !== 0);
	expect(inverse.lastIndexOf(true) + 1).toBe(width);
});
