import {createElement} from 'react';
import {expect, test} from 'vitest';
import type {HookRun} from '../../source/delivery/hooks/hook-run.ts';
import type {Verification} from '../../source/delivery/verify/verification.ts';
import type {RunEvent} from '../../source/run/events.ts';
import type {OwnRun} from '../../source/run/session/own-runs.ts';
import {fold, initialState} from '../../source/run/state.ts';
import {usualKeys} from '../../source/tui/app/keymap.ts';
import {initialApp} from '../../source/tui/app/state.ts';
import {createStore} from '../../source/tui/app/store.ts';
import type {Action, Effect} from '../../source/tui/review/actions.ts';
import {App} from '../../source/tui/review/app.tsx';
import {stepLines, stepsPage} from '../../source/tui/review/delivery/pages.ts';
import {endNotice} from '../../source/tui/review/delivery/words.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {initialReview, type ReviewState} from '../../source/tui/review/state.ts';
import {updateReview} from '../../source/tui/review/update.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {noPresets} from '../helpers/presets.ts';
import {expectFrame} from './golden-frames.ts';
import {frameOf} from './mount.ts';

const command = 'npm test';
const trial: RunEvent = {
	...{type: 'verify-run', command, number: 4, of: 10, changes: 12, purpose: 'search', ms: 38_000},
};
const output = (text: string): RunEvent => ({type: 'verify-output', text});

const reviewing = initialReview(initialApp({columns: 80, rows: 24}, symbolsFor(true), usualKeys(keymap)), {
	presets: noPresets,
	isNamed: true,
	goesOn: false,
});

/** The page while these steps are taken, or after they were taken by a run that stands. */
function shown(events: readonly RunEvent[], {width = 60, run = null as Pick<OwnRun, 'id' | 'isPushed'> | null} = {}) {
	const state = events.reduce(fold, initialState);
	const review: ReviewState = run
		? {...reviewing, stage: 'open', delivery: {...reviewing.delivery, end: state}, runs: [run as OwnRun]}
		: {...reviewing, stage: 'delivering', run: state};
	return stepLines(review, width).map(textOf);
}

test('what the command writes is above the run that goes on', () => {
	const lines = shown([{type: 'delivery-step', step: 'verify'}, trial, output('one\n\u001b[31mFAIL\u001b[39m two\n')]);
	expect(lines).toEqual(['one', 'FAIL two', '', 'verify: run 4 of about 10 with 12 changes, 38 s: npm test']);
});

test('a hook is shown while it is run, and what came of it afterwards', () => {
	const begun: RunEvent[] = [
		{type: 'delivery-step', step: 'commit'},
		{type: 'hook-run', step: 'commit', name: 'pre-commit', ms: 12_000},
	];
	expect(shown(begun)).toEqual(['hook: pre-commit, 12 s']);
	const failure = {exitCode: 1, signal: null, tail: '\u001b[31mFAIL\u001b[39m\ttwo\n', log: '/log'};
	const name = 'pre-commit';
	const changed = {changedFiles: [], reformatted: [], diff: '', mayReformat: false};
	const hook: HookRun = {name, state: 'failed', reason: 'exit code 1', seconds: 12, ...changed, failure};
	const events: RunEvent[] = [...begun, {type: 'hook', hook}];
	expect(shown(events)).toEqual([
		'pre-commit: failed, exit code 1; the end of its output:',
		'    FAIL    two',
		'  all output: /log',
		'committing',
	]);
});

test('another run begins without output', () => {
	const next: RunEvent = {...(trial as Extract<RunEvent, {type: 'verify-run'}>), number: 5, ms: 0};
	expect(shown([{type: 'delivery-step', step: 'verify'}, trial, output('one\n'), next])).toEqual([
		'verify: run 5 of about 10 with 12 changes, 0 s: npm test',
	]);
});

test('bytes that would drive the terminal are escaped, and no line is wider than the page', () => {
	const lines = shown([trial, output(`\u001b]0;mine\u0007\u202etxt ${'x'.repeat(100)}\n`)], {width: 40});
	expect(lines[0]).toContain('\\u001b]0;mine\\u0007\\u202etxt');
	for (const text of lines) expect(text.length).toBeLessThanOrEqual(40);
});

const verification: Verification = {
	...{command, state: 'failed', reason: 'passes without 1 change', isUnrunnable: false, stoppedBy: null},
	...{runs: 8, confirming: 2, seconds: 231, baseline: 'passed', tree: 'clean', dropped: ['c7']},
	...{changedFiles: [], newFiles: [], otherFiles: []},
	failure: {exitCode: 1, signal: null, tail: 'FAIL two\n', log: '/log'},
};

test('at the end: the failure, what was done, and how to undo it', () => {
	const target = {repository: 'acme/api', branch: 'feature/limits', before: '4'.repeat(40), after: '9'.repeat(40)};
	const headline = 'Apply suggestions from code review';
	const commit = {oid: '9'.repeat(40), parent: '4'.repeat(40), headline, changes: ['c1', 'c2'], signed: false};
	const lines = shown(
		[
			trial,
			output('another run\n'),
			{type: 'verified', verification, plan: {rulings: [], conflicts: []}, runId: 'r', files: []},
			{type: 'committed', on: {branch: 'main', head: commit.oid}, commits: [commit], earlier: [], left: []},
			{type: 'pushed', target, commits: [target.after], notes: []},
		],
		{run: {id: '20261122-1412-ab12', isPushed: true}, width: 80},
	);
	expect(lines).toEqual([
		'FAIL two',
		'',
		'npm test: failed, passes without 1 change',
		'8 runs in 3 min 51 s, 2 of them to confirm',
		'reverted: c7',
		'exit code 1; the end of its output is above',
		'Committed 9999999999 Apply suggestions from code review (2 changes), on main.',
		'Pushed acme/api feature/limits 4444444444..9999999999.',
		'',
		'Undo: pr-resolve undo 20261122-1412-ab12 --publish',
	]);
});

