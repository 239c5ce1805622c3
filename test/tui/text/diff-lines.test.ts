import fc from 'fast-check';
import {beforeAll, expect, test} from 'vitest';
import {parseText} from '../../../source/resolve/text.ts';
import {formatHunks} from '../../../source/resolve/unified-diff.ts';
import {safe, safeCode} from '../../../source/text/safe.ts';
import {diffLines} from '../../../source/tui/text/diff-lines.ts';
import {type Highlight, loadHighlight} from '../../../source/tui/text/highlight.ts';
import {type Line, lineWidth, textOf} from '../../../source/tui/text/line.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';

let highlight: Highlight;
beforeAll(async () => {
	highlight = await loadHighlight();
});

const symbols = symbolsFor(true);
const view = (width: number) => ({width, symbols, highlight});

/** The code of each row of a diff with its sign, put together where it was wrapped; gaps between hunks are skipped. */
function codeOf(lines: readonly Line[], gutter: number): string[] {
	const rows: string[] = [];
	for (const text of lines.map(textOf)) {
		if (text.includes(symbols.dot.repeat(3)) && text.trim() === symbols.dot.repeat(3)) continue;
		const code = text.slice(gutter + 3);
		if (text.slice(0, gutter + 3).trim() === symbols.wrapped) rows.push(rows.pop()! + code);
		else rows.push(`${text[gutter + 1] ?? ' '}${code}`);
	}
	return rows;
}

const piece = fc.constantFrom(
	'const ',
	'a',
	' = ',
	'"text"',
	'\t',
	'  ',
	'漢字',
	'\x1b[31m',
	'\u202e',
	'/*',
	'*/',
	'é',
	';',
	'🛠',
);
const code = fc.array(piece, {maxLength: 20}).map(pieces => pieces.join(''));

test('without its looks, a diff is that of the file, whatever its width', () =>
	fc.assert(
		fc.property(
			fc.array(code, {minLength: 1, maxLength: 12}),
			fc.array(code, {maxLength: 6}),
			fc.nat(),
			fc.nat(3),
			fc.oneof(fc.integer({min: 8, max: 60}), fc.constant(Number.POSITIVE_INFINITY)),
			fc.constantFrom('a.ts', 'a.unknown'),
			(before, lines, at, many, width, path) => {
				const text = parseText(before.join('\n'));
				const from = at % (text.lines.length + 1);
				const edits = [{from, to: Math.min(text.lines.length, from + many), lines}];
				const shown = diffLines(path, text, edits, view(width));
				for (const each of shown) expect(lineWidth(each)).toBeLessThanOrEqual(width);
				const rows = formatHunks(text, edits)
					.split('\n')
					.slice(0, -1)
					.filter(row => !row.startsWith('@'));
				if (rows.length === 0) return;
				const gutter = /^ *\d+/.exec(textOf(shown[0]!))![0].length;
				expect(codeOf(shown, gutter)).toEqual(
					rows.map(row => (row[0] === '\\' ? ` ${safe(row.slice(1))}` : `${row[0]}${safeCode(row.slice(1))}`)),
				);
			},
		),
	));

/** The texts of a tone in each line. */
const toned = (lines: readonly Line[], tone: string) =>
	lines.map(spans =>
		spans
			.filter(each => each.tone === tone)
			.map(({text}) => text)
			.join('|'),
	);

test('both sides have syntax colors, and the words that differ a background', () => {
	const text = parseText('function sum() {\n\treturn "one" + two;\n}\n');
	const lines = diffLines('sum.ts', text, [{from: 1, to: 2, lines: ['\treturn "one" + three;']}], view(80));
	expect(lines.map(textOf)).toEqual([
		'1   function sum() {',
		'2 -     return "one" + two;',
		'2 +     return "one" + three;',
		'3   }',
	]);
	expect(toned(lines, 'keyword')).toEqual(['function', 'return', 'return', '']);
	expect(toned(lines, 'literal')).toEqual(['', '"one"', '"one"', '']);
	expect(toned(lines, 'removed-word')).toEqual(['', 'two', '', '']);
	expect(toned(lines, 'added-word')).toEqual(['', '', 'three', '']);
});

test('a comment that begins only on one side colors only that side', () => {
	const text = parseText('let a = 1;\nlet b = 2;\nlet c = 3;\n');
	const lines = diffLines('a.ts', text, [{from: 0, to: 2, lines: ['/* let a = 1;', 'let b = 2; */']}], view(80));
	expect(toned(lines, 'keyword')).toEqual(['let', 'let', '', '', 'let']);
});

test('blanks at the end of a line are kept and marked', () => {
	const lines = diffLines('a.ts', parseText('let a = 1;  \n'), [{from: 0, to: 1, lines: ['let a = 1;']}], view(80));
	expect(toned(lines, 'removed-word')).toEqual(['  ', '']);
});

test('a minified line is shown whole', () => {
	const long = 'a=b+c;'.repeat(50_000);
	const edits = [{from: 0, to: 1, lines: [`${long}d=e;`]}];
	const lines = diffLines('a.min.js', parseText(`${long}\n`), edits, view(80));
	expect(codeOf(lines, 1)).toEqual([`-${long}`, `+${long}d=e;`]);
});
