import {expect, test} from 'vitest';
import {type Choice, isWithEdits} from '../../bench/accuracy/edits.ts';

const edit = (comment: number, start: number, end: number, ...text: string[]) => ({
	comment,
	path: 'a.txt',
	start,
	end,
	text,
});

const first = edit(1, 1, 1, 'ONE');
const third = edit(3, 3, 4, 'THREE', 'FOUR', 'MORE');
const before = 'one\ntwo\nthree\nfour\nfive\n';

const check = (after: string, choices: Record<number, Choice>, edits = [third, first], head = before) =>
	isWithEdits(Buffer.from(head), Buffer.from(after), edits, ({comment}) => choices[comment]!);

test('edits are made where they are to be made, and only there', () => {
	const both = 'ONE\ntwo\nTHREE\nFOUR\nMORE\nfive\n';
	expect(check(both, {1: 'made', 3: 'made'})).toBe(true);
	expect(check(both, {1: 'made', 3: 'kept'})).toBe(false);
	expect(check(before, {1: 'kept', 3: 'kept'})).toBe(true);
	expect(check(before, {1: 'kept', 3: 'made'})).toBe(false);
});

test('either of the two is right where that is left open', () => {
	const open: Record<number, Choice> = {1: 'either', 3: 'either'};
	expect(check('ONE\ntwo\nthree\nfour\nfive\n', open)).toBe(true);
	expect(check('one\ntwo\nTHREE\nFOUR\nMORE\nfive\n', open)).toBe(true);
	expect(check('ONE\nTWO\nthree\nfour\nfive\n', open)).toBe(false);
	expect(check('ONE\ntwo\nTHREE\nfour\nfive\n', open)).toBe(false);
});

test('a changed line end is a change', () => {
	expect(check('ONE\r\ntwo\r\nthree\r\nfour\r\nfive\r\n', {1: 'made', 3: 'kept'})).toBe(false);
	expect(check('ONE\ntwo\r\nthree\nfour\nfive\n', {1: 'made', 3: 'kept'})).toBe(false);
});

test('a deletion takes lines away, and a line more or less is a change', () => {
	const deletion = edit(2, 2, 3);
	expect(check('one\nfour\nfive\n', {2: 'made'}, [deletion])).toBe(true);
	expect(check('one\nfour\n', {2: 'made'}, [deletion])).toBe(false);
	expect(check('one\nfour\nfive\nfive\n', {2: 'made'}, [deletion])).toBe(false);
});

test('a byte order mark and a last line without an end stay', () => {
	const head = '\uFEFFone\ntwo';
	expect(check('\uFEFFONE\ntwo', {1: 'made'}, [first], head)).toBe(true);
	expect(check('ONE\ntwo', {1: 'made'}, [first], head)).toBe(false);
	expect(check('\uFEFFONE\ntwo\n', {1: 'made'}, [first], head)).toBe(false);
	expect(check('one\nTWO', {2: 'made'}, [edit(2, 2, 2, 'TWO')], 'one\ntwo\n')).toBe(false);
});

test('edits that overlap cannot both be made', () => {
	expect(check('ONE\ntwo\nthree\nfour\nfive\n', {1: 'made', 2: 'made'}, [first, edit(2, 1, 2, 'ONE', 'two')])).toBe(
		false,
	);
});
