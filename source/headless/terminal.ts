import {styleText} from 'node:util';
import {screened} from '../text/escape-controls.ts';

type Stream = {write(text: string): unknown; isTTY?: boolean; columns?: number};

/** A stream that a person may read: whatever is written to it, only our own colours drive a terminal. */
export type Output = Stream & {
	/** Wipes the line that the cursor is on. */
	wipe(): unknown;
	/** Writes a text byte for byte, for a program that reads it. */
	writeExactly(text: string): unknown;
};

/** The streams of a command and what the user wants of them. */
export type Terminal = {
	/** Where answers are typed, and where they are seen. */
	keyboard: {input: NodeJS.ReadableStream; output: NodeJS.WritableStream};
	/** Takes the result and nothing else. */
	stdout: Output;
	/** Takes progress, warnings and questions. */
	stderr: Output;
	/** Whether stdout is coloured. */
	colour: boolean;
	/** Whether the user can be asked something. */
	interactive: boolean;
	/** Whether a line on stderr can be wiped and written again. */
	live: boolean;
	/** Whether lines that are logged at INFO are seen on stderr. */
	verbose: boolean;
};

/** The one way by which text of this room leaves. */
export function outputTo(stream: Stream): Output {
	return {
		write: text => stream.write(screened(text)),
		wipe: () => stream.write('\r\u001b[K'),
		writeExactly: text => stream.write(text),
		get isTTY() {
			return stream.isTTY === true;
		},
		get columns() {
			return stream.columns ?? 80;
		},
	};
}

export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

export function paintFor({colour}: Pick<Terminal, 'colour'>): Paint {
	return (format, text) => (colour ? styleText(format, text, {validateStream: false}) : text);
}

/** How the result is laid out. */
export type Layout = {
	paint: Paint;
	/** Cells that a row may take; without end where it does not go to a terminal. */
	room: number;
};

export const layoutOf = (terminal: Pick<Terminal, 'colour' | 'stdout'>): Layout => ({
	paint: paintFor(terminal),
	room: roomOf(terminal.stdout),
});

export const roomOf = ({isTTY, columns = 80}: Pick<Stream, 'isTTY' | 'columns'>): number =>
	isTTY ? columns : Number.POSITIVE_INFINITY;
