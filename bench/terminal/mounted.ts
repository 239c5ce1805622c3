import {setImmediate, setTimeout} from 'node:timers/promises';
import {type Instance, render} from 'ink';
import type {ReactNode} from 'react';
import {thinned} from '../../source/tui/thin-output.ts';
import {Input, type WindowSize} from '../../test/helpers/terminal-streams.ts';
import {CountedOutput} from './counted-output.ts';

/** Renders a tree like the app, on a terminal that only counts. */
export class Mounted {
	readonly output: CountedOutput;
	readonly instance: Instance;
	readonly #input = new Input();

	/** @param options of Ink that differ from the app's */
	constructor(
		tree: ReactNode,
		size: WindowSize,
		{maxFps, show}: {maxFps?: number; show?: (text: string) => void} = {},
	) {
		this.output = new CountedOutput(size, show);
		this.instance = render(tree, {
			stdin: this.#input as unknown as NodeJS.ReadStream,
			stdout: thinned(this.output as unknown as NodeJS.WriteStream, {isColoured: true}),
			stderr: this.output as unknown as NodeJS.WriteStream,
			alternateScreen: true,
			incrementalRendering: true,
			interactive: true,
			exitOnCtrlC: false,
			isScreenReaderEnabled: false,
			patchConsole: false,
			...(maxFps === undefined ? {} : {maxFps}),
		});
	}

	press(keys: string): void {
		this.#input.press(keys);
	}

	/** Presses a key and waits for its frame, and then as long as Ink could delay another one. */
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

const longestMs = 10_000;
/** Ink draws at most 30 frames a second: after this time the next key is drawn at once. */
const restMs = 50;
