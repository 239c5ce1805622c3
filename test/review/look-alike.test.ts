import {expect, test} from 'vitest';
import {lookAlike} from '../../source/review/look-alike.ts';

test.each([
	['const p\u0430yload = 1', 'U+0430, which looks like "a"'],
	['\u0410dmin', 'U+0410, which looks like "A"'],
	['is\u039fwner()', 'U+039F, which looks like "O"'],
	['return\u00a0true', 'U+00A0, which looks like a blank'],
	['a\u2009b', 'U+2009, which looks like a blank'],
])('what a line brings that looks like something else is named: %j', (line, named) => {
	expect(lookAlike([line], ['x'])).toBe(named);
	expect(lookAlike(['a line', line], [`${line} and more`])).toBeNull();
});

test.each([
	'// \u043f\u0440\u0438\u0432\u0435\u0442',
	'const a = "\u0430"',
	'e\u0301t\u00e9',
	'\u6f22\u3000\u5b57',
	'plain',
])('text of another script is no look-alike: %j', line => expect(lookAlike([line], [])).toBeNull());
