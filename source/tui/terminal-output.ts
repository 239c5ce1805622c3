import {EventEmitter} from 'node:events';
import {inAgreedWidths} from './agreed-widths.ts';
import type {Size} from './app/layout.ts';

/** What a frame begins and ends with: the terminal shows what is between them at once. */
const [frameBegins, frameEnds] = ['\x1b[?2026h', '\x1b[?2026l'];

/** Whether a text that reaches the end of a row goes on in the next one. */
const [wrapOff, wrapOn] = ['\x1b[?7l', '\x1b[?7h'];

const clearWindow = '\x1b[H\x1b[J';

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'writable' | 'destroyed' | 'writableEnded'>;

/**
 * The terminal as Ink has it. Its size is the one that the state of the app has, and nothing in a frame moves to another
 * cell where the terminal gives a character another width.
 */
export class TerminalOutput extends EventEmitter {
	readonly isTTY = true;
	columns: number;
	rows: number;
	/** Whether another program has the terminal. */
	isLent = false;
	#isInFrame = false;
	readonly #terminal: Terminal;

	constructor(terminal: Terminal, {columns, rows}: Size) {
		super();
		[this.columns, this.rows] = [columns, rows];
		this.#terminal = terminal;
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
		return this.#terminal.write(framed(text), ...rest);
	}

	/**
	 * Takes the size that the state has. Ink hears of it with the next commit: at an event it would first draw the old state
	 * in the new size. Where the terminal has moved the frame to is unknown, so all of it is drawn again.
	 * @param ink forgets what it has drawn; null before it has drawn anything: then the window belongs to what was there before
	 */
	resize({columns, rows}: Size, ink: {clear: () => void} | null): void {
		[this.columns, this.rows] = [columns, rows];
		if (ink === null || this.isLent) return;
		this.write(frameBegins);
		ink.clear();
		this.write(clearWindow);
	}

	/** Ends a frame that was begun: after a new size, one that never comes would leave the terminal as it is within frames. */
	endFrame(): void {
		if (this.#isInFrame) this.write(frameEnds);
	}
}

function framed(text: string): string {
	if (text === frameBegins) return `${text}${wrapOff}`;
	if (text === frameEnds) return `${wrapOn}${text}`;
	return inAgreedWidths(text);
}
