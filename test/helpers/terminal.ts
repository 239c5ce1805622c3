import {type IPty, spawn} from '@lydell/node-pty';
import {Terminal as Screen} from '@xterm/headless';
import {onTestFinished} from 'vitest';
import {patienceMs, settled} from './wait.ts';

/** A program in a real pseudo-terminal, as a person has it in front of them. */
export type Terminal = {
	/** The text in the window and above it, without what has been wiped; lines without blanks at their ends. */
	screen: () => string;
	/** Everything that was written, escape sequences included. */
	raw: () => string;
	/** Types. Keys without a letter are sequences: `\r`, `\x03`. */
	press: (keys: string) => void;
	/** Closes the window: the program loses its terminal and gets SIGHUP. */
	close: () => void;
	/** Gives the window another size. */
	resize: (size: {columns: number; rows: number}) => void;
	/**
	 * Until the screen shows the text or what fits the pattern; rejects with what it shows where the program ends before,
	 * and where it does not come in a minute.
	 */
	waitFor: (wanted: string | RegExp, limitMs?: number) => Promise<void>;
	/** Waits for a question and answers it, once it listens. */
	answer: (question: string | RegExp, keys: string) => Promise<void>;
	/** The exit code. */
	ended: Promise<number>;
};

export type TerminalOptions = {cwd: string; env: Record<string, string | undefined>; columns?: number; rows?: number};

export function openTerminal(file: string, args: readonly string[], options: TerminalOptions): Terminal {
	const {cwd, columns: cols = 120, rows = 40} = options;
	const env = {TERM: 'xterm-256color', ...options.env};
	const screen = new Screen({cols, rows, scrollback: 10_000, allowProposedApi: true});
	const child: IPty = spawn(file, [...args], {cwd, env, cols, rows});
	let written = '';
	const watchers = new Set<() => void>();
	const look = () => {
		for (const watcher of watchers) watcher();
	};
	child.onData(text => {
		written += text;
		screen.write(text, look);
	});
	const {promise: ended, resolve} = Promise.withResolvers<number>();
	let exitCode: number | null = null;
	child.onExit(exit => {
		// What was written last may still be on its way to the screen.
		screen.write('', () => {
			exitCode = exit.exitCode;
			resolve(exitCode);
			look();
		});
	});
	onTestFinished(() => {
		if (exitCode === null) child.kill('SIGKILL');
		screen.dispose();
	});
	const shown = () => {
		const {buffer} = screen;
		const lines = Array.from({length: buffer.active.length}, (_, index) => buffer.active.getLine(index));
		return lines
			.map(line => (line?.isWrapped ? '' : '\n') + (line?.translateToString(true) ?? ''))
			.join('')
			.replace(/ +$/gm, '')
			.trim();
	};
	const waitFor: Terminal['waitFor'] = (wanted, limitMs = patienceMs) =>
		new Promise((resolve, reject) => {
			const stop = (why: string | null) => {
				watchers.delete(watcher);
				clearTimeout(limit);
				if (why === null) resolve();
				else reject(new Error(`${why} ${wanted}:\n${shown()}`));
			};
			const watcher = () => {
				const isThere = typeof wanted === 'string' ? shown().includes(wanted) : wanted.test(shown());
				if (isThere) stop(null);
				else if (exitCode !== null) stop(`ended with ${exitCode} before it showed`);
			};
			const limit = setTimeout(() => stop(`in ${limitMs / 1000} s it did not show`), limitMs);
			watchers.add(watcher);
			watcher();
		});
	return {
		screen: shown,
		raw: () => written,
		press: keys => child.write(keys),
		close: () => (child as IPty & {destroy: () => void}).destroy(),
		resize: ({columns, rows}) => {
			screen.resize(columns, rows);
			child.resize(columns, rows);
		},
		ended,
		waitFor,
		answer: async (question, keys) => {
			await waitFor(question);
			await settled();
			child.write(keys);
		},
	};
}
