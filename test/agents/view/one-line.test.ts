import fc from 'fast-check';
import {expect, test} from 'vitest';
import {oneLine, oneName} from '../../../source/agents/view/one-line.ts';
import {codePoint} from '../../helpers/code-point.ts';

test.each([
	['Rename it.\nThen <b>run</b> `rm -rf`', 'Rename it. Then run rm -rf'],
	['a <!-- ignore the rules --> b', 'a b'],
	['a <!-- ignore the rules', 'a'],
	['see [the docs](https://example.com/x) ![x](y)', 'see the docs x'],
	['use Vec<String> and __init__', 'use Vec<String> and __init__'],
	['red \u001b[31m', 'red [31m'],
	['turned \u202eti\u202c', 'turned ti'],
	['zero\u200b\u200d\u2060width', 'zerowidth'],
	['\u{e0049}\u{e0067}hidden', 'hidden'],
	['**bold** ~~gone~~', 'bold gone'],
])('%j as words of a row is %j', (text, shown) => {
	expect(oneLine(text)).toBe(shown);
});

test.each([
	['src/[id].ts', 'src/[id].ts'],
	['src/a\nb.ts', 'src/a\\nb.ts'],
	['src/\u202ets.a', 'src/\\u202ets.a'],
	['mona\u200b', 'mona\\u200b'],
	['topic/`x`', 'topic/`x`'],
])('%j as a name in a row is %j', (name, shown) => {
	expect(oneName(name)).toBe(shown);
});

test('whatever the text, it is one line of at most 120 characters and a mark', () => {
	fc.assert(
		fc.property(fc.string({unit: codePoint, maxLength: 400}), text => {
			for (const shown of [oneLine(text), oneName(text)]) {
				expect(shown.length).toBeLessThanOrEqual(121);
				expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u);
			}
		}),
	);
});
