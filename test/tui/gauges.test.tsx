import {expect, test} from 'vitest';
import type {RunEvent} from '../../source/run/events.ts';
import {progressOf, timeLeftMs} from '../../source/run/report/progress.ts';
import {fold, initialState} from '../../source/run/state.ts';
import type {Notice} from '../../source/tui/app/state.ts';
import {StatusBar} from '../../source/tui/components/screen.tsx';
import {countedDown, statusLine} from '../../source/tui/review/bars.ts';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {gaugesOf} from '../../source/tui/widgets/gauges.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {eventually} from '../helpers/wait.ts';
import {workTree} from '../helpers/work-tree.ts';
import {drawnOf} from './component.tsx';
import {makeDesk} from './desk.ts';
import {mount} from './mount.ts';

test('the seconds of an open circuit count down from their event', () => {
	const circuit = {choice: {provider: 'local', model: 'm'}, state: {state: 'open', remainingMs: 10_000}};
	const metrics = {
		circuits: [circuit],
		budget: {limitUsd: 5, settledUsd: 0, reservedUsd: 0},
		tokens: {input: 1, output: 2},
	};
	const events = [
		{type: 'asking', provider: {}, questions: 1, estimateUsd: null, questionMs: null, workers: 1},
		{type: 'metrics', metrics},
	] as unknown as RunEvent[];
	const run = events.reduce(fold, initialState);
	const at = (now: number) => gaugesOf({run, metricsAt: 1000}, now)?.breaker;
	expect([at(1000), at(4000), at(11_000), at(60_000)]).toEqual([
		{state: 'open', remainingMs: 10_000},
		{state: 'open', remainingMs: 7000},
		{state: 'half-open', isTrying: false},
		{state: 'half-open', isTrying: false},
	]);
});

test('done and remaining parts look different', () => {
	const page = (fetched: number) => ({type: 'page', what: 'threads', fetched, total: 300}) as const;
	const first = progressOf(page(50), null, 1000);
	const second = progressOf(page(100), first, 3000);
	expect([timeLeftMs(first!), timeLeftMs(second!)]).toEqual([null, 4000]);
});

test('the time left of questions is the expected one, or a longer one if they turn out slower', () => {
	const asking = {type: 'asking', questions: 4, questionMs: 20_000, workers: 2} as unknown as RunEvent;
	const answered = {type: 'answered'} as RunEvent;
	const after = (event: RunEvent, at: number, known = progressOf(asking, null, 0)) => progressOf(event, known, at)!;
	expect(timeLeftMs(after(asking, 0))).toBe(40_000);
	expect(timeLeftMs(after(answered, 2000))).toBe(30_000);
	expect(timeLeftMs(after(answered, 12_000))).toBe(36_000);
	const unknown = progressOf({...asking, questionMs: null} as RunEvent, null, 0);
	expect(timeLeftMs(unknown!)).toBeNull();
	const first = after(
		{type: 'question-time', questionMs: 40_000, workers: 2, left: 3},
		500,
		after(answered, 500, unknown),
	);
	expect(timeLeftMs(first)).toBe(60_000);
});

test('the status line shows how far an answer is, and how many there are stays', () => {
	const answering = {type: 'answering', progress: {what: 'answer', tokens: 0, ms: 80_000, rate: null}} as const;
	const asking = {type: 'asking', provider: {}, questions: 3, questionMs: null} as unknown as RunEvent;
	const waiting = progressOf(asking, null, 0);
	const silent = progressOf(answering, waiting, 80_000);
	// The text stays: without a screen it is read out when it changes.
	expect(silent).toEqual({...waiting, answer: 'no word yet, 80 s'});
	expect(progressOf({type: 'answering', progress: null}, silent, 81_000)).toEqual(waiting);
	expect(progressOf(answering, null, 0)).toBeNull();
	expect(statusOf(silent)).toMatch(/^ model: no word yet, 80 s .* 0 of 3 /);
});

