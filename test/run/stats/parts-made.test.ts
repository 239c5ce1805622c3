import {expect, test} from 'vitest';
import {partsMade} from '../../../source/run/stats/parts-made.ts';

const before = ['start();', 'const a = one();', 'use(a);', 'const b = two();', 'use(b);', 'end();'];
const texts = [
	{old: ['const a = one();', 'use(a);', 'const b = two();'], new: ['const a = 1;', 'use(a);', 'const b = 2;']},
];
const all = {start: 1, end: before.length};

const madeIn = (today: readonly string[], at = all) => partsMade(texts, {before, today, at});

test('each edit counts by itself, whatever stands between them', () => {
	expect(madeIn(before)).toEqual({made: 0, of: 2});
	expect(madeIn(['start();', 'const a = 1;', 'use(a, true);', 'const b = two();', 'end();'])).toEqual({made: 1, of: 2});
	expect(madeIn(['start();', '\tconst a = 1;', 'log();', '\tconst b = 2;', 'end();'])).toEqual({made: 2, of: 2});
});

test('what was there before, what stands far away, and what still stands beside the old lines was not made', () => {
	const there = [...before, 'const a = 1;'];
	expect(partsMade(texts, {before: there, today: there, at: all})).toEqual({made: 0, of: 2});
	const far = [...before, ...Array(200).fill('other();'), 'const a = 1;'];
	expect(madeIn(far)).toEqual({made: 0, of: 2});
	expect(madeIn([...before.slice(0, 2), 'const a = 1;', ...before.slice(2)])).toEqual({made: 0, of: 2});
});

test('lines that are only removed prove nothing', () => {
	const removal = [{old: ['use(a);'], new: []}];
	expect(partsMade(removal, {before, today: before.filter(line => line !== 'use(a);'), at: all})).toEqual({
		made: 0,
		of: 1,
	});
});
