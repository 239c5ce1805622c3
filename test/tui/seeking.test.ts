import {expect, test} from 'vitest';
import {usualKeys} from '../../source/tui/app/keymap.ts';
import {initialApp} from '../../source/tui/app/state.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {initialReview} from '../../source/tui/review/state.ts';
import {updateReview} from '../../source/tui/review/update.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {noPresets} from '../helpers/presets.ts';
import {expectFits, frameOf} from './mount.ts';

const opened = (columns: number, rows: number, isNamed: boolean) =>
	initialReview(initialApp({columns, rows}, symbolsFor(true), usualKeys(keymap)), {
		presets: noPresets,
		isNamed,
		goesOn: false,
	});

test.each([
	[40, 12],
	[80, 24],
	[300, 80],
])('%i x %i: until the pull request of the branch is found, nothing looks like a review', (columns, rows) => {
	const seeking = frameOf(opened(columns, rows, false));
	expectFits(seeking, {columns, rows});
	expect(seeking.replace(/\s+/g, ' ')).toContain('Looking for the pull request of the current branch...');
	expect(seeking).not.toMatch(/findings|write/);
	expect(seeking.trimEnd()).toMatch(/\? help {2}q quit$/);
});

test('the first page of a pull request shows the review, and a named one shows it at once', () => {
	const seeking = opened(80, 24, false);
	const page = {type: 'page', what: 'threads', fetched: 1, total: 2} as const;
	const {state} = updateReview(seeking, {type: 'events', events: [page], at: 0});
	const frames = [state, opened(80, 24, true)].map(frameOf);
	for (const frame of frames) expect(frame).toContain('reading the pull request');
});
