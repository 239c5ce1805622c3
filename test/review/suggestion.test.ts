import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readBlocks} from '../../source/review/markdown.ts';
import {readSuggestions} from '../../source/review/suggestion.ts';
import {suggestion} from '../helpers/pull-request.ts';

const read = (body: string) => readSuggestions(readBlocks(body));

const linesIn = (body: string) => read(body).map(({lines}) => lines);

test.each<[string, string, string[][]]>([
	['plain', '```suggestion\na\n```', [['a']]],
	['trailing blanks after the word', '```suggestion   \na\n```', [['a']]],
	['a word behind the word', '```suggestion ts\na\n```', [['a']]],
	['capitals', '```Suggestion\na\n```', [['a']]],
	['another language', '```typescript\na\n```', []],
	['a longer word', '```suggestions\na\n```', []],
	["another host's range", '```suggestion:-0+1\na\n```', []],
	['empty: deletes', '```suggestion\n```', [[]]],
	['one empty line: deletes', '```suggestion\n\n```', [[]]],
	['one empty line in CRLF: deletes', '```suggestion\r\n\r\n```', [[]]],
	['one blank: stays a line', '```suggestion\n \n```', [[' ']]],
	['two blank lines: literal', '```suggestion\n\n\n```', [['', '']]],
	['an empty line at either end: literal', '```suggestion\n\na\n\n```', [['', 'a', '']]],
	['holding a fence', '````suggestion\n```sh\nls\n```\n````', [['```sh', 'ls', '```']]],
	['inside an example', '````markdown\n```suggestion\na\n```\n````', []],
	['alternatives', 'A:\n```suggestion\na\n```\nB:\n```suggestion\nb\n```', [['a'], ['b']]],
	['the same twice', '```suggestion\na\n```\nagain\n```suggestion\na\n```', [['a']]],
	['two ways to delete', '```suggestion\n```\n```suggestion\n\n```', [[]]],
])('%s', (_, body, lines) => expect(linesIn(body)).toEqual(lines));

test('alternatives are numbered in their order, repetitions not counted', () => {
	const body = [suggestion('a'), suggestion('a'), suggestion('b')].join('\n\n');
	expect(read(body).map(({block}) => block)).toEqual([0, 1]);
});

describe('a suggestion repeated inside a prompt section is applied once', () => {
	test.each(['Prompt To Fix With AI', '🤖 Prompt for AI Agents', 'prompt'])('%s', summary => {
		const prompt = `<details><summary>${summary}</summary>\n\n${suggestion('a', 'different')}\n\n</details>`;
		expect(linesIn(`${suggestion('a')}\n\n${prompt}`)).toEqual([['a']]);
		expect(linesIn(prompt)).toEqual([]);
	});

	test('what follows the section counts again', () => {
		const prompt = `<details><summary>Prompt</summary>\n\n${suggestion('a')}\n\n</details>`;
		expect(linesIn(`${prompt}\n\n${suggestion('b')}`)).toEqual([['b']]);
	});

	test('a section that only sounds alike does not hide it', () => {
		const section = `<details><summary>Committable, promptly</summary>\n\n${suggestion('a')}\n\n</details>`;
		expect(linesIn(section)).toEqual([['a']]);
	});
});

describe('is flawed', () => {
	test.each<[string, string, RegExp | null]>([
		['unclosed', '```suggestion\na', /not closed/],
		['unclosed and empty', '```suggestion\n', /not closed/],
		['with a NUL', '```suggestion\na\0\n```', /NUL/],
		['closed', '```suggestion\na\n```', null],
	])('%s', (_, body, flaw) => {
		const [first] = read(body);
		if (flaw) expect(first?.flaw).toMatch(flaw);
		else expect(first?.flaw).toBeNull();
	});
});

const line = fc.oneof(
	fc.string({
		unit: fc.constantFrom(' ', '\t', '`', '~', '>', '-', '1', '.', '#', '<', 'a', 'ü', '\u2028'),
		maxLength: 8,
	}),
	fc.string({unit: 'grapheme', maxLength: 20}).filter(text => !/[\r\n\0]/.test(text)),
);
const lines = fc.array(line, {maxLength: 6});
const delivered = (wanted: string[]) => (wanted.length === 1 && wanted[0] === '' ? [] : wanted);

test('property: the text in a fence longer than its backticks is read unchanged', () => {
	fc.assert(
		fc.property(lines, wanted => {
			expect(linesIn(suggestion(...wanted))).toEqual([delivered(wanted)]);
		}),
	);
});

const prose = fc.constantFrom('Please change this.', '**Nit:** a\nb', '## Heading', '- item', '> quoted', '`code`', '');

/** Ways to carry a comment along that do not change what it suggests. */
const wrappings: Record<string, (body: string) => string> = {
	quoted: body => `> ${body.replaceAll('\n', '\n> ')}`,
	'in a list item': body => `- ${body.replaceAll('\n', '\n  ')}`,
	'in a numbered list item': body => `12. ${body.replaceAll('\n', '\n    ')}`,
	'with CRLF': body => body.replaceAll('\n', '\r\n'),
	'in <details>': body => `<details>\n<summary>Suggestion</summary>\n\n${body}\n\n</details>`,
	'in <details> without blank lines': body => `<details><summary>Suggestion</summary>\n${body}\n</details>`,
	'quoted twice': body => `> > ${body.replaceAll('\n', '\n> > ')}`,
};

test.each(Object.keys(wrappings))('property: a comment %s suggests the same', name => {
	fc.assert(
		fc.property(fc.array(fc.tuple(prose, lines), {minLength: 1, maxLength: 3}), prose, (parts, end) => {
			const body = [...parts.map(([text, wanted]) => `${text}\n\n${suggestion(...wanted)}`), end].join('\n\n').trim();
			expect(linesIn(wrappings[name]!(body))).toEqual(linesIn(body));
		}),
	);
});

test('half a character is a flaw, a byte order mark is not part of a line', () => {
	expect(read('```suggestion\na\ud800\n```')[0]!.flaw).toMatch(/broken character/);
	expect(linesIn('```suggestion\n\uFEFFa\n```')).toEqual([['a']]);
});

test.each([
	['Prompt for AI Agents', 0],
	['🤖 Prompt for all review comments with AI agents', 0],
	['Prompt To Fix With AI', 0],
	['Agent Prompt', 0],
	['Fix prompt handling', 1],
	['Why the prompt is shown twice', 1],
])('in a section called %s', (summary, count) => {
	expect(read(`<details><summary>${summary}</summary>\n\n\`\`\`suggestion\na\n\`\`\`\n</details>`)).toHaveLength(count);
});
