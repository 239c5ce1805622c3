import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {inParallel} from '../../source/system/in-parallel.ts';

test('never more at a time than the limit, each once, the results in order', async () => {
	const items = Array.from({length: 50}, (_, index) => index);
	let now = 0;
	let most = 0;
	const results = await inParallel(items, 4, async item => {
		most = Math.max(most, ++now);
		for (let turn = 0; turn < (item * 7) % 5; turn++) await setImmediate();
		now--;
		return item * 2;
	});
	expect(results).toEqual(items.map(item => item * 2));
	expect(most).toBe(4);
});

test('throws what one of them throws; no items have no results', async () => {
	const failing = inParallel([1, 2, 3], 2, async item => {
		if (item === 2) throw new Error('two');
		return item;
	});
	await expect(failing).rejects.toThrow('two');
	expect(await inParallel([], 4, async item => item)).toEqual([]);
});
