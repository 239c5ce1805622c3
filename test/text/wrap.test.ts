import fc from 'fast-check';
import {expect, test} from 'vitest';
import {widthOf} from '../../source/text/cells.ts';
import {safe} from '../../source/text/safe.ts';
import {wrap, wrapMessage} from '../../source/text/wrap.ts';
import {foreign} from './words.ts';

test('wrapped lines fit and keep every character but blanks', () =>
	fc.assert(
		fc.property(foreign, fc.integer({min: 2, max: 40}), (text, room) => {
			const lines = wrap(text, room);
			for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(room);
			expect(lines.join('').replaceAll(' ', '')).toBe(safe(text).replaceAll(' ', ''));
		}),
	));

test('a text is cut at blanks, and within a word only where it is too long for a line', () => {
	expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
	expect(wrap('a misunderstanding', 8)).toEqual(['a', 'misunder', 'standing']);
	expect(wrap('日本語の題名', 5)).toEqual(['日本', '語の', '題名']);
});

test('where lines have no end, the text stays as it is', () =>
	expect(wrap('one  two ', Number.POSITIVE_INFINITY)).toEqual(['one  two ']));

test('a long text without blanks ends in time', () =>
	expect(wrap('漢'.repeat(60_000), 70).length).toBe(Math.ceil(60_000 / 35)));

test('a message is wrapped at blanks; commands and longer words stay whole, to be copied', () => {
	expect(wrapMessage('one two three', 7)).toEqual(['one two', 'three']);
	expect(wrapMessage('See /a/long/path/to/it there.', 12)).toEqual(['See', '/a/long/path/to/it', 'there.']);
	expect(wrapMessage('To undo it, run `pr-resolve undo 7`, and go on.', 24)).toEqual([
		...['To undo it, run', '`pr-resolve undo 7`, and', 'go on.'],
	]);
	for (const lead of ['To go on, run:', 'Change it with:']) {
		expect(wrapMessage(`${lead} cd "a folder" --and more`, 20)).toEqual([lead, 'cd "a folder" --and more']);
	}
	expect(wrapMessage('All keys: pr-resolve config --help', 20)).toEqual(['All keys:', 'pr-resolve config --help']);
	expect(wrapMessage('one  two ', Number.POSITIVE_INFINITY)).toEqual(['one  two ']);
});
