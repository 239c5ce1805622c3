import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** How cells look. Colours are the 16 of a terminal, or null for its default. */
export type Look = {colour: number | null; bold: boolean; dim: boolean; inverse: boolean};

/** Characters of one look that follow each other from a column (0-based) on; each takes `width` cells. */
export type Span = Look & {text: string; column: number; width: 1 | 2};

export type Where = {cwd: string; env: Record<string, string>; columns: number; rows: number};

/** A program in a terminal that is looked at. */
export type OnScreen = {
	/** Presses keys: letters, or sequences such as `\x1b[B`. */
	press: (keys: string) => void;
	/** Until the window shows the text and stands still. @throws {Error} where the program ends before or takes too long */
	waitFor: (text: string) => Promise<void>;
	/** What the window shows now: a list of spans for each of its rows. */
	window: () => Span[][];
	/** Everything that was shown, with what has left the window at its top; to be had when the program has ended. */
	ended: Promise<Span[][]>;
	kill: () => void;
};

const patienceMs = 120_000;
/** A terminal that was silent for so long stands still. */
const stillMs = 250;

export function openOnScreen([file, ...args]: readonly [string, ...string[]], where: Where): OnScreen {
	const {cwd, env, columns: cols, rows} = where;
	const terminal = new xterm.Terminal({cols, rows, scrollback: 5000, allowProposedApi: true});
	const child: IPty = spawn(file, args, {cwd, env: {...env, TERM: 'xterm-256color'}, cols, rows});
	let wroteAt = Date.now();
	let isRunning = true;
	child.onData(data => {
		wroteAt = Date.now();
		terminal.write(data);
	});
	const linesFrom = (first: number, count: number) =>
		Array.from({length: count}, (_, row) => spansOf(terminal, first + row));
	const window = () => linesFrom(terminal.buffer.active.baseY, rows);
	const ended = new Promise<Span[][]>(resolve =>
		child.onExit(() => {
			isRunning = false;
			terminal.write('', () => resolve(withoutEmptyEnd(linesFrom(0, terminal.buffer.active.length))));
		}),
	);
	return {
		press: keys => child.write(keys),
		window,
		ended,
		kill: () => child.kill('SIGKILL'),
		waitFor: async text => {
			const deadline = Date.now() + patienceMs;
			const isThere = () => Date.now() - wroteAt >= stillMs && window().map(textOf).join('\n').includes(text);
			while (!isThere()) {
				if (!isRunning || Date.now() > deadline) {
					throw new Error(`"${text}" is not shown:\n${window().map(textOf).join('\n')}`);
				}
				await new Promise(resolve => setTimeout(resolve, 30));
			}
		},
	};
}

/** The words of a row. */
export function textOf(spans: readonly Span[]): string {
	return spans.reduce((line, {text, column}) => line.padEnd(column) + text, '');
}

function spansOf(terminal: xterm.Terminal, row: number): Span[] {
	const line = terminal.buffer.active.getLine(row);
	const spans: Span[] = [];
	for (let column = 0; line && column < terminal.cols; column++) {
		const cell = line.getCell(column);
		const width = cell?.getWidth();
		if (!cell || (width !== 1 && width !== 2)) continue;
		const look = {
			colour: cell.isFgPalette() ? cell.getFgColor() : null,
			bold: cell.isBold() !== 0,
			dim: cell.isDim() !== 0,
			inverse: cell.isInverse() !== 0,
		};
		const last = spans.at(-1);
		const text = cell.getChars() || ' ';
		if (last && last.width === width && isAlike(last, look)) last.text += text;
		else spans.push({text, column, width, ...look});
	}
	return spans;
}

const isAlike = (a: Look, b: Look) =>
	a.colour === b.colour && a.bold === b.bold && a.dim === b.dim && a.inverse === b.inverse;

function withoutEmptyEnd(lines: Span[][]): Span[][] {
	const last = lines.findLastIndex(line => textOf(line).trim() !== '');
	return lines.slice(0, last + 1);
}
