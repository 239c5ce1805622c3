import {setTimeout} from 'node:timers/promises';
import {Terminal} from '@xterm/headless';
import fc from 'fast-check';
import type {WindowSize} from '../../test/helpers/terminal-streams.ts';
import {type Desk, openDesk} from './desk.ts';
import {Mounted} from './mounted.tsx';

const seed = 20261121;
const screens = 500;

const arrows = ['\x1b[A', '\x1b[B', '\x1b[C', '\x1b[D'];
const key = fc.constantFrom(...arrows, ...'\r\x1b\t \x7f', ...'jjjkkkgGnNsvz+hlbxi/?12d|W)(A', 'jj\r', '\x04', '\x15');
const resize = fc.record({columns: fc.integer({min: 36, max: 180}), rows: fc.integer({min: 10, max: 60})});
const step = fc.oneof({weight: 7, arbitrary: key}, {weight: 1, arbitrary: resize});

export type Screens = {compared: number; different: number; example: string | null};

/** Checks after each of many random keys and resizes that the terminal shows what one shows on which all of it is drawn anew. */
export async function compareScreens(recording: string): Promise<Screens> {
	let size: WindowSize = {columns: 120, rows: 40};
	const desk = await openDesk(recording, size);
	const terminal = new Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true, convertEol: true});
	const app = Mounted.app(desk.tree, size, {show: text => terminal.write(text)});
	const result: Screens = {compared: 0, different: 0, example: null};
	for (const taken of fc.sample(step, {seed, numRuns: screens})) {
		if (typeof taken === 'string') app.press(taken);
		else {
			size = taken;
			terminal.resize(size.columns, size.rows);
			desk.store.dispatch({type: 'resize', size});
			app.resize(size);
		}
		// A lone Esc may be the start of a sequence: Ink waits for the rest of it.
		await setTimeout(taken === '\x1b' ? 40 : 0);
		await desk.settled();
		await app.instance.waitUntilRenderFlush();
		await written(terminal);
		const [shown, drawn] = [shownBy(terminal), await drawnAtOnce(desk, size)];
		result.compared++;
		if (shown === drawn) continue;
		result.different++;
		result.example ??= `after ${JSON.stringify(taken)} at ${size.columns}x${size.rows}\n${drawn}\n--- shown as\n${shown}`;
	}
	app.instance.unmount();
	return result;
}

const written = (terminal: Terminal) => new Promise<void>(resolve => terminal.write('', resolve));

async function drawnAtOnce(desk: Desk, size: WindowSize): Promise<string> {
	const terminal = new Terminal({cols: size.columns, rows: size.rows, allowProposedApi: true, convertEol: true});
	const app = Mounted.app(desk.tree, size, {show: text => terminal.write(text)});
	await app.instance.waitUntilRenderFlush();
	await written(terminal);
	const shown = shownBy(terminal);
	app.instance.unmount();
	terminal.dispose();
	return shown;
}

function shownBy({buffer: {active}, rows, cols}: Terminal): string {
	const lines = Array.from({length: rows}, (_, row) => active.getLine(active.baseY + row));
	return wordsOf(lines.map(line => line?.translateToString(true, 0, cols) ?? '').join('\n'));
}

/** Without blanks at the ends of lines. */
const wordsOf = (text: string) => text.replace(/ +$/gm, '').trimEnd();
