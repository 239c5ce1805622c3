import {stripVTControlCharacters} from 'node:util';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {formatText} from '../../source/document/text.ts';
import {paintFor} from '../../source/headless/terminal.ts';
import {widthOf} from '../../source/text/cells.ts';
import {escapeControls} from '../../source/text/escape-controls.ts';
import {placeCells, type TableLayout} from '../../source/text/table.ts';
import {foreign} from './words.ts';

const rows = fc.array(fc.array(foreign, {maxLength: 6}), {maxLength: 6});
const align = fc.array(fc.constantFrom('left' as const, 'right' as const), {maxLength: 6});
const rank = fc.array(fc.nat(3), {maxLength: 6});

const textTable = (given: readonly (readonly string[])[], layout: TableLayout = {}) =>
	placeCells(given, layout).rows.map(row => row.join('  ').trimEnd());

test('a row is never wider than its cells', () =>
	fc.assert(
		fc.property(rows, align, rank, fc.integer({min: 1, max: 100}), (given, align, rank, room) => {
			const lines = textTable(given, {align, rank, room});
			expect(lines).toHaveLength(given.length);
			for (const line of lines) {
				expect(widthOf(line)).toBeLessThanOrEqual(room);
				expect(line).not.toMatch(/\p{Cc}/u);
			}
		}),
	));

test('looks change no place', () =>
	fc.assert(
		fc.property(rows, fc.integer({min: 1, max: 100}), (given, room) => {
			const columns = Array.from({length: 6}, () => ({title: ''}));
			const cells = given.map(row => ({cells: row.map(text => ({text, tone: 'bad' as const}))}));
			const drawn = (color: boolean) =>
				formatText([{kind: 'table', columns, rows: cells, titledFor: []}], {paint: paintFor({color}), room});
			const bare = stripVTControlCharacters(drawn(true)).split('\n');
			expect(bare.map(line => line.trimEnd())).toEqual(
				drawn(false)
					.split('\n')
					.map(line => line.trimEnd()),
			);
		}),
	));

test('without an end every cell is whole, and nothing but control characters is changed', () =>
	fc.assert(
		fc.property(rows, given => {
			const plain = given.map(row => row.map(escapeControls));
			for (const [index, line] of textTable(plain).entries()) {
				let at = 0;
				for (const cell of plain[index]!) {
					const found = line.indexOf(cell.trimEnd(), at);
					expect(found).not.toBe(-1);
					at = found + cell.trimEnd().length;
				}
			}
		}),
	));

test('columns are aligned in cells', () => {
	const given = [
		['who', 'what', 'why'],
		['日本', 'e\u0301', 'so'],
		['שלום', 'family', 'or so'],
	];
	expect(textTable(given)).toEqual(['who   what    why', '日本  e\u0301       so', 'שלום  family  or so']);
	expect(textTable(given, {align: ['right', 'left', 'right']})).toEqual([
		' who  what      why',
		'日本  e\u0301          so',
		'שלום  family  or so',
	]);
});

test('the widest columns give way', () => {
	const given = [['applied', 'a'.repeat(30), 'b'.repeat(30)]];
	expect(textTable(given, {room: 31})).toEqual([`applied  ${'a'.repeat(9)}…  ${'b'.repeat(9)}…`]);
});

test('columns are left out by their rank before any is cut', () => {
	const given = [
		['who', 'what', 'when', 'why'],
		['a', 'review', 'now', 'because'],
	];
	const rank = [0, 2, 1, 0];
	expect(textTable(given, {rank, room: 26})).toEqual(['who  what    when  why', 'a    review  now   because']);
	expect(textTable(given, {rank, room: 20})).toEqual(['who  when  why', 'a    now   because']);
	expect(textTable(given, {rank, room: 11})).toEqual(['who  why', 'a    becau…']);
});

test('a row that ends early goes on below the next columns', () => {
	const given = [
		['1', 'done', '2026-11-22', 'octo/app#7'],
		['2', 'a long reason why there is no more'],
	];
	const lines = ['1  done  2026-11-22  octo/app#7', '2  a long reason why there is no more'];
	expect(textTable(given)).toEqual(lines);
	expect(textTable(given, {align: ['left', 'right']})).toEqual(lines);
});

test('columns of one rank go together, one column takes the room that is left, and others keep their widths', () => {
	const given = [
		['name', 'now', 'then', 'state'],
		['a', '1', '22', 'done'],
	];
	expect(textTable(given, {room: 15, rank: [0, 2, 2, 1]})).toEqual(['name  state', 'a     done']);
	expect(
		placeCells(given, {room: 24, wide: 0, widths: [4, 4, 4, 5], gap: 1, align: ['left', 'right', 'right']}),
	).toEqual({
		columns: [0, 1, 2, 3],
		widths: [8, 4, 4, 5],
		rows: [
			['name    ', ' now', 'then', 'state'],
			['a       ', '   1', '  22', 'done'],
		],
	});
});
