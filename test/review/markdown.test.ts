import {describe, expect, test} from 'vitest';
import {type Fence, readBlocks} from '../../source/review/markdown.ts';

const fencesIn = (body: string): Fence[] => readBlocks(body).filter(block => block.kind === 'fence');

const linesIn = (body: string) => fencesIn(body).map(({lines}) => lines);

describe('a fence', () => {
	test.each<[string, string, string[][]]>([
		['of three back-ticks', '```suggestion\na\nb\n```', [['a', 'b']]],
		['of tildes', '~~~suggestion\na\n~~~', [['a']]],
		['of tildes around back-ticks', '~~~suggestion\n```\na\n```\n~~~', [['```', 'a', '```']]],
		['longer than the one it holds', '````suggestion\n```\na\n```\n````', [['```', 'a', '```']]],
		['closed by a longer run', '```suggestion\na\n`````', [['a']]],
		['not closed by a run of the other kind', '```suggestion\na\n~~~\nb\n```', [['a', '~~~', 'b']]],
		['not closed by a run with text behind it', '```suggestion\na\n``` x\n```', [['a', '``` x']]],
		['indented by up to three blanks', '   ```suggestion\n   a\n     b\n   ```', [['a', '  b']]],
		['with tabs', '```suggestion\n\ta\n\t\tb\n```', [['\ta', '\t\tb']]],
		['with trailing blanks in its lines', '```suggestion\na  \n \n```', [['a  ', ' ']]],
		['that is empty', '```suggestion\n```', [[]]],
		['around one empty line', '```suggestion\n\n```', [['']]],
		['around two empty lines', '```suggestion\n\n\n```', [['', '']]],
		['right behind a paragraph', 'Please:\n```suggestion\na\n```\nThanks.', [['a']]],
		['in a bullet list', '- Like so:\n\n  ```suggestion\n  a\n    b\n  ```\n- next', [['a', '  b']]],
		['in a numbered list', '10. Like so:\n    ```suggestion\n    a\n    ```', [['a']]],
		['in a block quote', '> ```suggestion\n> a\n>\n>   b\n> ```', [['a', '', '  b']]],
		['in a list in a block quote', '> - x\n>   ```suggestion\n>   a\n>   ```', [['a']]],
		['that the end of its block quote ends', '> ```suggestion\n> a\nb', [['a']]],
		['in an outer fence', '````markdown\n```suggestion\na\n```\n````', [['```suggestion', 'a', '```']]],
		['in CRLF', 'x\r\n\r\n```suggestion\r\na\r\n\r\nb\r\n```\r\n', [['a', '', 'b']]],
		['beside another', '```suggestion\na\n```\n```suggestion\nb\n```', [['a'], ['b']]],
	])('%s', (_, body, lines) => expect(linesIn(body)).toEqual(lines));

	test.each<[string, string]>([
		['back-ticks in its info string', '``` a`b\ntext'],
		['only two back-ticks', '``suggestion\na\n``'],
		['inside an HTML comment', '<!--\n```suggestion\na\n```\n-->'],
	])('is none with %s', (_, body) => expect(linesIn(body)).toEqual([]));

	test.each<[string, string]>([
		['with four blanks before it', 'x\n\n    ```suggestion\n    a\n    ```'],
		['inside <pre>', '<pre>\n```suggestion\na\n```\n</pre>'],
		['inside <pre> with tags and entities', '<pre lang="x"><code>```suggestion\na\n&#96;``</code></pre>'],
	])('%s is code like any other', (_, body) => {
		expect(fencesIn(body)).toMatchObject([{info: '', lines: ['```suggestion', 'a', '```'], closed: true}]);
	});

	test.each<[string, boolean]>([
		['```suggestion\na\n```', true],
		['```suggestion\na', false],
		['```suggestion\na\n', false],
		['```suggestion', false],
		['```suggestion\n```', true],
		['- ```suggestion\n  a\n\nb', false],
		['> ```suggestion\n> a\n> ```', true],
		['> ```suggestion\n> a\n\nb', false],
	])('%j is closed: %s', (body, closed) => expect(fencesIn(body).map(fence => fence.closed)).toEqual([closed]));

	test('keeps its info string without blanks around it', () => {
		expect(fencesIn('```  suggestion   \na\n```').map(({info}) => info)).toEqual(['suggestion']);
	});

	test('keeps a NUL instead of replacing it', () => {
		expect(linesIn('```suggestion\na\0b\n```')).toEqual([['a\0b']]);
	});

	test('behind a comment is seen', () => {
		expect(linesIn('<!-- hidden -->\n```suggestion\na\n```')).toEqual([['a']]);
	});
});

describe('sections', () => {
	const sectionsOf = (body: string) => fencesIn(body).map(({sections}) => sections.map(({summary}) => summary));

	test.each<[string, string, string[][]]>([
		['with a blank line', '<details>\n<summary>More</summary>\n\n```suggestion\na\n```\n\n</details>', [['More']]],
		['without a blank line', '<details>\n<summary>More</summary>\n```suggestion\na\n```\n</details>', [['More']]],
		['on one line', '<details><summary>More</summary>\n\n```suggestion\na\n```\n</details>', [['More']]],
		['open', '<details open><summary><b>More</b></summary>\n\n```suggestion\na\n```', [['More']]],
		[
			'nested',
			'<details><summary>A</summary>\n\n<details><summary>B</summary>\n\n```x\na\n```\n\n</details>\n\n```y\nb\n```\n\n</details>\n\n```z\nc\n```',
			[['A', 'B'], ['A'], []],
		],
		['closed once too often', '</details>\n\n```x\na\n```', [[]]],
		['only named in a code span', 'Use `<details>` here.\n\n```x\na\n```', [[]]],
		['without a summary', '<details>\n\n```x\na\n```', [['']]],
	])('%s', (_, body, sections) => expect(sectionsOf(body)).toEqual(sections));

	test('a summary keeps what was written beside its plain text', () => {
		const body = '<details><summary>src/__init__.py <b>(1)</b></summary>\n\n```x\na\n```\n\n</details>';
		const [fence] = fencesIn(body);
		expect(fence?.sections).toEqual([{summary: 'src/init.py (1)', source: 'src/__init__.py <b>(1)</b>'}]);
	});
});

describe('prose', () => {
	test('comes in the order of the comment, fences between', () => {
		expect(
			readBlocks('# Title\n\none\ntwo\n```x\na\n```\nthree').map(block => [block.kind, 'text' in block && block.text]),
		).toEqual([
			['prose', 'Title'],
			['prose', 'one\ntwo'],
			['fence', false],
			['prose', 'three'],
		]);
	});

	test.each<[string, [string, string][]]>([
		[
			'<!-- x -->visible',
			[
				['hidden', '<!-- x -->'],
				['prose', 'visible'],
			],
		],
		[
			'<!-- x --> <!-- y -->\nmore',
			[
				['hidden', '<!-- x --> <!-- y -->\n'],
				['prose', 'more'],
			],
		],
		[
			'<!-- x\ny --> behind\nmore',
			[
				['hidden', '<!-- x\ny --> '],
				['prose', 'behind'],
				['prose', 'more'],
			],
		],
		[
			'<!-->a',
			[
				['hidden', '<!-->'],
				['prose', 'a'],
			],
		],
		['<!-- x', [['hidden', '<!-- x\n']]],
	])('of %j is all that is behind its comments', (body, parts) => {
		expect(readBlocks(body).map(block => [block.kind, 'text' in block && block.text])).toEqual(parts);
	});
});
