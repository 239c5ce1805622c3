import {stripVTControlCharacters} from 'node:util';
import {Terminal as Screen} from '@xterm/headless';
import type {Instance, RenderOptions} from 'ink';
import {type ComponentType, createElement, type ReactElement} from 'react';
import {expect, onTestFinished} from 'vitest';
import type {Theme} from '../../source/settings/app-rows.ts';
import type {Environment} from '../../source/system/environment.ts';
import {widestOf} from '../../source/text/cells.ts';
import type {AppProps} from '../../source/tui/app/use-app.ts';
import {draw} from '../../source/tui/draw.tsx';
import {liveLooks} from '../../source/tui/live-looks.ts';
import {App} from '../../source/tui/review/app.tsx';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {TerminalOutput} from '../../source/tui/terminal-output.ts';
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

/** Milliseconds until a lone Esc is a key: Ink waits a bit less for the rest of a sequence. */
export const escapeMs = 30;

const turn = (ms = 0) => new Promise<void>(resolve => setTimeout(resolve, ms));

const usualLooks: Drawn = {theme: 'auto', isColoured: true, env: {}};

/** An app in the form of a component with a store. */
type Tree = ReactElement;

/** A tree whose app has a store; a menu alone has none. */
const storeOf = (tree: Tree): {dispatch: (action: {type: 'resize'; size: WindowSize}) => void} | null =>
	(tree.props as {store?: ReturnType<typeof storeOf>}).store ?? null;

type Started = {stdin: Input; instance: Instance; resize: (size: WindowSize) => void};

function start(
	tree: Tree,
	size: WindowSize,
	write: (text: string) => void,
	{isFullscreen = true, drawn = usualLooks, ...options}: {isFullscreen?: boolean; drawn?: Drawn} & RenderOptions,
): Started {
	const stdin = new Input();
	const terminal = new Output(size, write) as unknown as NodeJS.WriteStream;
	const output = new TerminalOutput(terminal, size, isFullscreen);
	storeOf(tree)?.dispatch({type: 'resize', size});
	const instance = draw(
		tree,
		{looks: liveLooks(drawn, drawn.env), isColoured: drawn.isColoured},
		{
			stdin: stdin as unknown as NodeJS.ReadStream,
			stdout: output as unknown as NodeJS.WriteStream,
			stderr: terminal,
			alternateScreen: isFullscreen,
			...options,
		},
	);
	return {
		stdin,
		instance,
		resize: wanted => {
			storeOf(tree)?.dispatch({type: 'resize', size: wanted});
			output.resize(wanted, instance);
		},
	};
}

/** Mounts a tree in a window of this size, without a terminal. */
export async function mount(tree: Tree, size: WindowSize): Promise<Mounted> {
	const frame = lastFrame();
	const {stdin, instance, resize} = start(tree, size, frame.write, {debug: true});
	onTestFinished(() => instance.unmount());
	await turn();
	return {
		frame: frame.read,
		press: async text => {
			stdin.press(text);
			await turn(text.endsWith('\x1b') ? 2 * escapeMs : 0);
		},
		paste: async text => {
			stdin.press(`\x1b[200~${text}\x1b[201~`);
			await turn();
		},
		resize: async wanted => {
			resize(wanted);
			await turn();
		},
		instance,
	};
}

/** The words of the last of whole frames that are written. */
function lastFrame() {
	let last = '';
	return {
		write: (text: string) => {
			// Node does not know the sequence that erases characters, and Node 22.13 leaves a part of some links.
			const words = stripVTControlCharacters(text.replace(/\x1b\[\d+X|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)/g, ''));
			if (words !== '') last = words;
		},
		read: () => plain(last),
	};
}

/** Mounts a tree as a user has it: `frame` is what the terminal shows. */
export async function mountOnTerminal(
	tree: Tree,
	size: WindowSize,
	{
		isFullscreen = true,
		window: screen = new Screen({cols: size.columns, rows: size.rows, allowProposedApi: true, convertEol: true}),
		drawn = usualLooks,
	} = {},
): Promise<MountedOnTerminal> {
	const shown = shownCells(screen);
	// As many frames a second as there are keys: no test waits for the next one.
	const options = {isFullscreen, drawn, maxFps: 1000};
	const {stdin, instance, resize} = start(tree, size, text => screen.write(text), options);
	const end = () => {
		instance.unmount();
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
			resize(wanted);
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
	const frame = lastFrame();
	const store = {state: () => state, dispatch: () => {}, subscribe: () => () => {}};
	const tree = createElement(App, {store, now: () => now, onReady: () => {}});
	const {instance} = start(tree, state.size, frame.write, {debug: true});
	const words = frame.read();
	instance.unmount();
	return words;
}

/** What the review shows of a state. */
export const frameOf = (state: ReviewState): string => framed(App, state);

/** The words of a frame: no blanks at the ends of lines, none of the empty lines at its end. */
const plain = (text: string) => text.replace(/ +$/gm, '').trimEnd();
