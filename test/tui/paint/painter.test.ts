import {setTimeout} from 'node:timers/promises';
import {Terminal} from '@xterm/headless';
import fc from 'fast-check';
import {describe, expect, onTestFinished, test} from 'vitest';
import {liveLooks} from '../../../source/tui/live-looks.ts';
import {alternateScreen} from '../../../source/tui/modes-only.ts';
import {Painter, type PainterOptions} from '../../../source/tui/paint/painter.ts';
import type {ScreenFrame} from '../../../source/tui/paint/screen-frame.ts';
import {type Line, line, type Span, span, type Tone} from '../../../source/tui/text/line.ts';
import {Output, type WindowSize} from '../../helpers/terminal-streams.ts';

const size: WindowSize = {columns: 20, rows: 6};

/** A painter and the terminal that it draws on. */
function easel(options: Partial<PainterOptions> = {}) {
	const terminal = new Terminal({cols: size.columns, rows: size.rows, scrollback: 100, allowProposedApi: true});
	onTestFinished(() => terminal.dispose());
	const written: string[] = [];
	const output = new Output(size, text => {
		written.push(text);
		terminal.write(text);
	});
	const looks = liveLooks({theme: 'auto', isColoured: true}, {COLORTERM: 'truecolor'});
	const usual = {looks, isColoured: true, isFullscreen: true, frameMs: 0};
	const painter = new Painter(output as unknown as NodeJS.WriteStream, {...usual, ...options});
	onTestFinished(() => painter.end());
	const seen = () => new Promise<void>(resolve => terminal.write('', resolve));
	return {
		painter,
		terminal,
		written,
		looks,
		draw: (rows: readonly Line[], cursor: ScreenFrame['cursor'] = null) => painter.draw(() => ({rows, cursor})),
		resize: (to: WindowSize) => {
			terminal.resize(to.columns, to.rows);
			output.resize(to);
		},
		write: (text: string) => output.write(text),
		cells: async () => {
			await seen();
			return cellsOn(terminal);
		},
		text: async () => {
			await seen();
			return textOn(terminal);
		},
	};
}

/** A frame is shown at once, and nothing in it wraps. */
const framed = (text: string) => `\x1b[?2026h\x1b[?7l${text}\x1b[?7h\x1b[?2026l`;

/** What is in each cell and how it looks; the color of a blank cannot be seen. */
function cellsOn({buffer: {active}, rows, cols}: Terminal): string[] {
	return Array.from({length: rows * cols}, (_, at) => {
		const cell = active.getLine(active.baseY + Math.floor(at / cols))!.getCell(at % cols)!;
		const text = cell.getChars() || ' ';
		const ground = [cell.getBgColorMode(), cell.getBgColor(), cell.isInverse(), cell.isUnderline()];
		const isSeen = text !== ' ' || cell.isInverse() !== 0;
		const pen = isSeen ? [cell.getFgColorMode(), cell.getFgColor(), cell.isBold(), cell.isDim(), cell.isItalic()] : [];
		return JSON.stringify([text, cell.getWidth(), ground, pen]);
	});
}

const textOn = ({buffer: {active}, rows, cols}: Terminal): string =>
	Array.from({length: rows}, (_, row) =>
		active
			.getLine(active.baseY + row)!
			.translateToString(true, 0, cols)
			.trimEnd(),
	)
		.join('\n')
		.trimEnd();

const tones: Tone[] = ['plain', 'strong', 'quiet', 'accent', 'added-word', 'removed', 'selected', 'link', 'emphasis'];
const span$: fc.Arbitrary<Span> = fc.record(
	{
		text: fc.oneof(
			fc.constantFrom('word', ' ', '  a', '漢字', '✓…', 'é', 'cafe\u0301', '', 'const x = 1;'),
			fc.string(),
		),
		tone: fc.constantFrom(...tones),
		ground: fc.constantFrom('added-ground' as const, 'removed-ground' as const),
		isMatch: fc.constant(true as const),
		href: fc.constantFrom('https://example.com/1', 'https://example.com/2'),
	},
	{requiredKeys: ['text', 'tone']},
);
const rows$ = fc.array(fc.array(span$, {maxLength: 6}), {maxLength: 8});
const cursor$ = fc.option(fc.record({row: fc.nat(5), column: fc.nat(19)}));
const step$ = fc.oneof(
	{weight: 6, arbitrary: fc.record({rows: rows$, cursor: cursor$})},
	fc.constantFrom({columns: 30, rows: 8}, {columns: 20, rows: 6}, {columns: 7, rows: 3}),
	fc.constantFrom('dark' as const, 'light' as const),
	fc.constant('suspend' as const),
);

test('after any frames, sizes, backgrounds and suspensions the terminal shows what one frame alone would', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step$, {minLength: 2, maxLength: 12}), async steps => {
			const {painter, draw, write, looks, resize, cells, terminal} = easel();
			let [now, last]: [WindowSize, ScreenFrame] = [size, {rows: [], cursor: null}];
			for (const step of steps) {
				if (step === 'suspend') {
					painter.hold();
					draw([line('not for the program that has the terminal')]);
					write('\x1b[2J\x1b[31mother output\r\n\x1b[m');
					draw(last.rows, last.cursor);
					painter.resume();
				} else if (step === 'dark' || step === 'light') looks.dispatch(step);
				else if ('columns' in step) {
					now = step;
					resize(now);
					draw(last.rows, last.cursor);
				} else {
					last = step;
					draw(last.rows, last.cursor);
				}
			}
			const alone = easel({looks});
			alone.resize(now);
			alone.draw(last.rows, last.cursor);
			expect(await cells()).toEqual(await alone.cells());
			const cursorOf = ({buffer: {active}}: Terminal) => [active.cursorX, active.cursorY];
			if (last.cursor) expect(cursorOf(terminal)).toEqual(cursorOf(alone.terminal));
		}),
		{numRuns: 150},
	);
});

