import fc from 'fast-check';
import {codePoint} from '../helpers/code-point.ts';

/** Characters that take no cell, one or two, alone or with others. */
const units = [
	'a',
	'b',
	' ',
	'-',
	'漢',
	'か',
	'ﾞ',
	'e\u0301',
	'\u0301',
	'한',
	'ᄒ',
	'ᅡ',
	'ש',
	'ָ',
	'ع',
	'क',
	'ा',
	'เ',
	'ก',
	'้',
];
const pictures = ['👍', '🏽', '👨\u200d👩\u200d👧', '🇯', '🇵', '❤\ufe0f', '1\ufe0f\u20e3', '\u200d', '\u200b', '…'];

/** Texts of any script, with pictures. */
export const words = fc.string({unit: fc.constantFrom(...units, ...pictures), maxLength: 60});

/** The same with characters that could drive a terminal. */
export const foreign = fc.oneof(
	words,
	fc.string({unit: fc.constantFrom('a', '漢', '\n', '\t', '\u001b', '\u009b', '\u202e', '\u2066'), maxLength: 30}),
	fc.string({unit: codePoint, maxLength: 30}),
);