test('after a wait for the circuit, the progress is that of the questions which are sent again', () => {
	const waited = progressOf({type: 'wait', reason: 'the circuit breaker is open', ms: 9000}, null, 0);
	const again = progressOf({type: 'asking-again', questions: 3, questionMs: null, workers: 1}, waited, 9000)!;
	expect(statusOf(again)).toMatch(/^ waiting for the model .* 0 of 3 /);
	expect(statusOf(progressOf({type: 'answered'} as RunEvent, again, 9001))).toMatch(/ 1 of 3/);
});

test('the seconds until a retry count down, also where the clock jumps', () => {
	const wait = {type: 'wait', reason: 'the circuit breaker is open', ms: 11_000} as const;
	const progress = progressOf(wait, null, 1000);
	const at = (now: number) => countedDown({progress} as ReviewState, now).progress?.text;
	const open = 'The circuit breaker is open; retrying';
	expect([1000, 1001, 5000, 11_999].map(at)).toEqual([11, 11, 7, 1].map(seconds => `${open} in ${seconds} s`));
	expect([12_000, 9e9].map(at)).toEqual([open, open]);
	const reading = {progress: progressOf({type: 'page', what: 'threads', fetched: 1, total: 2}, progress, 2000)};
	expect(countedDown(reading as ReviewState, 5000)).toBe(reading);
});

test('the screen is drawn each second until a retry', async () => {
	const tree = workTree();
	const desk = makeDesk(tree, reviewOf(tree).save());
	const {frame} = await mount(desk.tree, {columns: 120, rows: 40});
	const wait = {type: 'wait', reason: 'the host is busy', ms: 4_000_000} as const;
	desk.store.dispatch({type: 'events', events: [wait], at: Date.now()});
	await eventually(() => expect(frame()).toMatch(/The host is busy; retrying in 6\d min/));
	const [first] = frame().match(/retrying in .*/)!;
	await eventually(() => expect(frame()).not.toContain(first));
	expect(frame()).toMatch(/The host is busy; retrying in 6\d min/);
	desk.store.dispatch({type: 'events', events: [{type: 'delivery-step', step: 'commit'}], at: Date.now()});
});

test('at 80 columns the numbers of a long progress are whole, and the circuit breaker stays beside them', () => {
	const asking = {type: 'asking', questions: 14, questionMs: 150_000, workers: 1} as unknown as RunEvent;
	const answering = {type: 'answering', progress: {what: 'answer', tokens: 0, ms: 180_000, rate: null}} as const;
	const progress = progressOf(answering, {...progressOf(asking, null, 0)!, done: 10}, 0);
	expect(statusOf(progress, 80)).toMatch(
		/^ model: no word yet, 180 s {2}\S+ 10 of 14, 10 min left {1,4}breaker closed 0\/5$/,
	);
	expect(statusOf(progress, 60)).toMatch(/^ model: no word yet, 180 s {2}10 of 14, 10 min left *$/);
});

test('a message is cut only if the whole line has no room for it', () => {
	const notice = {text: `model: answered 0 of 14, at most $0.01; stopped: circuit open`, tone: 'warning'} as const;
	expect(statusOf(null, 80, notice)).toMatch(/stopped: circuit open *$/);
});

test('no time is left once all questions have ended', () => {
	const progress = {...progressOf({type: 'page', what: 'threads', fetched: 9, total: 9}, null, 0)!, startedAt: -5000};
	expect(timeLeftMs(progress)).toBeNull();
});

/** The line above the hints, while questions are sent. */
function statusOf(progress: ReturnType<typeof progressOf>, columns = 120, notice: Notice | null = null): string {
	const tree = workTree();
	const state = makeDesk(tree, reviewOf(tree).save()).store.state();
	const shown = {...state, stage: 'asking', notice, progress, size: {...state.size, columns}} as const;
	const budget = {settledUsd: 0, reservedUsd: 0, limitUsd: 5, isShared: false};
	const breaker = {state: 'closed', failures: 0, threshold: 5} as const;
	const gauges = {breaker, budget, requests: 1, cacheHits: 0, tokens: 9, unknownCosts: 0};
	return drawnOf(columns, <StatusBar said={statusLine(shown)} gauges={gauges} />);
}
