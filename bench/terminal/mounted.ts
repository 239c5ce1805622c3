import {setImmediate, setTimeout} from 'node:timers/promises';
import {type Instance, render} from 'ink';
import {createElement, type ReactNode} from 'react';
import {PainterContext} from '../../source/tui/app/use-frame.ts';
import {liveLooks} from '../../source/tui/live-looks.ts';
import {modesOnly} from '../../source/tui/modes-only.ts';
import {Painter} from '../../source/tui/paint/painter.ts';
import {Input, type WindowSize} from '../../test/helpers/terminal-streams.ts';
import {CountedOutput} from './counted-output.ts';

type Options = {
	/** Milliseconds from a frame to the next one. */
	frameMs?: number;
	show?: (text: string) => void;
};

/** A tree on a terminal that only counts. */
export class Mounted {
	readonly instance: Instance;
	readonly output: CountedOutput;
	readonly #input = new Input();

	private constructor(tree: ReactNode, output: CountedOutput, stdout: NodeJS.WriteStream) {
		this.output = output;
		this.instance = render(tree, {
			stdin: this.#input as unknown as NodeJS.ReadStream,
			stdout,
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
	static app(tree: ReactNode, size: WindowSize, {show, ...options}: Options = {}): Mounted {
		const output = new CountedOutput(size, show);
		const stream = output as unknown as NodeJS.WriteStream;
		const looks = liveLooks({theme: 'auto', isColoured: true}, {});
		const painter = new Painter(stream, {looks, isColoured: true, isFullscreen: true, ...options});
		return new Mounted(createElement(PainterContext, {value: painter}, tree), output, modesOnly(stream));
	}

	/** Draws a tree of Ink's own components. */
	static ink(tree: ReactNode, size: WindowSize): Mounted {
		const output = new CountedOutput(size);
		return new Mounted(tree, output, output as unknown as NodeJS.WriteStream);
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
