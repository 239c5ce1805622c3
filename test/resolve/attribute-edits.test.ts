import {expect, test} from 'vitest';
import {attributeEdits, type EditReason} from '../../source/resolve/attribute-edits.ts';
import type {LineEdit} from '../../source/resolve/text.ts';

type Named = EditReason & {name: string};

const edit = (from: number, to: number): LineEdit => ({from, to, lines: ['new']});
const on = (name: string, start: number, end = start): Named => ({name, lines: {start, end}});
const somewhere = (name: string): Named => ({name, lines: null});

const attributed = (edits: readonly LineEdit[], ...reasons: Named[]) =>
	attributeEdits(edits, reasons).map(({edits: own, reasons: why}) => [
		own.map(({from, to}) => `${from}-${to}`).join(' '),
		why.map(({name}) => name).join(' '),
	]);

test('each edit goes to the reason whose lines it changes', () => {
	expect(attributed([edit(1, 2), edit(4, 5)], on('b', 5), on('a', 2))).toEqual([
		['1-2', 'a'],
		['4-5', 'b'],
	]);
});

test('an insertion is next to the lines that it is for, a replacement is in them', () => {
	expect(attributed([edit(3, 3)], on('above', 3))).toEqual([['3-3', 'above']]);
	expect(attributed([edit(3, 3)], on('below', 4))).toEqual([['3-3', 'below']]);
	expect(attributed([edit(3, 4), edit(7, 8)], on('above', 3), on('other', 8))).toEqual([
		['3-4', 'above'],
		['7-8', 'other'],
	]);
});

test('edits of one reason, and reasons of one edit, stay together', () => {
	expect(attributed([edit(1, 2), edit(3, 4), edit(9, 10)], on('wide', 1, 5), on('part', 4))).toEqual([
		['1-2 3-4', 'wide part'],
		['9-10', ''],
	]);
});

test('reasons without known lines share the edits that no other reason has', () => {
	expect(attributed([edit(1, 2), edit(4, 5), edit(8, 9)], on('a', 2), somewhere('b'), somewhere('c'))).toEqual([
		['1-2', 'a'],
		['4-5 8-9', 'b c'],
	]);
});

test('if every edit has a reason, one without known lines may be behind each of them', () => {
	expect(attributed([edit(1, 2), edit(4, 5)], on('a', 2), on('b', 5), somewhere('c'))).toEqual([['1-2 4-5', 'a b c']]);
});
