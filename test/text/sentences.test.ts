import {expect, test} from 'vitest';
import {sentences} from '../../source/text/sentences.ts';

test.each([
	[['It failed', 'Try again.'], 'It failed. Try again.'],
	[['It failed.', 'Try again.'], 'It failed. Try again.'],
	[['Sorry about that!', 'Try again later'], 'Sorry about that! Try again later'],
	[['It failed', ''], 'It failed'],
	[['', ''], ''],
])('%j', (parts, text) => {
	expect(sentences(...parts)).toBe(text);
});
