import {setImmediate, setTimeout} from 'node:timers/promises';
import {type Instance, render} from 'ink';
import type {ReactNode} from 'react';
import {WithLooks} from '../../source/tui/components/looks.tsx';
import {liveLooks} from '../../source/tui/live-looks.ts';
import {TerminalOutput} from '../../source/tui/terminal-output.ts';
import {Input, type WindowSize} from '../../test/helpers/terminal-streams.ts';
import {CountedOutput} from './counted-output.ts';

type Options = {
	/** Ink's own by default. */
	maxFps?: number;
	show?: (text: string) => void;
};

/** A tree on a terminal that only counts. */
export class Mounted {
	readonly instance: Instance;
	readonly output: CountedOutput;
	readonly #input = new Input();
	readonly #terminal: TerminalOutput | null;

	private constructor(
		tree: ReactNode,
		output: CountedOutput,
		{terminal = null, maxFps = 30}: {terminal?: TerminalOutput | null; maxFps?: number} = {},
	) {
		this.output = output;
		this.#terminal = terminal;
		this.instance = render(tree, {
			stdin: this.#input as unknown as NodeJS.ReadStream,
			stdout: (terminal ?? output) as unknown as NodeJS.WriteStream,
			maxFps,
			stderr: output as unknown as NodeJS.WriteStream,
			alternateScreen: true,
			incrementalRendering: true,
			interactive: true,
			exitOnCtrlC: false,
			isScreenReaderEnabled: false,
			patchConsole: false,
		});
	}

	/** Draws one of our apps, as its user sees it. */
	static app(tree: ReactNode, size: WindowSize, {show, maxFps = 30}: Options = {}): Mounted {
		const output = new CountedOutput(size, show);
		const stream = output as unknown as NodeJS.WriteStream;
		const looks = liveLooks({theme: 'auto', isColoured: true}, {});
		const terminal = new TerminalOutput(stream, size, true);
		const drawn = (
			<WithLooks looks={looks} isColoured>
				{tree}
			</WithLooks>
		);
		return new Mounted(drawn, output, {terminal, maxFps});
	}

	/** Draws a tree of Ink's own components. */
	static ink(tree: ReactNode, size: WindowSize): Mounted {
		const output = new CountedOutput(size);
		return new Mounted(tree, output);
	}

	/** Gives an app of ours the size that its state has. */
	resize(size: WindowSize): void {
		this.#terminal?.resize(size, this.instance);
	}

	press(keys: string): void {
		this.#input.press(keys);
	}

	/** Presses a key and waits for its frame, and then as long as another one could be delayed. */
	async measure(key: string): Promise<{latencyMs: number; bytes: number}> {
		const before = this.output.bytes;
		const pressedAtMs = performance.now();
		this.press(key);
		while (this.output.bytes === before) {
			if (performance.now() - pressedAtMs > longestMs) throw new Error(`nothing was drawn for the key "${key}"`);
			await setImmediate();
		}
		const latencyMs = this.output.wroteAtMs - pressedAtMs;
		await setTimeout(restMs);
		return {latencyMs, bytes: this.output.bytes - before};
	}
}

const longestMs = 60_000;
/** Both draw at most 30 frames a second: after this time the next key is drawn at once. */
const restMs = 50;
