import {Terminal} from '@xterm/headless';
import {expect, test} from 'vitest';
import {usualKeys} from '../../source/tui/app/keymap.ts';
import {closing, opening, request} from '../../source/tui/before-ink.ts';
import {keymap} from '../../source/tui/review/keymap.ts';
import {reviewLines} from '../../source/tui/review/screen-lines.ts';
import {initialReview} from '../../source/tui/review/state.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import {thinned} from '../../source/tui/thin-output.ts';
import {frameOf} from './mount.ts';

const size = {columns: 100, rows: 30};
const state = initialReview(size, symbolsFor(true), usualKeys(keymap));
const {above, below} = reviewLines(state, null);

const terminalOf = () => new Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true});
const write = (terminal: Terminal, text: string) => new Promise<void>(resolve => terminal.write(text, resolve));

function shown({buffer: {active}, rows}: Terminal): string {
	return Array.from({length: rows}, (_, row) =>
		active
			.getLine(active.baseY + row)!
			.translateToString()
			.trimEnd(),
	)
		.join('\n')
		.trimEnd();
}

test('what is shown before Ink is there is the frame that it draws', async () => {
	const terminal = terminalOf();
	await write(terminal, '$ pr-resolve\r\n');
	await write(terminal, opening([...above, ...below]));
	expect(terminal.buffer.active.type).toBe('alternate');
	expect(shown(terminal)).toBe(frameOf(state));
	const {cursorX, cursorY} = terminal.buffer.active;
	expect([cursorX, cursorY]).toEqual([0, 0]);
	await write(terminal, closing);
	expect([terminal.buffer.active.type, shown(terminal)]).toEqual(['normal', '$ pr-resolve']);
	terminal.dispose();
});

test('a terminal that has its screen already is not asked for it again, until it gave it back', () => {
	const written: string[] = [];
	const stream = {write: (text: string) => void written.push(text)} as unknown as NodeJS.WriteStream;
	const thin = thinned(stream, {isColoured: true}, request);
	for (const text of [request, 'frame', '\x1b[?1049l', request]) thin.write(text);
	expect(written.filter(text => text !== '')).toEqual(['frame', '\x1b[?1049l', request]);
});
