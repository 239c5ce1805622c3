import fc from 'fast-check';
import {beforeAll, expect, test} from 'vitest';
import {parseText} from '../../../source/resolve/text.ts';
import {formatHunks} from '../../../source/resolve/unified-diff.ts';
import {safe, safeCode} from '../../../source/text/safe.ts';
import {diffLines} from '../../../source/tui/text/diff-lines.ts';
import {type Highlight, loadHighlight} from '../../../source/tui/text/highlight.ts';
import {type Line, lineWidth, spreadGround, textOf} from '../../../source/tui/text/line.ts';
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
		if (text.trimStart().startsWith(symbols.dot.repeat(3))) continue;
		const code = text.slice(gutter + 3).replaceAll(symbols.tab, ' ');
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
				const gutter = /^ *\d+/.exec(shown.map(textOf).find(each => /^ *\d/.test(each))!)![0].length;
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
		'2 - →   return "one" + two;',
		'2 + →   return "one" + three;',
		'3   }',
	]);
	expect(toned(lines, 'keyword')).toEqual(['function', 'return', 'return', '']);
	expect(toned(lines, 'literal')).toEqual(['', '"one"', '"one"', '']);
	expect(toned(lines, 'removed-word')).toEqual(['', 'two', '', '']);
	expect(toned(lines, 'added-word')).toEqual(['', '', 'three', '']);
});

test('changed lines have a ground, also where they are wrapped', () => {
	const text = parseText('let a = 1;\nlet b = 2;\n');
	const edits = [{from: 1, to: 2, lines: ['let b = 2 + 3 + 4 + 5;']}];
	const lines = diffLines('a.ts', text, edits, view(16));
	const grounds = lines.map(spans => [...new Set(spans.map(({ground}) => ground))]);
	expect(grounds).toEqual([[undefined], ['removed-ground'], ['added-ground'], ['added-ground']]);
	expect(spreadGround(lines[1]!, 20).at(-1)).toEqual({text: '      ', tone: 'plain', ground: 'removed-ground'});
	expect(spreadGround(lines[0]!, 20)).toBe(lines[0]);
});

test('a comment that begins only on one side colors only that side', () => {
	const text = parseText('let a = 1;\nlet b = 2;\nlet c = 3;\n');
	const lines = diffLines('a.ts', text, [{from: 0, to: 2, lines: ['/* let a = 1;', 'let b = 2; */']}], view(80));
	expect(toned(lines, 'keyword')).toEqual(['let', 'let', '', '', 'let']);
});

test('an empty line ends with its number, whether its language is known or not', () => {
	for (const path of ['a.ts', 'a.unknown']) {
		const lines = diffLines(path, parseText('\none\n\n'), [{from: 1, to: 2, lines: ['', 'two']}], view(80));
		expect(lines.map(textOf)).toEqual(['1', '2 - one', '2 +', '3 + two', '4']);
	}
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

test('tabs that became blanks differ', () => {
	const text = parseText('if a:\n\treturn\n');
	const lines = diffLines('a.py', text, [{from: 1, to: 2, lines: ['    return']}], view(80));
	expect(lines.map(textOf)).toEqual(['1   if a:', '2 - →   return', '2 +     return']);
	expect(toned(lines, 'removed-word')).toEqual(['', '→|   ', '']);
	expect(toned(lines, 'added-word')).toEqual(['', '', '    ']);
	const spoken = diffLines('a.py', text, [{from: 1, to: 2, lines: ['    return']}], view(Number.POSITIVE_INFINITY));
	expect(spoken.map(textOf)).toEqual(['1   if a:', '2 -     return', '2 +     return']);
});

const filled = (head: string, many: number) => [head, ...Array.from({length: many}, (_, index) => `  line ${index};`)];

test.each([
	['a.ts', filled('export function first() {', 9), 8, 'export function first() {'],
	['a.ts', [...filled('function first() {', 5), '}', ...filled('function second() {', 9)], 12, 'function second() {'],
	['a.ts', filled('function near() {', 9), 2, null],
	['a.ts', [...filled('function before() {', 5), '}', '', '', '', '', 'let top = 1;'], 11, null],
	['a.py', ['class Some:', '  def one(self):', ...filled('    pass', 7)], 8, 'def one(self):'],
	['a.md', ['# Head', ...filled('Words', 8)], 8, '# Head'],
	['a.json', ['{', ...filled('  "a": 1,', 8)], 8, null],
	['Makefile', ['all: build', '', '\techo 1', '\techo 2', '\techo 3', '\techo 4', '\techo 5'], 6, 'all: build'],
])('%s: %# begins with where it is', (path, lines, at, heading) => {
	const text = parseText(`${lines.join('\n')}\n`);
	const [first] = diffLines(path, text, [{from: at, to: at + 1, lines: ['new']}], view(80)).map(textOf);
	if (heading === null) expect(first).toMatch(/^ *\d/);
	else expect(first?.trim()).toBe(`··· ${heading}`);
});

test('as many lines around a change as wanted', () => {
	const text = parseText(`${filled('a', 40).join('\n')}\n`);
	const many = (context: number) =>
		diffLines('a.md', text, [{from: 20, to: 21, lines: ['new']}], {...view(80), context}).length;
	expect([0, 1, 3, 100].map(many)).toEqual([2, 4, 8, 42]);
});
