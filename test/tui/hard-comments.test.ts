import {expect, test} from 'vitest';
import {widthOf} from '../../source/text/cells.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {workTree} from '../helpers/work-tree.ts';
import {openDesk} from './desk.ts';
import {frameOf} from './mount.ts';

const times = (count: number, each: (index: number) => string, between = '\n') =>
	Array.from({length: count}, (_, index) => each(index)).join(between);

const codes = (from: number, to: number) => times(to - from + 1, index => String.fromCodePoint(from + index), ' ');

/** Every control, bidirectional and zero-width character. */
const invisible = `${codes(0, 0x1f)} ${codes(0x7f, 0x9f)} ${codes(0x200b, 0x200f)} ${codes(0x2028, 0x202e)} ${codes(0x2060, 0x206f)} \u061c \ufeff`;

const table = (columns: number) =>
	[
		times(columns, index => `head ${index}`, '|'),
		times(columns, () => '--', '|'),
		times(columns, index => `cell ${index}`, '|'),
	].join('\n');

/** Comments, and what can be read at their end. */
const comments: Readonly<Record<string, [body: string, end: string]>> = {
	'5,000 lines': [times(5000, index => `line ${index}`), 'line 4999'],
	'one line of 20,000 words': [`${'word '.repeat(20_000)}end`, 'end'],
	'one word of a megabyte': [`${'x'.repeat(1_000_000)} end`, 'end'],
	'a table of 60 columns': [table(60), 'cell 59'],
	'a list 50 deep': [times(50, index => `${'  '.repeat(index)}- level ${index}`), 'level 49'],
	'a quotation 50 deep': [`${'> '.repeat(50)}deep`, 'deep'],
	'tags and fences without an end': ['<details><summary>S</summary>\n\n<b>bold **x `y\n\n```ts\nlet z;', 'let z;'],
	'invisible characters': [`${invisible} end`, 'end'],
	'links that would run code or drive the terminal': [
		'[a](javascript:alert(1)) [b](https://x.example/\u001b]8;;y\u0007) <a href="javascript:c">d</a> ![e](data:image/png;base64,AAAA) end',
		'end',
	],
};

const sizes = [
	{columns: 40, rows: 12},
	{columns: 80, rows: 24},
	{columns: 300, rows: 80},
];

test.each(Object.keys(comments))('%s', async name => {
	const [body, end] = comments[name]!;
	const tree = workTree();
	const desk = await openDesk(tree, reviewOf(tree).comment('notes.md', 3, body).save());
	desk.press('2', '+');
	for (const size of sizes) {
		desk.store.dispatch({type: 'resize', size});
		for (const key of ['g', 'W', 'v', 'G']) {
			desk.press(key);
			const rows = frameOf(desk.state()).split('\n');
			expect(rows.length).toBeLessThanOrEqual(size.rows);
			for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(size.columns);
			expect(rows.join('')).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
		}
		const {lines, links} = desk.state().detail!;
		expect(lines.map(textOf).join('\n')).toContain(end);
		for (const {href} of links) expect(href).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
	}
});