test.each([
	['failed', ['c7'], 'verification reverted 1 change'],
	['unsteady', [], 'not verified'],
	['passed', [], 'verified'],
	['not-run', [], 'nothing was done'],
] as const)('in one line at the end: a verification that is %s', (state, dropped, said) => {
	const ended = {...verification, state, dropped: [...dropped]};
	expect(endNotice({...initialState, verification: ended}).text).toBe(said);
});

test('a step that waits for its first write, and one that writes', () => {
	expect(shown([{type: 'delivery-step', step: 'publish'}])).toEqual([
		'comparing the review threads with the pull request',
	]);
	expect(shown([{type: 'publishing', done: 2, of: 6, leftMs: 4000}])).toEqual([
		'writing to the pull request: 2 of 6, about 4 s left',
	]);
});

/** The screen while the command of a verification writes a hundred lines. */
function verifying() {
	const lines = Array.from({length: 100}, (_, index) => `PASS test/part-${index + 1}.test.ts`);
	const events: RunEvent[] = [{type: 'delivery-step', step: 'verify'}, trial, output(`${lines.join('\n')}\n`)];
	const open: ReviewState = {...reviewing, stage: 'delivering', dialog: stepsPage};
	return updateReview(open, {type: 'events', events, at: 0}).state;
}

const more = (state: ReviewState, text: string) =>
	updateReview(state, {type: 'events', events: [output(text)], at: 0}).state;
const press = (state: ReviewState, key: string) => updateReview(state, {type: 'key', key, at: 1000});

test('the page follows the end, until the user scrolls up', () => {
	const state = verifying();
	expect(frameOf(state)).toContain('PASS test/part-100.test.ts');
	expect(frameOf(more(state, `${'line\n'.repeat(120)}the newest\n`))).toContain('the newest');
	const up = press(press(state, 'pageup').state, 'pageup').state;
	const seen = frameOf(up).split('\n')[3];
	const later = more(up, Array.from({length: 102}, (_, index) => `PASS test/part-${index + 1}.test.ts\n`).join(''));
	expect(frameOf(later).split('\n')[3]).toBe(seen);
	expect(frameOf(later)).not.toContain('part-100');
});

test.each(['x', 't'])('%s stops the verification, and nothing once it has ended', key => {
	const state = verifying();
	expect(press(state, key).effects).toEqual([{type: 'stop-verifying'}]);
	const next = updateReview(state, {type: 'events', events: [{type: 'delivery-step', step: 'commit'}], at: 0}).state;
	expect(press(next, key).effects).toEqual([]);
	expect([frameOf(state), frameOf(next)].map(frame => frame.includes('x stop verification'))).toEqual([true, false]);
});

test('C shows the page again while steps are taken', () => {
	const left = press(verifying(), 'escape').state;
	expect(left.dialog).toBeNull();
	expect(frameOf(left)).toContain('verifying run 4 of about 10 with 12 changes, 38 s');
	expect(frameOf(press(left, 'C').state)).toContain('PASS test/part-100.test.ts');
});

const stopped: RunEvent = {
	type: 'verified',
	verification: {...verification, state: 'stopped', reason: 'at your request'},
	plan: {rulings: [], conflicts: []},
	...{runId: null, files: []},
};
const take = (state: ReviewState, ...events: RunEvent[]) => updateReview(state, {type: 'events', events, at: 0}).state;
const end = (state: ReviewState) => updateReview(state, {type: 'ended', runs: [], failure: null}).state;

test('a page that was closed with all of the result on it does not open again at the end', () => {
	const seen = take(verifying(), stopped);
	expect(frameOf(seen)).toContain('stopped, at your request');
	expect(end(seen).dialog?.kind).toBe('page');
	expect(end(press(seen, 'escape').state).dialog).toBeNull();
});

test('a page that was closed opens at the end for what came later', () => {
	expect(end(take(press(verifying(), 'escape').state, stopped)).dialog).toMatchObject({page: 'delivery'});
	const stop = {step: 'verify', code: 'not-verified', message: 'Nothing was committed.', remedy: ''} as const;
	const closed = press(take(verifying(), stopped), 'escape').state;
	const later = take(closed, {type: 'delivery-stopped', stop: {...stop, ending: 'needsPerson'}});
	expect(end(later).dialog).toMatchObject({page: 'delivery'});
});

test('the page, in small windows too', async () => {
	const store = createStore<ReviewState, Action, Effect>(verifying(), updateReview, () => {});
	const tree = createElement(App, {store, now: () => 0, onReady: () => {}});
	const sizes = [
		{columns: 80, rows: 24},
		{columns: 40, rows: 12},
	];
	await expectFrame(tree, sizes, 'review/steps');
});
