import {Terminal} from '@xterm/headless';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {thinner} from '../../source/tui/thin-output.ts';

const codes = [
	'0',
	'1',
	'2',
	'7',
	'22',
	'27',
	'31',
	'36',
	'39',
	'30',
	'41',
	'42',
	'49',
	'92',
	'48;5;22',
	'48;2;18;48;30',
].map(code => `\x1b[${code}m`);
const moves = [
	'\x1b[E',
	'\x1b[E\x1b[E\x1b[E',
	'\x1b[3G',
	'\x1b[K',
	'\x1b[2A',
	'\x1b[2J',
	'\x1b[4m',
	'\x1b[24m',
	'\r\n',
];
const piece = fc.oneof(
	{weight: 3, arbitrary: fc.constantFrom(...codes)},
	fc.constantFrom(...moves, 'word', ' ', ' a b ', '✓'),
);

/** What stands in each cell and how it looks; the colour of a blank cannot be seen. */
async function shown(texts: readonly string[]): Promise<string[]> {
	const terminal = new Terminal({cols: 20, rows: 8, allowProposedApi: true});
	for (const text of texts) await new Promise<void>(resolve => terminal.write(text, resolve));
	const cells = Array.from({length: 8}, (_, row) => row).flatMap(row =>
		Array.from({length: 20}, (_, column) => {
			const cell = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row)!.getCell(column)!;
			const text = cell.getChars() || ' ';
			const ground = [cell.getBgColorMode(), cell.getBgColor(), cell.isInverse(), cell.isUnderline()];
			const isSeen = text !== ' ' || cell.isInverse() !== 0 || cell.isUnderline() !== 0;
			const ink = isSeen ? [cell.getFgColorMode(), cell.getFgColor(), cell.isBold(), cell.isDim()] : [];
			return JSON.stringify([text, ground, ink]);
		}),
	);
	terminal.dispose();
	return cells;
}

test('what is written shorter shows the same', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.array(piece, {maxLength: 12}), {maxLength: 6}), async frames => {
			const texts = frames.map(pieces => pieces.join(''));
			const thin = thinner({isColoured: true});
			expect(await shown(texts.map(thin))).toEqual(await shown(texts));
		}),
		{numRuns: 300},
	);
});

test('styles of skipped cells are not written', () => {
	const thin = thinner({isColoured: true});
	expect(thin('\x1b[E\x1b[E\x1b[36m\x1b[32m\x1b[39m\x1b[2m\x1b[22mword')).toBe('\x1b[2Eword');
	expect(thin('\x1b[32ma\x1b[39m \x1b[36mb\x1b[39m')).toBe('\x1b[32ma \x1b[36mb\x1b[39m');
});

test('without colour what is bold, dim or inverse stays so', () => {
	const thin = thinner({isColoured: false});
	expect(thin('\x1b[36ma\x1b[39m\x1b[1mb\x1b[22m\x1b[7mc\x1b[27m\x1b[91md')).toBe('a\x1b[1mb\x1b[22;7mc\x1b[27md');
});

test('without color what has a background is underlined', () => {
	const thin = thinner({isColoured: false});
	expect(thin('\x1b[30m\x1b[42ma b\x1b[49m\x1b[39m c')).toBe('\x1b[4ma b\x1b[24m c');
});

test('the ground of a whole line goes with the colors', () => {
	const text = '\x1b[48;5;22m+ a\x1b[49m b';
	expect(thinner({isColoured: true})(text)).toBe(text);
	expect(thinner({isColoured: false})(text)).toBe('+ a b');
});

test('a link keeps its address, and loses it with the colors', () => {
	const link = '\x1b]8;;https://example.com/\x07text\x1b]8;;\x07';
	expect(thinner({isColoured: true})(link)).toBe(link);
	expect(thinner({isColoured: false})(link)).toBe('text');
});
