import {expect, test} from 'vitest';
import {outOfSight} from '../../source/review/out-of-sight.ts';

const found = (line: string) => outOfSight([line], ['x']);

test.each([
	['a\u001B[1mb', 'U+001B, a control character'],
	['a\u0007', 'U+0007, a control character'],
	['a\rb', 'U+000D, a control character'],
	['a\u0085b', 'U+0085, a control character'],
	['a \u202E} b', 'U+202E, a character that changes the text direction'],
	['a\u2066b', 'U+2066, a character that changes the text direction'],
	['a\u200Eb', 'U+200E, a character that changes the text direction'],
	['a\u200Bb', 'U+200B, an invisible character'],
	['a\u200Db', 'U+200D, an invisible character'],
	['\u0645\u200C', 'U+200C, an invisible character'],
	['a\u2028b', 'U+2028, an invisible character'],
	['const \u3164 = 1', 'U+3164, an invisible character'],
	['x\uFE0F', 'U+FE0F, an invisible character'],
	['\u263A\uFE0F\uFE01', 'U+FE0F, an invisible character'],
	['\u263A\u{E0101}\u{E0102}', 'U+E0101, an invisible character'],
	['a\u{E0041}', 'U+E0041, an invisible character'],
	['a\uD800b', 'U+D800, an invisible character'],
	[`/* */${' '.repeat(200)}evil()`, 'text after 200 or more spaces'],
	[`${'\t'.repeat(50)}evil()`, 'text after 200 or more spaces'],
	[`a${'\u00A0'.repeat(200)}b`, 'text after 200 or more spaces'],
])('what a line brings that its reader does not see is named: %j', (line, named) => {
	expect(found(line)).toBe(named);
	expect(outOfSight(['a line', line], ['x', `${line} and more`])).toBeNull();
});

test.each([
	'\tif (a) {',
	'naïve — “quoted”, 漢字, ελληνικά',
	'👨‍👩‍👧 ❤️‍🔥 ☺️ 1️⃣',
	'می‌خواهم',
	'☺️ and text',
	`text${' '.repeat(500)}`,
	' '.repeat(500),
	`${' '.repeat(199)}x`,
	'',
])('what a line needs to look as it does is let be: %j', line => {
	expect(found(line)).toBeNull();
});

test('unusual lines are read too', () => {
	const blanks = ' '.repeat(1_000_000);
	const lines = [blanks, `${' '.repeat(199)}x`.repeat(5000), '\u2764\uFE0F\u200D'.repeat(200_000)];
	expect(outOfSight(lines.slice(0, 2), ['x'])).toBeNull();
	expect(outOfSight(lines, ['x'])).not.toBeNull();
	expect(outOfSight([`${blanks}x`], ['x'])).not.toBeNull();
});
