import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readBlocks, type Section} from '../../source/review/markdown.ts';
import {commentLines} from '../../source/tui/text/comment-lines.ts';
import {type Line, lineWidth, textOf, untouchedFolds} from '../../source/tui/text/line.ts';
import {linkLines, linksIn, withNumbers} from '../../source/tui/text/link-lines.ts';
import {symbolsFor} from '../../source/tui/theme.ts';

const view = {width: 40, symbols: symbolsFor(true), folds: untouchedFolds, placeOf: () => 'the change below'};
const unfolded = {areOpen: true, chosen: new Map<Section, boolean>()};
const draw = (body: string, fields = {}): Line[] => commentLines(readBlocks(body), {...view, ...fields});
const show = (body: string, fields = {}) => draw(body, fields).map(textOf);

test('a comment is words and code, with the line breaks of its author', () => {
	const body =
		'# Head\n\nUse `const` here, **please**, it is\nnever [changed](https://example.com).\n\n```ts\nconst a = 1;\n```';
	expect(show(body)).toEqual(['Head', '', 'Use const here, please, it is', 'never changed.', '', '│ const a = 1;']);
});

test.each([
	['⚠️ **Careful** with `x`', 'Careful with x'],
	['🎉 👍', '🎉 👍'],
	['i < n and j > m; 2 * 3 &lt;tag&gt; &amp;', 'i < n and j > m; 2 * 3 <tag> &'],
	['a `b` **c** d', 'a b c d'],
	['![P1 Badge](https://img.example/x.svg) **Check**', 'P1 Badge Check'],
	['<img src="https://img.example/x.svg" alt="High"> x ![](data:image/png;base64,AA)', 'High x image'],
	['Is it done? ✅ yes ❌ no', 'Is it done? ✓ yes × no'],
])('%j is shown whole', (body, line) => expect(show(body)[0]).toBe(line));

test('words have the look of their marks', () => {
	expect(draw('a **b** *c* ~~d~~ `e` <b>f</b> <kbd>g</kbd>')[0]).toEqual([
		{text: 'a ', tone: 'plain'},
		{text: 'b', tone: 'strong'},
		{text: ' ', tone: 'plain'},
		{text: 'c', tone: 'emphasis'},
		{text: ' ', tone: 'plain'},
		{text: 'd', tone: 'struck'},
		{text: ' ', tone: 'plain'},
		{text: 'e', tone: 'name'},
		{text: ' ', tone: 'plain'},
		{text: 'f', tone: 'strong'},
		{text: ' ', tone: 'plain'},
		{text: 'g', tone: 'name'},
	]);
});

test.each<[string, string, string[]]>([
	['bullets, nested', '- one\n- two\n  - inner', ['• one', '• two', '  • inner']],
	['with blank lines', '- one\n\n- two', ['• one', '', '• two']],
	['numbers from where they start', '9. a\n10. b', [' 9. a', '10. b']],
	['boxes', '- [x] done\n- [ ] open\n  more', ['[x] done', '[ ] open', '    more']],
	['a hanging indent', `- ${'word '.repeat(9)}`, ['• word word word word word word word', '  word word']],
	['code in an item', '- a\n  ```\n  b\n  ```', ['• a', '  │ b']],
])('a list has %s', (_, body, lines) => expect(show(body)).toEqual(lines));

test.each<[string, string, string[]]>([
	['a bar', '> a\n>\n> b', ['▎ a', '▎', '▎ b']],
	['a bar for each level', '> a\n> > b', ['▎ a', '▎', '▎ ▎ b']],
	['the kind of an alert', '> [!WARNING]\n> Hot.', ['▎ Warning', '▎ Hot.']],
])('a quotation has %s', (_, body, lines) => expect(show(body)).toEqual(lines));

test('a rule is as wide as the room', () => expect(show('a\n\n---\n\nb')).toEqual(['a', '', '─'.repeat(40), '', 'b']));

describe('a fold', () => {
	const body = 'See.\n\n<details><summary>More</summary>\n\nHidden words.\n\n</details>';
	const code = '<details><summary>Fix</summary>\n\n```diff\n-a\n+b\n```\n\n</details>';

	test('is shown by its summary, and unfolded on request', () => {
		expect(show(body)).toEqual(['See.', '', '▸ More']);
		expect(show(body, {folds: unfolded})).toEqual(['See.', '', '▾ More', '  Hidden words.']);
	});

	test('is open if it holds the only code', () => {
		const lines = ['▾ Fix', '  │ -a', '  │ +b'];
		expect(show(code, {placeOf: null})).toEqual(lines);
		expect(show(code)).toEqual(['▸ Fix']);
		expect(show(`\`\`\`\nx\n\`\`\`\n\n${code}`, {placeOf: null}).slice(-1)).toEqual(['▸ Fix']);
	});

	test('of nothing but a summary is shown', () => {
		expect(show('<details><summary>Empty</summary></details>\n\na')).toEqual(['▸ Empty', '', 'a']);
		expect(show('a\n\n<details><summary>Open</summary>')).toEqual(['a', '', '▸ Open']);
	});

	test('keeps the rest of a long summary', () => {
		const long = 'word '.repeat(400);
		const shown = show(`<details><summary>${long}</summary>x</details>`, {folds: unfolded}).join(' ');
		expect(shown.match(/word/g)).toHaveLength(400);
	});
});

