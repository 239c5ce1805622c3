import {styleText} from 'node:util';

export type Output = {write(text: string): unknown; isTTY?: boolean; columns?: number};

/** The streams of a command and what the user wants of them. */
export type Terminal = {
	stdin: NodeJS.ReadableStream;
	/** Takes the result and nothing else. */
	stdout: Output;
	/** Takes progress, warnings and questions. */
	stderr: Output & NodeJS.WritableStream;
	/** Whether stdout is coloured. */
	colour: boolean;
	/** Whether the user can be asked something. */
	interactive: boolean;
	/** Whether a line on stderr can be wiped and written again. */
	live: boolean;
	/** Whether lines that are logged at INFO are seen on stderr. */
	verbose: boolean;
};

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

export const roomOf = ({isTTY, columns = 80}: Output): number => (isTTY ? columns : Number.POSITIVE_INFINITY);
