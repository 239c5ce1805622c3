import fc from 'fast-check';
import {expect, test} from 'vitest';
import {safe, safeWords} from '../../source/text/safe.ts';
import {foreign} from './words.ts';

test('no text that is shown holds a control character or a mark that turns or hides it', () =>
	fc.assert(
		fc.property(foreign, given => {
			expect(safe(given)).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
			expect(safeWords(given)).not.toMatch(/\p{Cc}/u);
		}),
	));

test.each([
	['⚠️  Careful 🎉', 'Careful'],
	['🎉 \n👍🏽', '🎉 👍'],
	['', ''],
	['Rename zero\u200bwidth', 'Rename zero\\u200bwidth'],
])('the words of %j are %j', (text, words) => expect(safeWords(text)).toBe(words));

test.each([
	['a family', '👨\u200d👩\u200d👧', '👨👩👧'],
	['a colour of skin', '👍🏽', '👍'],
	['a heart as a picture', '❤\ufe0f', '❤'],
	['a key', '1\ufe0f\u20e3', '1'],
	['a soft hyphen and a filler', 'a\u00adb\u3164c', 'a\\u00adb\\u3164c'],
	['a blank without width', 'zero\u200bwidth', 'zero\\u200bwidth'],
	['a selector that selects nothing', 'a\ufe0fb', 'a\\ufe0fb'],
	['a joiner between Persian letters', 'می\u200cخواهم', 'میخواهم'],
	['a mark that turns text', 'a\u202eb', 'a\\u202eb'],
])('%s is shown as what all terminals count alike', (_, text, shown) => expect(safe(text)).toBe(shown));
