import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cutText} from '../../../source/agents/view/cut-text.ts';
import {estimateTokens} from '../../../source/agents/view/tokens.ts';

const code = [
	'Rename it:',
	'',
	'```ts',
	...Array.from({length: 30}, (_, at) => `const item${at} = ${at};`),
	'```',
].join('\n');

test('a text that fits stays whole', () => {
	expect(cutText(code, 1000)).toEqual({text: code, cutLines: 0});
});

test('a fence in which the text is cut is closed', () => {
	const {text, cutLines} = cutText(code, 60);
	expect(text.split('\n').filter(line => line.startsWith('```'))).toEqual(['```ts', '```']);
	expect(text.split('\n').length - 1 + cutLines).toBe(code.split('\n').length);
});

test('a shorter fence in a longer one closes nothing', () => {
	const nested = ['````md', '```', 'x'.repeat(9), '```', 'y'.repeat(300), '````'].join('\n');
	expect(cutText(nested, 30).text).toBe(['````md', '```', 'x'.repeat(9), '```', '````'].join('\n'));
});

test('of a first line that is too long, its beginning stays', () => {
	const {text, cutLines} = cutText('x'.repeat(10_000), 50);
	expect(text).toMatch(/^x{100,}…$/);
	expect(cutLines).toBe(1);
});

test('never more than there is room for, and every fence is closed', () => {
	const line = fc.constantFrom('text', '```', '```ts', '````', '', '日本語の行', 'x'.repeat(200), '~~~');
	fc.assert(
		fc.property(fc.array(line, {maxLength: 40}), fc.integer({min: 0, max: 200}), (lines, tokens) => {
			const {text} = cutText(lines.join('\n'), tokens);
			expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
		}),
	);
});
