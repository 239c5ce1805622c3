import {setTimeout} from 'node:timers/promises';
import {Terminal} from '@xterm/headless';
import fc from 'fast-check';
import {reviewFrame} from '../../source/tui/review/screen-frame.ts';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {textOf} from '../../source/tui/text/line.ts';
import type {WindowSize} from '../../test/helpers/terminal-streams.ts';
import {openDesk} from './desk.ts';
import {Mounted} from './mounted.ts';

const seed = 20261121;
const screens = 500;

const arrows = ['\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D'];
const key = fc.constantFrom(...arrows, ...'\r\x1b\t \x7f', ...'jjjkkkgGnNsvz+hlbxi/?12d|W)(A', 'jj\r', '\x04', '\x15');
const resize = fc.record({columns: fc.integer({min: 36, max: 180}), rows: fc.integer({min: 10, max: 60})});
const step = fc.oneof({weight: 7, arbitrary: key}, {weight: 1, arbitrary: resize});

export type Screens = {compared: number; different: number; example: string | null};

/** Checks after each of many random keys and resizes that the terminal shows what the app has drawn. */
export async function compareScreens(recording: string): Promise<Screens> {
	let size: WindowSize = {columns: 120, rows: 40};
	const desk = await openDesk(recording, size);
	const terminal = new Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true});
	const app = Mounted.app(desk.tree, size, {frameMs: 0, show: text => terminal.write(text)});
	const result: Screens = {compared: 0, different: 0, example: null};
	for (const taken of fc.sample(step, {seed, numRuns: screens})) {
		if (typeof taken === 'string') app.press(taken);
		else {
			size = taken;
			terminal.resize(size.columns, size.rows);
			app.output.resize(size);
		}
		// A lone Esc may be the start of a sequence: Ink waits for the rest of it.
		await setTimeout(taken === '\x1b' ? 40 : 0);
		await desk.settled();
		await app.instance.waitUntilRenderFlush();
		await new Promise<void>(resolve => terminal.write('', resolve));
		const [shown, drawn] = [shownBy(terminal), frameOf(desk.store.state())];
		result.compared++;
		if (shown === drawn) continue;
		result.different++;
		result.example ??= `after ${JSON.stringify(taken)} at ${size.columns}x${size.rows}\n${drawn}\n--- shown as\n${shown}`;
	}
	app.instance.unmount();
	return result;
}

function shownBy({buffer: {active}, rows, cols}: Terminal): string {
	const lines = Array.from({length: rows}, (_, row) => active.getLine(active.baseY + row));
	return wordsOf(lines.map(line => line?.translateToString(true, 0, cols) ?? '').join('\n'));
}

const frameOf = (state: ReviewState) => wordsOf(reviewFrame(state, null).rows.map(textOf).join('\n'));

/** Without blanks at the ends of lines. */
const wordsOf = (text: string) => text.replace(/ +$/gm, '').trimEnd();
