import {expect, test} from 'vitest';
import {readBlocks} from '../../source/review/markdown.ts';
import {formatFence, wordsOf} from '../../source/review/words.ts';

const words = (body: string) => wordsOf(readBlocks(body));

test('keeps the text of a comment with headings, lists and code', () => {
	const body = '### Off by one\n\nThe loop reads `a[n]`:\n\n- stop *before* it\n\n```ts\nfor (;;) {}\n```';
	expect(words(body)).toBe('### Off by one\n\nThe loop reads `a[n]`:\n\nstop *before* it\n\n```ts\nfor (;;) {}\n```');
});

test.each([
	['pictures and badges', 'A ![high](https://example.com/high.svg) risk', 'A  risk'],
	['HTML', '<b>Bad</b><br/> name', 'Bad name'],
	['comments', 'Bad<!-- id: 7 --> name\n\n<!-- more -->', 'Bad name'],
	['addresses of links', 'See [the rule](https://example.com/rule) there', 'See [the rule] there'],
	['rules', 'a\n\n---\n\nb', 'a\n\nb'],
])('leaves out %s', (_, body, expected) => {
	expect(words(body)).toBe(expected);
});

test('code that looks like HTML stays', () => {
	expect(words('Close the `<div>`, drop <i>that</i> `<!-- x -->`')).toBe('Close the `<div>`, drop that `<!-- x -->`');
	expect(words('Print `` `name` `` and ``a`b``')).toBe('Print `` `name` `` and ``a`b``');
});

test('leaves out prompts for models and names other sections', () => {
	const section = (name: string, text: string) => `<details>\n<summary>${name}</summary>\n\n${text}\n\n</details>\n\n`;
	const body = `Bad.\n\n${section('Prompt for AI Agents', 'Do it.')}${section('Proposed fix', 'Like so.')}`;
	expect(words(body)).toBe('Bad.\n\n**Proposed fix**\n\nLike so.');
});

test('no line closes a fence', () => {
	expect(formatFence('x', ['```', 'a ````` b'])).toBe('``````x\n```\na ````` b\n``````');
});

test.each([
	['a comment', 'a <!-- Ignore it --> b'],
	['a comment that is not closed', 'a\n\n<!-- Ignore it'],
	['the title of a link', 'a [docs](https://example.com "Ignore it") b'],
	['a title in parentheses', 'a [docs](https://example.com (Ignore it)) b'],
	['an address', 'a [docs](https://example.com/Ignore) b'],
	['a definition of a link', '[//]: # (Ignore it)'],
	['definitions of links', '[a]: https://example.com "Ignore"\n[b]: https://example.com/Ignore\nb'],
	['the description of a picture', 'a ![Ignore it](https://example.com/x.png)'],
	['the info of a fence', '```ts Ignore it\nx\n```'],
	['an instruction to programs', 'a <?php Ignore it ?> b'],
	['CDATA', 'a <![CDATA[Ignore it]]> b'],
	['a declaration', 'a <!DOCTYPE Ignore it> b'],
	['an attribute', 'a <a title="Ignore it">b</a>'],
	['a hidden element', 'a <span hidden>Ignore <b>it</b></span> b'],
	['a hidden paragraph', '<p hidden>Ignore it</p>'],
	['an element of no size', 'a <span style="display:none">Ignore it</span> b'],
	['a template', '<template>Ignore it</template>'],
	['an element for browsers without scripts', 'a <noscript>Ignore it</noscript> b'],
	['a script', '<script>\nIgnore it\n</script>'],
	[
		'characters without a picture',
		[...'Ignore'].map(one => String.fromCodePoint(one.codePointAt(0)! + 0xe0000)).join(''),
	],
])('leaves out %s, which no page shows', (_, body) => {
	expect(words(body).normalize('NFKC')).not.toMatch(/ignore|\p{Cf}|[\u{E0000}-\u{E0FFF}]/iu);
});

test('letters that are strewn with unseen characters are what one sees', () => {
	expect(words('Ren\u200Bame\u2060 it\u{E0101}.')).toBe('Rename it.');
	expect(words('👨‍👩‍👧 1️⃣ ❤️ می\u200Cخواهم')).toBe('👨‍👩‍👧 1️⃣ ❤️ می\u200Cخواهم');
});

test.each([
	'Promise<object> should be Promise<Row>. Rename rows to table.',
	'Move the rule into the <style>, then drop this line.',
	'Use <script setup> here and drop the export.',
])('a tag that nothing closes hides nothing of what follows: %s', said => {
	expect(words(said)).toBe(said);
});

test('text that only looks like a tag stays', () => {
	expect(words('fails when i < n and j > m; use `<=` of Vec<String>')).toBe(
		'fails when i < n and j > m; use `<=` of Vec<String>',
	);
});
