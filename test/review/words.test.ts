import {expect, test} from 'vitest';
import {readBlocks} from '../../source/review/markdown.ts';
import {formatFence, wordsOf} from '../../source/review/words.ts';

const words = (body: string) => wordsOf(readBlocks(body));

test('keeps what a remark says, headings, lists and code among it', () => {
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
});

test('leaves out prompts for models and names other sections', () => {
	const section = (name: string, text: string) => `<details>\n<summary>${name}</summary>\n\n${text}\n\n</details>\n\n`;
	const body = `Bad.\n\n${section('Prompt for AI Agents', 'Do it.')}${section('Proposed fix', 'Like so.')}`;
	expect(words(body)).toBe('Bad.\n\n**Proposed fix**\n\nLike so.');
});

test('no line closes a fence', () => {
	expect(formatFence('x', ['```', 'a ````` b'])).toBe('``````x\n```\na ````` b\n``````');
});
