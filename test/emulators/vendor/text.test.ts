import fc from 'fast-check';
import {expect, test} from 'vitest';
import {commonStart} from './text.ts';

const alike = fc.string({unit: fc.constantFrom('a', 'b'), maxLength: 12});

test('the longest common start is that of a comparison character by character', () => {
	const slowly = (one: string, other: string) => {
		let at = 0;
		while (at < one.length && one[at] === other[at]) at += 1;
		return at;
	};
	fc.assert(
		fc.property(alike, fc.array(alike), (text, others) => {
			expect(commonStart(text, others)).toBe(Math.max(0, ...others.map(other => slowly(text, other))));
		}),
	);
});
