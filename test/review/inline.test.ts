import fc from 'fast-check';
import {expect, test} from 'vitest';
import {plainLines, plainText} from '../../source/review/inline.ts';
import {readBlocks} from '../../source/review/markdown.ts';
import {readRuns} from '../../source/review/runs.ts';

test.each<[string, string]>([
	['**bold** and `code`', 'bold and code'],
	['_note_: see [the guide](https://example.com/a)', 'note: see the guide'],
	['![badge](https://example.com/b.svg) Rename', 'Rename'],
	['<b>Fix</b> <!-- id: 1 -->this', 'Fix this'],
	['snake_case_name stays', 'snake_case_name stays'],
	['This fails when i < n and j > m here; use <=', 'This fails when i < n and j > m here; use <='],
	['i<n and j>m, i<n && j>m, a<=b and c=>d', 'i<n and j>m, i<n && j>m, a<=b and c=>d'],
	['2 * 3 * 4 in *.ts, *.js files. 5 < 6 but 7 > 2', '2 * 3 * 4 in *.ts, *.js files. 5 < 6 but 7 > 2'],
	['Vec<String> of Map<K, V>, `Vec<T>`', 'Vec<String> of Map<K, V>, Vec<T>'],
	['&lt;tag&gt; &amp;&nbsp;more &#35; &unknown;', '<tag> & more # &unknown;'],
	['a<br>b <a href="x" hidden>c</a> <IMG src=x> <x-y z="1">d', 'a b c d'],
	['<https://example.com/a?b=c&d>', 'https://example.com/a?b=c&d'],
	['1 \\* 2 \\<b>', '1 * 2 <b>'],
	['<!-- never closed', '<!-- never closed'],
	['👍', '👍'],
])('%j in plain words', (inline, words) => expect(plainText(inline)).toBe(words));

test('lines of the text stay separate on request', () => {
	expect(plainLines('**One\ntwo** <!--\n-->  three\\\n`four\nfive`')).toEqual(['One', 'two three', 'four five']);
});

test('runs have the style of the marks around them', () => {
	const looks = readRuns('a **b `c`** _d_\n[e](https://x.example) <s>f</s>').map(({text, href, ...style}) => [
		text,
		href ?? Object.entries(style).flatMap(([name, isSo]) => (isSo ? name : [])),
	]);
	expect(looks).toEqual([
		['a ', []],
		['b ', ['isStrong']],
		['c', ['isStrong', 'isCode']],
		[' ', []],
		['d', ['isEmphasized']],
		['\n', []],
		['e', 'https://x.example'],
		[' ', []],
		['f', ['isStruck']],
	]);
});

/** Words of prose, and signs that are no markup where blanks stand around them. */
const word = fc.oneof(
	fc.stringMatching(/^[\p{L}\p{N}]{1,12}[.,;:?!]?$/u),
	fc.constantFrom(
		'<',
		'>',
		'<=',
		'=>',
		'*',
		'**',
		'_',
		'&',
		'&&',
		'|',
		'[',
		']',
		'(',
		')',
		'"',
		"it's",
		'100%',
		'🎉',
		'~',
		'-',
		'!',
	),
	fc.constantFrom('*.ts', 'snake_case', 'a<b', 'x>y', 'i<n', 'Map<K,', 'V>', 'a[i]', 'f(x)', '__init__.py:3'),
);

test('no word of prose is lost', () => {
	fc.assert(
		fc.property(fc.array(word, {minLength: 1, maxLength: 30}), words => {
			const text = `Say ${words.join(' ')} end`;
			const wanted = text.replace(/__init__/g, 'init').split(' ');
			expect(
				plainText(text)
					.replace(/__init__/g, 'init')
					.split(' '),
			).toEqual(wanted);
			expect(
				readRuns(text)
					.map(({text}) => text)
					.join('')
					.replace(/__init__/g, 'init')
					.split(' '),
			).toEqual(wanted);
			expect(readBlocks(text)).toMatchObject([{kind: 'prose', text}]);
		}),
		{numRuns: 500},
	);
});
