import {EventEmitter} from 'node:events';
import {inAgreedWidths} from './agreed-widths.ts';
import type {Size} from './app/layout.ts';

/** What a frame begins and ends with: the terminal shows what is between them at once. */
const [frameBegins, frameEnds] = ['\x1b[?2026h', '\x1b[?2026l'];

/** Whether a text that reaches the end of a row goes on in the next one. */
const [wrapOff, wrapOn] = ['\x1b[?7l', '\x1b[?7h'];

const clearWindow = '\x1b[H\x1b[J';
const eraseDown = '\x1b[J';
/** The same for tmux, which moves the whole window into its scrollback if it is erased from the first cell on. */
const eraseRowThenDown = '\x1b7\x1b[2K\x1b[B\x1b[J\x1b8';
const clearRowAbove = '\x1b[A\x1b[2K';

/** A field has the cursor; otherwise it waits in the last row. */
const [cursorShown, cursorHidden] = ['\x1b[?25h', '\x1b[?25l'];

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'writable' | 'destroyed' | 'writableEnded'>;

/**
 * The terminal as Ink has it. Its size is the one that the state of the app has, and nothing in a frame moves to another
 * cell where the terminal gives a character another width.
 */
export class TerminalOutput extends EventEmitter {
	readonly isTTY = true;
	columns: number;
	rows: number;
	#isLent = false;
	#isInFrame = false;
	/** Rows of earlier frames that the terminal has scrolled out of the window and may bring back. */
	#scrolledOut = 0;
	#isInField = false;
	readonly #terminal: Terminal;
	readonly #isFullscreen: boolean;

	/** @param isFullscreen whether the window has nothing but frames; otherwise what was there before is above them */
	constructor(terminal: Terminal, {columns, rows}: Size, isFullscreen: boolean) {
		super();
		[this.columns, this.rows] = [columns, rows];
		this.#terminal = terminal;
		this.#isFullscreen = isFullscreen;
	}

	/** Whether another program has the terminal: what it writes will be above the frames. */
	set isLent(isLent: boolean) {
		this.#isLent = isLent;
		this.#scrolledOut = 0;
	}

	get writable(): boolean {
		return this.#terminal.writable;
	}

	get destroyed(): boolean {
		return this.#terminal.destroyed;
	}

	get writableEnded(): boolean {
		return this.#terminal.writableEnded;
	}

	write(text: string, ...rest: never[]): boolean {
		if (text === frameBegins) this.#isInFrame = true;
		else if (text === frameEnds) this.#isInFrame = false;
		if (text.endsWith(cursorShown)) this.#isInField = true;
		else if (text.includes(cursorHidden)) this.#isInField = false;
		const written = framed(text);
		return this.#terminal.write(
			this.#isFullscreen ? written : written.replaceAll(eraseDown, eraseRowThenDown),
			...rest,
		);
	}

	/**
	 * Takes the size that the state has. Ink hears of it with the next commit: at an event it would first draw the old state
	 * in the new size. Where the terminal has moved the frame to is unknown, so all of it is drawn again. Below a prompt, only
	 * rows of frames are cleared: a window that grows may show again what stood there before.
	 * @param ink forgets what it has drawn; null before it has drawn anything: then the window belongs to what was there before
	 */
	resize({columns, rows}: Size, ink: {clear: () => void} | null): void {
		const above = this.#scrolledOut;
		const taken = this.rows - rows;
		[this.columns, this.rows] = [columns, rows];
		if (ink === null || this.#isLent) return;
		// Rows below the cursor may be dropped instead; then what stood there before comes back.
		this.#scrolledOut = Math.max(0, above + (this.#isInField ? Math.min(0, taken) : taken));
		this.write(frameBegins);
		ink.clear();
		this.write(this.#isFullscreen ? clearWindow : clearRowAbove.repeat(above));
	}

	/** Ends a frame that was begun: after a new size, one that never comes would leave the terminal as it is within frames. */
	endFrame(): void {
		if (this.#isInFrame) this.write(frameEnds);
	}
}

function framed(text: string): string {
	// A key that was echoed, or output without a line break, may have left the cursor within a row.
	if (text === frameBegins) return `${text}${wrapOff}\r`;
	if (text === frameEnds) return `${wrapOn}${text}`;
	return inAgreedWidths(text);
}
