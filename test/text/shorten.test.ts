import {expect, test} from 'vitest';
import {beginning, shorten} from '../../source/text/shorten.ts';

test.each([
	['abc', 3, 'abc'],
	['abcd', 3, 'abc'],
	['ab🎉', 3, 'ab'],
	['ab🎉c', 4, 'ab🎉'],
])('the beginning of %s in %i', (text, length, kept) => {
	expect(beginning(text, length)).toBe(kept);
});

test('only a longer text is marked', () => {
	expect([shorten('abc', 3), shorten('abcd', 3), shorten('ab🎉', 3, '…')]).toEqual(['abc', 'abc...', 'ab…']);
});
