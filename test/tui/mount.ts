import {Terminal as Screen} from '@xterm/headless';
import {type Instance, render} from 'ink';
import {type ComponentType, createElement, type ReactNode} from 'react';
import {expect, onTestFinished} from 'vitest';
import type {Theme} from '../../source/settings/app-rows.ts';
import type {Environment} from '../../source/system/environment.ts';
import {widestOf} from '../../source/text/cells.ts';
import type {AppProps} from '../../source/tui/app/use-app.ts';
import {PainterContext} from '../../source/tui/app/use-frame.ts';
import {escapeMs, KeyByKey} from '../../source/tui/key-by-key.ts';
import {liveLooks} from '../../source/tui/live-looks.ts';
import {modesOnly} from '../../source/tui/modes-only.ts';
import {Painter} from '../../source/tui/paint/painter.ts';
import type {ScreenFrame} from '../../source/tui/paint/screen-frame.ts';
import {App} from '../../source/tui/review/app.tsx';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {textOf} from '../../source/tui/text/line.ts';
import {Input, Output, type WindowSize} from '../helpers/terminal-streams.ts';
import {type Shown, shownCells} from './shown-cells.ts';

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

/** How an app is drawn: its theme, and what the environment says about the terminal. */
export type Drawn = {theme: Theme; isColoured: boolean; env: Environment};

export type MountedOnTerminal = Mounted & {
	/** What the terminal shows, cell by cell. */
	shown: () => Shown;
	/** Ends the app; otherwise it ends with the test. */
	end: () => void;
};

const turn = (ms = 0) => new Promise<void>(resolve => setTimeout(resolve, ms));

function start(tree: ReactNode, stdout: Output, painter: Pick<Painter, 'draw'>, {isKeyByKey = false} = {}) {
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
	onTestFinished(() => instance.unmount());
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
	{
		isKeyByKey = false,
		window: screen = new Screen({cols: size.columns, rows: size.rows, allowProposedApi: true}),
		drawn: {theme, isColoured, env} = {theme: 'auto', isColoured: true, env: {}} as Drawn,
	} = {},
): Promise<MountedOnTerminal> {
	const shown = shownCells(screen);
	const stdout = new Output(size, text => screen.write(text));
	const looks = liveLooks({theme, isColoured}, env);
	// As many frames a second as there are keys: no test waits for the next one.
	const options = {looks, isColoured, isFullscreen: true, frameMs: 0};
	const painter = new Painter(stdout as unknown as NodeJS.WriteStream, options);
	const {stdin, instance} = start(tree, stdout, painter, {isKeyByKey});
	const end = () => {
		instance.unmount();
		painter.end();
		screen.dispose();
	};
	onTestFinished(end);
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
		shown,
		end,
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

/** Checks that a frame is no larger than its window, in cells. */
export function expectFits(frame: string, {columns, rows}: WindowSize): void {
	const lines = frame.split('\n');
	expect(lines.length).toBeLessThanOrEqual(rows);
	expect(widestOf(lines)).toBeLessThanOrEqual(columns);
}

/** What an app shows of a state, drawn without a terminal. */
export function framed<State extends {size: WindowSize}, Action>(
	App: ComponentType<AppProps<State, Action>>,
	state: State,
	now = 0,
): string {
	let last: ScreenFrame = {rows: [], cursor: null};
	const draw = (frame: () => ScreenFrame) => {
		last = frame();
	};
	const store = {state: () => state, dispatch: () => {}, subscribe: () => () => {}};
	const tree = createElement(App, {store, now: () => now, onReady: () => {}});
	start(tree, new Output(state.size, () => {}), {draw}).instance.unmount();
	return wordsOf(last);
}

/** What the review shows of a state. */
export const frameOf = (state: ReviewState): string => framed(App, state);

const wordsOf = ({rows}: ScreenFrame): string => plain(rows.map(textOf).join('\n'));

/** The words of a frame: no blanks at the ends of lines, none of the empty lines at its end. */
const plain = (text: string) => text.replace(/ +$/gm, '').trimEnd();
