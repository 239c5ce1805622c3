import {join} from 'node:path';
import {Terminal as Screen} from '@xterm/headless';
import {type Instance, render} from 'ink';
import {createElement, type ReactNode} from 'react';
import {expect, onTestFinished} from 'vitest';
import {widestOf} from '../../source/text/cells.ts';
import {PainterContext} from '../../source/tui/app/use-frame.ts';
import {escapeMs, KeyByKey} from '../../source/tui/key-by-key.ts';
import {liveLooks} from '../../source/tui/live-looks.ts';
import {modesOnly} from '../../source/tui/modes-only.ts';
import {Painter} from '../../source/tui/paint/painter.ts';
import {barePen, penChange, pensFor} from '../../source/tui/paint/pen.ts';
import type {ScreenFrame} from '../../source/tui/paint/screen-frame.ts';
import {reviewFrame} from '../../source/tui/review/screen-frame.ts';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {usualLooks} from '../../source/tui/theme.ts';
import {Input, Output, type WindowSize} from '../helpers/terminal-streams.ts';

export type {WindowSize};

export const keys = {
	up: '\x1b[A',
	down: '\x1b[B',
	right: '\x1b[C',
	left: '\x1b[D',
	enter: '\r',
	escape: '\x1b',
	tab: '\t',
	space: ' ',
	backspace: '\x7f',
} as const;

export type Mounted = {
	/** What was drawn last, without blanks at the ends of lines. */
	frame: () => string;
	/** Presses keys that arrive in one read, and waits until they are seen. */
	press: (text: string) => Promise<void>;
	paste: (text: string) => Promise<void>;
	resize: (size: WindowSize) => Promise<void>;
	instance: Instance;
};

const turn = (ms = 0) => new Promise<void>(resolve => setTimeout(resolve, ms));

function start(tree: ReactNode, stdout: Output, painter: Pick<Painter, 'draw'>, {isKeyByKey = false}) {
	const stdin = new Input();
	let instance: Instance | null = null;
	const keyByKey = new KeyByKey(stdin as unknown as NodeJS.ReadStream, async () => instance?.waitUntilRenderFlush());
	instance = render(createElement(PainterContext, {value: painter}, tree), {
		stdout: modesOnly(stdout as unknown as NodeJS.WriteStream),
		stderr: stdout as unknown as NodeJS.WriteStream,
		stdin: (isKeyByKey ? keyByKey : stdin) as unknown as NodeJS.ReadStream,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
		alternateScreen: true,
	});
	onTestFinished(() => instance.unmount());
	return {stdin, instance};
}

/** Mounts a tree in a window of this size, without a terminal. */
export async function mount(tree: ReactNode, size: WindowSize, options: {isKeyByKey?: boolean} = {}): Promise<Mounted> {
	let last: ScreenFrame = {rows: [], cursor: null};
	const draw = (frame: () => ScreenFrame) => {
		last = frame();
	};
	const stdout = new Output(size, () => {});
	const {stdin, instance} = start(tree, stdout, {draw}, options);
	await turn();
	return {
		frame: () => wordsOf(last),
		press: async text => {
			stdin.press(text);
			// A lone Esc may be the start of a sequence: Ink waits for the rest of it.
			await turn(text.endsWith('\x1b') ? 2 * escapeMs : 0);
		},
		paste: async text => {
			stdin.press(`\x1b[200~${text}\x1b[201~`);
			await turn();
		},
		resize: async wanted => {
			stdout.resize(wanted);
			await turn();
		},
		instance,
	};
}

/** Mounts a tree as a user has it: `frame` is what the terminal shows. */
export async function mountOnTerminal(
	tree: ReactNode,
	size: WindowSize,
	{isKeyByKey = false, window: screen = new Screen({cols: size.columns, rows: size.rows, allowProposedApi: true})} = {},
): Promise<Mounted> {
	onTestFinished(() => screen.dispose());
	const stdout = new Output(size, text => screen.write(text));
	const looks = liveLooks({theme: 'auto', isColoured: true}, {});
	// As many frames a second as there are keys: no test waits for the next one.
	const options = {looks, isColoured: true, isFullscreen: true, frameMs: 0};
	const painter = new Painter(stdout as unknown as NodeJS.WriteStream, options);
	onTestFinished(() => painter.end());
	const {stdin, instance} = start(tree, stdout, painter, {isKeyByKey});
	const settle = async () => {
		await turn();
		await instance.waitUntilRenderFlush();
		await new Promise<void>(resolve => screen.write('', resolve));
	};
	await settle();
	return {
		frame: () => {
			const {active} = screen.buffer;
			const rows = Array.from({length: screen.rows}, (_, row) =>
				active.getLine(active.baseY + row)?.translateToString(true, 0, screen.cols),
			);
			return plain(rows.join('\n'));
		},
		press: async text => {
			stdin.press(text);
			await settle();
		},
		paste: async text => {
			stdin.press(`\x1b[200~${text}\x1b[201~`);
			await settle();
		},
		resize: async wanted => {
			screen.resize(wanted.columns, wanted.rows);
			stdout.resize(wanted);
			await settle();
		},
		instance,
	};
}

/** Compares a frame with the one of this name in test/frames/. */
export const expectFrame = (frame: string, name: string) =>
	expect(`${frame}\n`).toMatchFileSnapshot(join(import.meta.dirname, `../frames/${name}.txt`));

/** Checks that a frame is no larger than its window, in cells. */
export function expectFits(frame: string, {columns, rows}: WindowSize): void {
	const lines = frame.split('\n');
	expect(lines.length).toBeLessThanOrEqual(rows);
	expect(widestOf(lines)).toBeLessThanOrEqual(columns);
}

/** What the screen of a state looks like, drawn without a terminal. */
export const frameOf = (state: ReviewState): string => wordsOf(reviewFrame(state, null));

export const wordsOf = ({rows}: ScreenFrame): string => plain(rows.map(textOf).join('\n'));

/** The words of a frame: no blanks at the ends of lines, none of the empty lines at its end. */
const plain = (text: string) => text.replace(/ +$/gm, '').trimEnd();

/** A frame without color, with what is left of its looks: the codes of bold, dim, inverse and underlined text, as `‹1›`. */
export function withoutColor({rows}: ScreenFrame): string {
	const penOf = pensFor(usualLooks, false);
	const drawn = rows.map(line => {
		let pen = barePen;
		const spans = line.map(span => {
			const change = penChange(pen, penOf(span));
			pen = penOf(span);
			return `${change}${span.text}`;
		});
		return `${spans.join('').trimEnd()}${penChange(pen, barePen)}`;
	});
	return drawn.join('\n').replace(/\x1b\[([\d;]*)m/g, '‹$1›');
}