test('a suggestion is not shown twice', () => {
	const body = 'So:\n\n```suggestion\nsame\n```';
	expect(show(body)).toEqual(['So:', '', '(its suggestion is the change below)']);
	expect(show(body, {placeOf: null})).toEqual(['So:', '', '│ same']);
});

test('a diff is red and green on its grounds, and long lines of code go on below', () => {
	const shown = draw(`\`\`\`diff\n-old\n+${'new '.repeat(12)}\n same\n\`\`\``);
	expect(shown.map(textOf)).toEqual([
		'│ -old',
		'│ +new new new new new new new new new',
		'│ ↳  new new new ',
		'│  same',
	]);
	expect(shown.map(spans => spans.at(-1)?.tone)).toEqual(['removed', 'added', 'added', 'plain']);
	const grounds = ['removed-ground', 'added-ground', 'added-ground', undefined];
	expect(shown.map(spans => spans.at(-1)?.ground)).toEqual(grounds);
});

test('struck words keep a mark where no line through them is drawn', () => {
	expect(show('~~wrong~~ *right*', {symbols: symbolsFor(false)})).toEqual(['~wrong~ right']);
});

test('code is in the colors of its language, a suggestion in those of its file', () => {
	const seen: string[] = [];
	const highlight = (path: string) => {
		seen.push(path);
		return null;
	};
	draw('```ts\na\n```\n\n```suggestion\nb\n```\n\n```\nc\n```', {highlight, path: 'src/a.py', placeOf: null});
	expect(seen).toEqual(['fence.ts', 'src/a.py']);
});

describe('a table', () => {
	const body = 'Costs:\n| name | cost |\n|:--|--:|\n| `a|b` | 1 |\n| long words here | 22 |';
	const table = body.replace('a|b', 'a\\|b');

	test('has columns', () => {
		expect(show(table)).toEqual([
			'Costs:',
			'',
			'name            │ cost',
			'────────────────┼─────',
			'a|b             │    1',
			'long words here │   22',
		]);
	});

	test('wraps its cells to the room', () => {
		expect(show(table, {width: 17})).toEqual([
			'Costs:',
			'',
			'name       │ cost',
			'───────────┼─────',
			'a|b        │    1',
			'───────────┼─────',
			'long words │   22',
			'here       │',
		]);
	});

	test('is a list of cells where it does not fit', () => {
		const lines = ['name: a|b', 'cost: 1', '', 'name: long words here', 'cost: 22'];
		expect(show(table, {width: 12}).slice(2)).toContain('cost: 22');
		expect(show(table, {width: Number.POSITIVE_INFINITY}).slice(2)).toEqual(lines);
	});
});

test.each<[string, string]>([
	['https://example.com/a b', ''],
	['<https://example.com/ä?q=1>', 'https://example.com/%C3%A4?q=1'],
	['https://example.com/x', 'https://example.com/x'],
	['javascript:alert(1)', ''],
	['file:///etc/passwd', ''],
	['<https://example.com/\u001b]8;;x\u0007>', ''],
	['<https://ex\u202eample.com>', ''],
])('a link to %j goes to %j', (address, href) => {
	const links = draw(`[text](${address})`, {width: 200}).flatMap(spans => spans.flatMap(span => span.href ?? []));
	expect(links.every(link => /^https?:\/\/[\x21-\x7e]+$/.test(link))).toBe(true);
	if (href !== '') expect(links).toEqual([href]);
	expect(show(`[text](${address})`, {width: 200}).join('')).toContain('text');
});

