import fc from 'fast-check';
import {expect, test} from 'vitest';
import {seeker} from '../../../source/llm/mask/seek.ts';

test('finds at each place the longest word, and none within another', () => {
	const letters = (unit: string) => fc.string({unit: fc.constantFrom(...unit), minLength: 1, maxLength: 5});
	fc.assert(
		fc.property(fc.uniqueArray(letters('ab'), {maxLength: 6}), fc.array(letters('abc')), (words, parts) => {
			const text = parts.join('');
			const expected: {start: number; end: number}[] = [];
			for (let at = 0; at < text.length; ) {
				const longest = Math.max(0, ...words.filter(word => text.startsWith(word, at)).map(({length}) => length));
				if (longest > 0) expected.push({start: at, end: at + longest});
				at += Math.max(longest, 1);
			}
			expect(seeker(words)(text)).toEqual(expected);
		}),
		{numRuns: 1000},
	);
});

test('finds nothing without words, and nothing in an empty text', () => {
	expect(seeker([])('text')).toEqual([]);
	expect(seeker(['text'])('')).toEqual([]);
});

test('characters of patterns are characters', () => {
	const words = [...'\\^$.*+?()[]{}|/-'].map(mark => `a${mark}b`);
	const text = words.join(' ab aab ');
	expect(seeker(words)(text).map(({start, end}) => text.slice(start, end))).toEqual(words);
});
