import {expect, test} from 'vitest';
import {isOver} from '../../bench/figure.ts';
import {inputCost} from '../../bench/prompt-size/cost.ts';
import {promptSize} from '../../bench/prompt-size.ts';

const machine = {node: '', cli: () => '', folder: '', env: {}, now: () => 0, corpus: null};

test('the fixed part stays small, and what is sent is not dearer than the short head', async () => {
	const figures = await promptSize(machine);
	expect(figures.map(({name}) => name.split(',')[0])).toEqual([
		'tokens of the fixed part',
		'mean tokens of a question',
		'input cost a comment as it is sent',
		'input cost a comment as it is sent',
	]);
	expect(figures.filter(isOver)).toEqual([]);
});

const price = {input: 10, cachedInput: 1, cacheWrite: 12.5, output: 0, above: null};
const request = (head: string) => ({head, body: '', schema: {}, schemaName: 'a', maximumOutputTokens: 1, key: ''});

test('a head is written once and read from then on, if it is long enough to be kept', () => {
	const head = ' word'.repeat(100);
	const three = [request(head), request(head), request(head)];
	expect(inputCost(three, price, 100) * 1e6).toBeCloseTo(100 * (12.5 + 1 + 1));
	expect(inputCost(three, price, 101) * 1e6).toBeCloseTo(100 * 30);
	expect(inputCost(three.slice(0, 1), price, 100) * 1e6).toBeCloseTo(100 * 10);
});