describe('links', () => {
	const listed = (body: string, width = 200) => linkLines(linksIn(draw(body, {width})), width).map(textOf);

	test('are listed by number with their address, once', () => {
		const body =
			'See [the docs](https://example.com/docs), https://example.com/x, ![P1](https://img.shields.io/p.svg) and [more](https://example.com/docs).';
		expect(listed(body, 30)).toEqual(['links', '1 the docs:', '  https://example.com/docs', '2 https://example.com/x']);
	});

	test('in headings, tables and lists count, and those without brackets', () => {
		const body =
			'# [a](https://a.example/)\n\n| [b](https://b.example/) |\n|-|\n| <https://c.example/> |\n\n- www.d.example.';
		expect(listed(body)).toEqual([
			'links',
			'1 a: https://a.example/',
			'2 b: https://b.example/',
			'3 https://c.example/',
			'4 http://www.d.example/',
		]);
	});

	test('that refer to a label have the address that defines it, which is not shown', () => {
		const body =
			'See [it][1], [The Spec] and [none][2].\n\n[1]: https://a.example/ "One"\n[the  spec]: <https://b.example/>';
		expect(show(body, {width: 200})).toEqual(['See it, The Spec and [none][2].']);
		expect(listed(body)).toEqual(['links', '1 it: https://a.example/', '2 The Spec: https://b.example/']);
		expect(listed('[x][1]\n\n[1]: javascript:alert(1)')).toEqual([]);
		expect(show('[Note]: this is text')).toEqual(['[Note]: this is text']);
	});

	test('have their number behind them where no text is a hyperlink', () => {
		const lines = draw('See [the docs](https://a.example/docs), https://b.example/x.');
		expect(textOf(withNumbers(lines[0]!, linksIn(lines)))).toBe('See the docs (link 1), https://b.example/x (link 2).');
	});
});

test('punctuation stays with the word before it', () => {
	expect(show('Call the function `a`, then `b`.', {width: 19})).toEqual(['Call the function', 'a, then b.']);
});

test('of a very long paragraph every line is shown, set as in a short one', () => {
	const pair = 'One **bold\ntext** and two\n';
	const lines = draw(pair.repeat(5000));
	expect(lines.map(textOf)).toEqual(Array.from({length: 5000}, () => ['One bold', 'text and two']).flat());
	const bold = lines.filter(line => line.some(({text, tone}) => tone === 'strong' && /bold|text/.test(text)));
	expect(bold.length).toBeGreaterThan(9990);
});

const many = 5000;
const bad: Record<string, string> = {
	'back-ticks': '`'.repeat(60_000),
	asterisks: '**'.repeat(30_000),
	'open code spans': '`` '.repeat(20_000),
	'many lines': 'A line with `code` and **words**.\n'.repeat(many),
	'one line of a megabyte': 'word **b** [x](y) '.repeat(58_000),
	'one word of a megabyte': 'x'.repeat(1_000_000),
	'a table of 60 columns': `${`|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n`}${`|${'word |'.repeat(60)}\n`.repeat(200)}`,
	'bars alone': `${'|'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n`,
	'lists 50 deep': Array.from({length: 50}, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n'),
	'quotations 200 deep': `${'>'.repeat(200)} deep`,
	'open tags': '<details><b><table><tr><td>'.repeat(2000),
	'open links': '[a](https://x.example/'.repeat(3000),
	'an open fence': `\`\`\`ts\n${'const a = 1;\n'.repeat(many)}`,
};

describe.each(Object.entries(bad))('a comment with %s', (_, body) => {
	test.each([10, 60])('is shown to its end in %i cells', width => {
		const lines = draw(`Start ${body}`, {width, folds: unfolded, placeOf: null});
		expect(lines.length).toBeGreaterThan(0);
		for (const each of lines) if (lineWidth(each) > width) expect.fail(textOf(each));
	});
});

test('whatever is written, lines fit and hold no control character', () => {
	const part = fc.oneof(
		fc.constantFrom(
			'- ',
			'1. ',
			'> ',
			'\n',
			'\n\n',
			'  ',
			'`',
			'```\n',
			'**',
			'~~',
			'|',
			'|-|-|\n',
			'[x](',
			')',
			'<details>',
		),
		fc.constantFrom(
			'</details>',
			'<summary>',
			'</summary>',
			'<br>',
			'<li>',
			'<td>',
			'<a href="https://x.example">',
			'</a>',
		),
		fc.constantFrom(
			'\u001b[31m',
			'\u0007',
			'\u202e',
			'\u200b',
			'\u0000',
			'漢字',
			'é',
			'&#27;',
			'&lt;',
			'https://x.example/\u0085',
		),
		fc.string({maxLength: 12}),
	);
	fc.assert(
		fc.property(fc.array(part, {maxLength: 60}), fc.integer({min: 6, max: 60}), (parts, width) => {
			for (const each of draw(parts.join(''), {width, folds: unfolded, placeOf: null})) {
				expect(lineWidth(each)).toBeLessThanOrEqual(width);
				expect(textOf(each)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
				for (const {href} of each) if (href !== undefined) expect(href).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
			}
		}),
	);
});
