import {expect, test} from 'vitest';
import type {RunEvent} from '../../source/run/events.ts';
import {fold, initialState} from '../../source/run/state.ts';
import {gaugesOf} from '../../source/tui/review/gauges.ts';
import {progressOf, secondsLeft} from '../../source/tui/review/progress.ts';
import {lineWidth, textOf} from '../../source/tui/text/line.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {type Gauges, gaugeLine} from '../../source/tui/widgets/gauges.ts';

const ascii = symbolsFor(false);

const gauges = (fields: Partial<Gauges> = {}): Gauges => ({
	breaker: {state: 'closed', failures: 2, threshold: 5},
	budget: {used: 1.2, reserved: 0, limit: 5},
	requests: 14,
	cacheHits: 3,
	tokens: 21_400,
	costUsd: 1.2,
	...fields,
});

const shown = (fields: Partial<Gauges> = {}, room = 120) => textOf(gaugeLine(gauges(fields), room, ascii));

test('all of it on one line', () =>
	expect(shown()).toBe('breaker closed 2/5 - [##------] $1.20 of $5.00 - 14 requests - 3 cached - 21 k tokens'));

test.each<[string, Partial<Gauges>, string]>([
	['an open breaker says when it tries again', {breaker: {state: 'open', remainingMs: 41_200}}, 'open, retry in 42 s'],
	['a half-open one says that it tries', {breaker: {state: 'half-open', isTrying: true}}, 'half-open, trying'],
	['or that it would', {breaker: {state: 'half-open', isTrying: false}}, 'half-open, lets the next question through'],
	['80 % of the budget', {budget: {used: 3.9, reserved: 0.1, limit: 5}}, '$3.90 ($0.10 held) of $5.00, nearly used up'],
	['all of the budget', {budget: {used: 5, reserved: 0, limit: 5}}, '[########] $5.00 of $5.00, used up'],
	['no limit', {budget: {used: 5, reserved: 0, limit: null}}, 'cost $1.20'],
	['no breaker', {breaker: null}, '[##------]'],
])('%s in words', (_, fields, words) => expect(shown(fields)).toContain(words));

test('nothing is shown where nothing was asked', () => expect(shown({requests: 0, cacheHits: 0})).toBe(''));

test.each([10, 19, 40, 60])('it fits into %i cells', room =>
	expect(lineWidth(gaugeLine(gauges(), room, ascii))).toBeLessThanOrEqual(room),
);

test('the seconds of an open breaker count down from when they were told', () => {
	const circuit = {choice: {provider: 'local', model: 'm'}, state: {state: 'open', remainingMs: 10_000}};
	const metrics = {
		circuits: [circuit],
		budget: {limitUsd: 5, settledUsd: 0, reservedUsd: 0},
		tokens: {input: 1, output: 2},
	};
	const events = [
		{type: 'asking', provider: {}, questions: 1, estimateUsd: null},
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

test('what is left is told from what was done', () => {
	const page = (fetched: number) => ({type: 'page', what: 'threads', fetched, total: 300}) as const;
	const first = progressOf(page(50), null, 1000);
	const second = progressOf(page(100), first, 3000);
	expect([secondsLeft(first!), secondsLeft(second!)]).toEqual([null, 4]);
});
