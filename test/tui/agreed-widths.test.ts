import {expect, test} from 'vitest';
import {inAgreedWidths} from '../../source/tui/agreed-widths.ts';

test('after a move to the start of a row without a number, columns count from there', () => {
	expect(inAgreedWidths('ab\x1b[G⚠️x')).toBe('ab\x1b[G\x1b[2X⚠️\x1b[3Gx');
});

test.each(['\x1b[4:3mx', '\x1b[>1ux', '\x1b7x', '\x1b]8;;https://a.example\x1b\\x', '\x1b'])(
	'what it does not know passes whole: %j',
	text => {
		expect(inAgreedWidths(text)).toBe(text);
	},
);
