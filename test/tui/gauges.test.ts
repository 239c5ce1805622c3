import {expect, test} from 'vitest';
import type {RunEvent} from '../../source/run/events.ts';
import {fold, initialState} from '../../source/run/state.ts';
import {gaugesOf} from '../../source/tui/app/model-gauges.ts';
import {progressOf, secondsLeft} from '../../source/tui/review/progress.ts';

test('the seconds of an open circuit count down from their event', () => {
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

test('done and remaining parts look different', () => {
	const page = (fetched: number) => ({type: 'page', what: 'threads', fetched, total: 300}) as const;
	const first = progressOf(page(50), null, 1000);
	const second = progressOf(page(100), first, 3000);
	expect([secondsLeft(first!), secondsLeft(second!)]).toEqual([null, 4]);
});
