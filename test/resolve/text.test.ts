import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {formatText, type LineEdit, parseText, spliceText} from '../../source/resolve/text.ts';
import {codePoint} from '../helpers/code-point.ts';

const splice = (source: string, ...edits: LineEdit[]) => formatText(spliceText(parseText(source), edits));

const edit = (from: number, to: number, ...lines: string[]): LineEdit => ({from, to, lines});

describe('a file as lines', () => {
	test.each<[string, string[], string[], string]>([
		['', [], [], ''],
		['\n', [''], ['\n'], ''],
		['a', ['a'], [''], ''],
		['a\n', ['a'], ['\n'], ''],
		['a\r\nb\n', ['a', 'b'], ['\r\n', '\n'], ''],
		['a\rb\n', ['a\rb'], ['\n'], ''],
		['a\r', ['a\r'], [''], ''],
		['\uFEFFa\n', ['a'], ['\n'], '\uFEFF'],
		['\uFEFF', [], [], '\uFEFF'],
		['a\uFEFF\n', ['a\uFEFF'], ['\n'], ''],
		['a\u2028b\n', ['a\u2028b'], ['\n'], ''],
	])('%j', (source, lines, ends, bom) => expect(parseText(source)).toEqual({bom, lines, ends}));

	test('property: joined again it gives the same text', () => {
		const source = fc.string({
			unit: fc.constantFrom('a', '\r', '\n', '\uFEFF', ' ', '\u2028', '\0', 'é'),
			maxLength: 40,
		});
		fc.assert(
			fc.property(fc.oneof(source, fc.string({unit: codePoint})), text => {
				expect(formatText(parseText(text))).toBe(text);
			}),
		);
	});
});

describe('splicing', () => {
	test.each<[string, string, LineEdit[], string]>([
		['replaces a line', 'a\nb\nc\n', [edit(1, 2, 'X')], 'a\nX\nc\n'],
		['replaces the first line', 'a\nb\n', [edit(0, 1, 'X', 'Y')], 'X\nY\nb\n'],
		['replaces the last line', 'a\nb\n', [edit(1, 2, 'X')], 'a\nX\n'],
		['deletes', 'a\nb\nc\n', [edit(1, 2)], 'a\nc\n'],
		['deletes everything', 'a\nb\n', [edit(0, 2)], ''],
		['inserts at the start', 'a\n', [edit(0, 0, 'X')], 'X\na\n'],
		['inserts at the end', 'a\n', [edit(1, 1, 'X')], 'a\nX\n'],
		['inserts into an empty file', '', [edit(0, 0, 'X')], 'X\n'],
		['makes several edits', 'a\nb\nc\nd\n', [edit(0, 1), edit(2, 3, 'X', 'Y')], 'b\nX\nY\nd\n'],
		['inserts and replaces at one place', 'a\nb\n', [edit(1, 1, 'X'), edit(1, 2, 'Y')], 'a\nX\nY\n'],
		['makes no edit', 'a\r\nb', [], 'a\r\nb'],
		['keeps CRLF', 'a\r\nb\r\nc\r\n', [edit(1, 2, 'X', 'Y')], 'a\r\nX\r\nY\r\nc\r\n'],
		['inserts CRLF into CRLF', 'a\r\nb\r\n', [edit(1, 1, 'X')], 'a\r\nX\r\nb\r\n'],
		['inserts CRLF at the start of CRLF', 'a\r\nb\r\n', [edit(0, 0, 'X')], 'X\r\na\r\nb\r\n'],
		['takes the ends of the lines it replaces', 'a\nb\r\nc\n', [edit(1, 2, 'X', 'Y')], 'a\nX\r\nY\r\nc\n'],
		['keeps a last line open', 'a\nb', [edit(1, 2, 'X')], 'a\nX'],
		['keeps a last line open in CRLF', 'a\r\nb', [edit(1, 2, 'X', 'Y')], 'a\r\nX\r\nY'],
		['closes the line above a deleted open one', 'a\nb', [edit(1, 2)], 'a\n'],
		['adds behind an open line, which stays the open end', 'a\nb', [edit(2, 2, 'X')], 'a\nb\nX'],
		['keeps an open single line open', 'a', [edit(0, 1, 'X', 'Y')], 'X\nY'],
		['keeps the byte order mark', '\uFEFFa\nb\n', [edit(0, 1, 'X')], '\uFEFFX\nb\n'],
		['keeps the byte order mark of a deleted line', '\uFEFFa\nb\n', [edit(0, 1)], '\uFEFFb\n'],
		['inserts behind the byte order mark', '\uFEFFa\n', [edit(0, 0, 'X')], '\uFEFFX\na\n'],
	])('%s', (_, source, edits, result) => expect(splice(source, ...edits)).toBe(result));

	test.each<[string, LineEdit[]]>([
		['overlap', [edit(0, 2, 'X'), edit(1, 3, 'Y')]],
		['are out of order', [edit(2, 3, 'X'), edit(0, 1, 'Y')]],
		['lie outside of the text', [edit(3, 4, 'X')]],
		['end before they start', [edit(2, 1, 'X')]],
	])('refuses edits that %s', (_, edits) => expect(() => splice('a\nb\nc\n', ...edits)).toThrow(RangeError));

	test('property: bytes outside of the edits are unchanged, and the lines are those asked for', () => {
		const source = fc.array(fc.tuple(fc.constantFrom('a', 'b', '', '\t', 'c\rd'), fc.constantFrom('\n', '\r\n')));
		const cuts = fc.uniqueArray(fc.nat(20), {maxLength: 6});
		const added = fc.array(fc.constantFrom('X', 'Y', ''), {maxLength: 3});
		const parts = fc.record({
			source,
			cuts,
			added: fc.array(added, {minLength: 3, maxLength: 3}),
			isOpen: fc.boolean(),
			hasBom: fc.boolean(),
		});
		fc.assert(
			fc.property(parts, ({source: rows, cuts: at, added: news, isOpen, hasBom}) => {
				const body = rows.map(([line, end]) => line + end).join('');
				const original = (hasBom ? '\uFEFF' : '') + (isOpen ? `${body}end` : body);
				const text = parseText(original);
				const bounds = at.filter(cut => cut < text.lines.length).sort((a, b) => a - b);
				const edits = Array.from({length: bounds.length >> 1}, (_, index) =>
					edit(bounds[2 * index]!, bounds[2 * index + 1]!, ...(news[index] ?? [])),
				);
				const result = formatText(spliceText(text, edits));
				// Line by line with its end: what no edit covers comes through whole, in order.
				const whole = text.lines.map((line, index) => line + text.ends[index]);
				let rest = result;
				const take = (piece: string) => {
					expect(rest.startsWith(piece)).toBe(true);
					rest = rest.slice(piece.length);
				};
				take(text.bom);
				let done = 0;
				for (const {from, to, lines} of edits) {
					take(whole.slice(done, from).join(''));
					for (const line of lines) {
						take(line);
						rest = rest.replace(/^\r?\n/, '');
					}
					done = to;
				}
				take(whole.slice(done).join(''));
				expect(rest).toBe('');
			}),
		);
	});
});
