import fc from 'fast-check';
import {expect, test} from 'vitest';
import {escapeControls, escapeLines, screened} from '../../source/text/escape-controls.ts';
import {codePoint} from '../helpers/code-point.ts';
import {foreign} from './words.ts';

const controls = /\p{Cc}|[\u2028\u2029]/u;
const unseen = /[\u061c\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e0fff}]/u;

test.each([
	['a\n\tb\u001b[31m\u202e\u0085', 'a\\n\\tb\\u001b[31m\\u202e\\u0085'],
	['a\u200bb\u200e\u061c\u2060\ufeff', 'a\\u200bb\\u200e\\u061c\\u2060\\ufeff'],
	['a\u{e0041}\u{e0101}', 'a\\udb40\\udc41\\udb40\\udd01'],
	['a\u200db', 'a\\u200db'],
	[
		'👨\u200d👩\u200d👧 👩🏽\u200d💻 ❤\ufe0f\u200d🔥 ✔\ufe0f',
		'👨\u200d👩\u200d👧 👩🏽\u200d💻 ❤\ufe0f\u200d🔥 ✔\ufe0f',
	],
	['Größe, 日本語, e\u0301', 'Größe, 日本語, e\u0301'],
])('%j is shown as %j', (text, shown) => expect(escapeControls(text)).toBe(shown));

test('a message stays on its line, whatever it holds', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({unit: codePoint}), foreign), text => {
			expect(escapeControls(text)).not.toMatch(controls);
			expect(escapeControls(text)).not.toMatch(unseen);
			// A program that reads JSON gets the same text.
			expect(JSON.parse(escapeLines(JSON.stringify(text)))).toBe(text);
		}),
	);
});

test('of what is sent to a terminal, only colours, line ends and tabs are more than text', () => {
	expect(screened('\u001b[1;33mbold\u001b[22m\n\tnext \u001b]0;title\u0007\u001b[2J\r\u001b[K')).toBe(
		'\u001b[1;33mbold\u001b[22m\n\tnext \\u001b]0;title\\u0007\\u001b[2J\\r\\u001b[K',
	);
	// Words that are hidden, black on black, or blink.
	for (const code of ['8', '1;8', '30;40', '38;5;0', '5', '', ';', '31;']) {
		expect(screened(`\u001b[${code}m`)).toBe(`\\u001b[${code}m`);
	}
	fc.assert(
		fc.property(fc.oneof(fc.string({unit: codePoint}), foreign), text => {
			const rest = screened(text).replace(/\u001b\[[\d;]*m|[\n\t]/g, '');
			expect(rest).not.toMatch(controls);
		}),
	);
});
