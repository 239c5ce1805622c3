import {Terminal as Screen} from '@xterm/headless';
import {type Instance, render, renderToString} from 'ink';
import {createElement, type ReactNode} from 'react';
import {onTestFinished} from 'vitest';
import {escapeMs, KeyByKey} from '../../source/tui/key-by-key.ts';
import {ReviewScreen} from '../../source/tui/review/screen.tsx';
import type {ReviewState} from '../../source/tui/review/state.ts';
import {thinned} from '../../source/tui/thin-output.ts';
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

function start(tree: ReactNode, stdout: Output, options: {debug: boolean; isKeyByKey?: boolean}) {
	const stdin = new Input();
	let instance: Instance | null = null;
	const keyByKey = new KeyByKey(stdin as unknown as NodeJS.ReadStream, async () => instance?.waitUntilRenderFlush());
	instance = render(tree, {
		stdout: thinned(stdout as unknown as NodeJS.WriteStream, {isColoured: true}),
		stderr: stdout as unknown as NodeJS.WriteStream,
		stdin: (options.isKeyByKey ? keyByKey : stdin) as unknown as NodeJS.ReadStream,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
		// As many frames a second as there are keys: no test waits for the next one.
		...(options.debug ? {debug: true} : {alternateScreen: true, incrementalRendering: true, maxFps: 1000}),
	});
	onTestFinished(() => instance.unmount());
	return {stdin, instance};
}

/** Mounts a tree in a window of this size; every frame is drawn whole and at once. */
export async function mount(tree: ReactNode, size: WindowSize, {isKeyByKey = false} = {}): Promise<Mounted> {
	let last = '';
	const stdout = new Output(size, text => {
		if (text.includes('\n') || text.length > 20) last = text;
	});
	const {stdin, instance} = start(tree, stdout, {debug: true, isKeyByKey});
	await turn();
	return {
		frame: () => plain(last),
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

/** Mounts a tree as a user has it: alternate screen, lines rewritten one by one; `frame` is what the terminal shows. */
export async function mountOnTerminal(
	tree: ReactNode,
	size: WindowSize,
	{isKeyByKey = false, window: screen = new Screen({cols: size.columns, rows: size.rows, allowProposedApi: true})} = {},
): Promise<Mounted> {
	onTestFinished(() => screen.dispose());
	const stdout = new Output(size, text => screen.write(text.replace(/(?<!\r)\n/g, '\r\n')));
	const {stdin, instance} = start(tree, stdout, {debug: false, isKeyByKey});
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

/** What the screen of a state looks like, drawn without a terminal. */
export const frameOf = (state: ReviewState): string =>
	frameOfTree(createElement(ReviewScreen, {state, gauges: null}), state.size);

export function frameOfTree(tree: ReactNode, {columns}: WindowSize): string {
	return plain(renderToString(tree, {columns}));
}

/** The words of a frame: no colours, no addresses of links, no blanks at the ends of lines, none of the empty lines at its end. */
function plain(text: string): string {
	return text
		.replace(/\x1b\[[0-9;?]*[a-zA-Z]|\x1b\]8;;[^\x07]*\x07/g, '')
		.replace(/[ \r]+$/gm, '')
		.trimEnd();
}