test('a frame that is there already writes nothing', () => {
	const {draw, written} = easel();
	draw([line('one'), line('two', 'accent')]);
	const before = written.length;
	draw([line('one'), line('two', 'accent')]);
	draw([[span('o'), span('ne')], line('two', 'name')]);
	expect(written).toHaveLength(before);
});

test('after the end nothing is drawn, also if a program that had the terminal ends only then', () => {
	const {painter, draw, written} = easel();
	draw([line('a frame')]);
	painter.hold();
	painter.end();
	const before = written.length;
	painter.resume();
	draw([line('another one')]);
	expect(written).toHaveLength(before);
});

test('only cells that change are written', () => {
	const {draw, written} = easel();
	draw([line('first row'), line('second row', 'accent'), line('third row, long')]);
	draw([line('first row'), line('second now', 'accent'), line('third row')]);
	expect(written.at(-1)).toBe(framed('\x1b[2;8H\x1b[36mn\r\n\x1b[9C\x1b[m\x1b[K'));
});

test('where the terminal gives a character another width, only this character is misplaced', async () => {
	const {draw, terminal, text} = easel();
	// @xterm/headless gives these one cell each, where newer terminals give them two.
	const wide = ['🎉', '👩‍💻', '❤️'];
	draw([line('old text, old text')]);
	for (const character of wide) {
		draw([line(`a ${character} b c d`)]);
		draw([line(`a ${character} b X d`)]);
		await text();
		const row = terminal.buffer.active.getLine(0)!;
		const seen = Array.from({length: 12}, (_, at) => row.getCell(at)!.getChars() || ' ').join('');
		expect(seen.slice(-8).trimEnd()).toBe(' b X d');
	}
});

test('control characters of a line never reach the terminal', () => {
	const {draw, written} = easel();
	draw([line('a\x1b[2Jb\x07\r\n\x9b1mc\u200b')]);
	expect(written.join('').replace(/\x1b\[\?\d+[hl]|\x1b\[1;1H|\x1b\[(?:2J|K)|\r\n/g, '')).toBe('a[2Jb1mc');
});

test('a frame is made only when it is drawn, and the last one of many is', async () => {
	const {painter, text} = easel({frameMs: 5});
	const made: number[] = [];
	const numbered = (each: number) => () => {
		made.push(each);
		return {rows: [line(`frame ${each}`)], cursor: null};
	};
	for (let each = 1; each <= 50; each++) painter.draw(numbered(each));
	expect(made).toEqual([1]);
	await expect.poll(text).toBe('frame 50');
	await setTimeout(20);
	expect(made).toEqual([1, 50]);
});

describe('below a prompt', () => {
	const shell = 'before\r\n$ pr-resolve\r\n';
	const above = ({buffer: {active}}: Terminal) =>
		Array.from({length: active.baseY}, (_, row) => active.getLine(row)!.translateToString(true));

	test('what the shell has shown scrolls up, and the next prompt is below the last row', async () => {
		const {painter, terminal, draw, write, text} = easel({isFullscreen: false});
		write(shell);
		draw(
			Array.from({length: 6}, (_, row) => line(`row ${row}`)),
			{row: 4, column: 2},
		);
		expect(await text()).toBe('row 0\nrow 1\nrow 2\nrow 3\nrow 4\nrow 5');
		expect(above(terminal)).toEqual(['before', '$ pr-resolve']);
		painter.end();
		write('\r\n$ ');
		expect((await text()).split('\n')).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'row 5', '$']);
	});

	test('another program gets a cleared window, and what it leaves scrolls up', async () => {
		const {painter, terminal, draw, write, text} = easel({isFullscreen: false});
		write(shell);
		draw([line('a frame')]);
		painter.hold();
		write('output\r\n');
		expect(await text()).toBe('output');
		painter.resume();
		expect(await text()).toBe('a frame');
		expect(above(terminal)).toEqual(['before', '$ pr-resolve', 'output']);
	});

	test('a lower and a higher window show one frame', async () => {
		const {terminal, draw, resize, write, text} = easel({isFullscreen: false});
		write(shell);
		const rows = (count: number) => Array.from({length: count}, (_, row) => line(`row ${row}`));
		draw(rows(6));
		for (const height of [4, 9]) {
			resize({columns: 20, rows: height});
			draw(rows(height));
			expect((await text()).split('\n')).toEqual(rows(height).map(([each]) => each!.text));
		}
		expect(above(terminal).slice(0, 2)).toEqual(['before', '$ pr-resolve']);
	});
});

test('the alternate screen is left as it was found', async () => {
	const {painter, terminal, draw, write, text} = easel();
	write(`$ pr-resolve\r\n${alternateScreen.enter}`);
	draw([line('a frame')]);
	expect(await text()).toBe('a frame');
	painter.end();
	write(alternateScreen.leave);
	expect(await text()).toBe('$ pr-resolve');
	expect([terminal.buffer.active.cursorX, terminal.buffer.active.cursorY]).toEqual([0, 1]);
});
