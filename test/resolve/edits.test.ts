import fc from 'fast-check';
import {expect, test} from 'vitest';
import {minimalEdits} from '../../source/resolve/edits.ts';
import {spliceText} from '../../source/resolve/text.ts';
import {textOf} from '../helpers/proposal.ts';

test.each([
	['abc', 'abc', []],
	['abc', 'aXc', [{from: 1, to: 2, lines: ['X']}]],
	['abc', 'ac', [{from: 1, to: 2, lines: []}]],
	['ac', 'abc', [{from: 1, to: 1, lines: ['b']}]],
	['abcd', 'Xbcd', [{from: 0, to: 1, lines: ['X']}]],
	['abc', 'abcX', [{from: 3, to: 3, lines: ['X']}]],
	[
		'abcd',
		'XbcY',
		[
			{from: 0, to: 1, lines: ['X']},
			{from: 3, to: 4, lines: ['Y']},
		],
	],
	['', 'a', [{from: 0, to: 0, lines: ['a']}]],
	['a', '', [{from: 0, to: 1, lines: []}]],
])('%j to %j', (before, after, edits) => expect(minimalEdits([...before], [...after])).toEqual(edits));

test('positions count from the offset', () => {
	expect(minimalEdits(['a', 'b'], ['a', 'X'], 10)).toEqual([{from: 11, to: 12, lines: ['X']}]);
});

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), {maxLength: 12});

test('property: the edits turn one text into the other, with an untouched line between any two', () => {
	fc.assert(
		fc.property(lines, lines, (before, after) => {
			const edits = minimalEdits(before, after);
			expect(spliceText(textOf(before), edits).lines).toEqual(after);
			for (const [index, edit] of edits.entries()) {
				if (index > 0) expect(edit.from).toBeGreaterThan(edits[index - 1]!.to);
				expect(edit.lines).not.toEqual(before.slice(edit.from, edit.to));
			}
		}),
	);
});
