import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** One of the 16 colours of a terminal, or `#rrggbb`; null for its default. */
export type Colour = number | string | null;

/** How cells look. */
export type Look = {
	colour: Colour;
	ground: Colour;
	bold: boolean;
	dim: boolean;
	inverse: boolean;
	underline: boolean;
	italic: boolean;
};

/** Characters of one look that follow each other from a column (0-based) on; each takes `width` cells. */
export type Span = Look & {text: string; column: number; width: 1 | 2};

/** `ground`: `#rrggbb`, what the terminal says when it is asked for its background. */
export type Where = {cwd: string; env: Record<string, string>; columns: number; rows: number; ground: string};

/** A program in a terminal that is looked at. */
export type OnScreen = {
	/** Presses keys: letters, or sequences such as `\x1b[B`. */
	press: (keys: string) => void;
	/** Waits until the window shows the text and no longer changes. @throws {Error} if the program ends first or takes too long */
	waitFor: (text: string) => Promise<void>;
	/** What the window shows now: a list of spans for each of its rows. */
	window: () => Span[][];
	/** Everything that was shown, with what has left the window at its top; available when the program has ended. */
	ended: Promise<Span[][]>;
	kill: () => void;
};

const patienceMs = 120_000;
/** After this time without output, a terminal counts as still. */
const stillMs = 250;

export function openOnScreen([file, ...args]: readonly [string, ...string[]], where: Where): OnScreen {
	const {cwd, env, columns: cols, rows, ground} = where;
	const terminal = new xterm.Terminal({cols, rows, scrollback: 5000, allowProposedApi: true});
	const child: IPty = spawn(file, args, {cwd, env: {...env, TERM: 'xterm-256color', COLORTERM: 'truecolor'}, cols, rows});
	let wroteAt = Date.now();
	let isRunning = true;
	child.onData(data => {
		wroteAt = Date.now();
		terminal.write(data);
		if (data.includes('\x1b]11;?')) child.write(`\x1b]11;rgb:${ground.match(/[\da-f]{2}/g)!.join('/')}\x1b\\`);
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
			colour: colourOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
			ground: colourOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
			bold: cell.isBold() !== 0,
			dim: cell.isDim() !== 0,
			inverse: cell.isInverse() !== 0,
			underline: cell.isUnderline() !== 0,
			italic: cell.isItalic() !== 0,
		};
		const last = spans.at(-1);
		const text = cell.getChars() || ' ';
		if (last && last.width === width && isAlike(last, look)) last.text += text;
		else spans.push({text, column, width, ...look});
	}
	return spans;
}

function colourOf(isDefault: boolean, isRgb: boolean, colour: number): Colour {
	if (isDefault) return null;
	return isRgb ? `#${colour.toString(16).padStart(6, '0')}` : colour;
}

const isAlike = (a: Look, b: Look) => looks.every(part => a[part] === b[part]);

const looks = ['colour', 'ground', 'bold', 'dim', 'inverse', 'underline', 'italic'] as const satisfies (keyof Look)[];

function withoutEmptyEnd(lines: Span[][]): Span[][] {
	const last = lines.findLastIndex(line => textOf(line).trim() !== '');
	return lines.slice(0, last + 1);
}
