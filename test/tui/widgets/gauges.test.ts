import {expect, test} from 'vitest';
import {widthOf} from '../../../source/text/cells.ts';
import {textOf} from '../../../source/tui/text/line.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';
import {bar, type Gauges, gaugeLine} from '../../../source/tui/widgets/gauges.ts';
import {sparkline} from '../../../source/tui/widgets/sparkline.ts';

const gauges = (fields: Partial<Gauges> = {}): Gauges => ({
	breaker: {state: 'closed', failures: 2, threshold: 5},
	budget: {settledUsd: 1.2, reservedUsd: 0, limitUsd: 5, isShared: false},
	requests: 14,
	cacheHits: 3,
	tokens: 21_400,
	unknownCosts: 0,
	...fields,
});

const shown = (fields: Partial<Gauges> = {}, width = 100): string =>
	textOf(gaugeLine(gauges(fields), width, symbolsFor(false)));

test('all of it on one line', () =>
	expect(shown()).toBe('breaker closed 2/5 - [##------] $1.20 of $5.00 - 14 requests - 3 cached - 21 k tokens'));

test('one is one', () => expect(shown({requests: 1, tokens: 1})).toContain('1 request - 3 cached - 1 token'));

test.each<[string, Partial<Gauges>, string]>([
	['an open breaker says when it tries again', {breaker: {state: 'open', remainingMs: 41_200}}, 'open, retry in 42 s'],
	['a half-open one says that it tries', {breaker: {state: 'half-open', isTrying: true}}, 'half-open, trying'],
	['or that it would', {breaker: {state: 'half-open', isTrying: false}}, 'half-open, next request goes through'],
	[
		'80 % of the budget',
		{budget: {settledUsd: 3.9, reservedUsd: 0.1, limitUsd: 5, isShared: false}},
		'$3.90 ($0.10 held) of $5.00, nearly used up',
	],
	[
		'all of the budget',
		{budget: {settledUsd: 5, reservedUsd: 0, limitUsd: 5, isShared: false}},
		'[########] $5.00 of $5.00, used up',
	],
	['a shared one', {budget: {settledUsd: 1, reservedUsd: 0, limitUsd: 5, isShared: true}}, '$1.00 of $5.00 shared'],
	['unknown costs', {unknownCosts: 2}, 'at most $1.20 of $5.00'],
	[
		'less than a cent',
		{budget: {settledUsd: 0.0012, reservedUsd: 0, limitUsd: 5, isShared: false}},
		'$0.0012 of $5.00',
	],
	['no breaker', {breaker: null}, '[##------]'],
])('%s in words', (_, fields, words) => expect(shown(fields)).toContain(words));

test('nothing is shown without a request', () => expect(shown({requests: 0, cacheHits: 0}).trim()).toBe(''));

test.each([10, 19, 40, 60])('it fits into %i cells, the most important part first', room => {
	const drawn = shown({}, room);
	expect(widthOf(drawn)).toBeLessThanOrEqual(room);
	expect(drawn).not.toContain('\n');
	expect(drawn.startsWith('breaker')).toBe(true);
});

test('a bar is full in proportion, and never more than that', () => {
	const drawn = [-1, 0, 0.5, 1, 7].map(share => bar(share, 4, symbolsFor(false)));
	expect(drawn).toEqual(['----', '----', '##--', '####', '####']);
});

test('a sparkline has a sign for each value', () => {
	expect(sparkline([0, 1, 2, 4], '_-^')).toBe('__-^');
	expect(sparkline([0, 0], '_-^')).toBe('__');
});
