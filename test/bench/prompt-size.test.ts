import {expect, test} from 'vitest';
import {holds, rowsOf} from '../../bench/figure.ts';
import {inputCost} from '../../bench/prompt-size/cost.ts';
import {promptSize} from '../../bench/prompt-size.ts';

const machine = {
	node: '',
	cli: () => '',
	folder: '',
	env: {},
	now: () => 0,
	corpus: null,
	trials: null,
	seed: 1,
	print: () => {},
};

test('the fixed part stays small, and what is sent is not dearer than the short head', async () => {
	const rows = rowsOf('prompt-size', promptSize.figures, await promptSize.measure(machine));
	expect(rows.map(({measured}) => measured?.of)).toEqual([
		'',
		'',
		expect.stringContaining('openai-api-mini'),
		expect.stringContaining('anthropic-api-balanced'),
	]);
	expect(rows.filter(row => !holds(row))).toEqual([]);
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
