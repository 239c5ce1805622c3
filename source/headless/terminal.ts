import {styleText} from 'node:util';
import type {Document, Tone} from '../document/document.ts';
import {formatText, type Layout, type Paint} from '../document/text.ts';
import type {Spelling} from '../failure.ts';
import type {Waits} from '../system/waits.ts';
import {screened} from '../text/escape-controls.ts';
import {wrap} from '../text/wrap.ts';
import type {ProgressPace} from './progress-pace.ts';

type Stream = {
	write(text: string): unknown;
	isTTY?: boolean;
	columns?: number;
	rows?: number;
	/** Of the remedies in documents. Default: for a shell. */
	spelling?: Spelling | undefined;
};

/** An output stream: of all escape sequences written to it, only our own colors reach the terminal. */
export type Output = Stream & {
	/** Clears the cursor's line. */
	wipe(): unknown;
	/** Writes a text unchanged, for a program to read. */
	writeExactly(text: string): unknown;
};

/** The streams of a command and how to use them. */
export type Terminal = {
	/** Where answers are typed and echoed. */
	keyboard: {input: NodeJS.ReadableStream; output: NodeJS.WritableStream};
	/** Takes the result and nothing else. */
	stdout: Output;
	/** Takes progress, warnings and questions. */
	stderr: Output;
	/** Whether stdout is colored. */
	color: boolean;
	/** Whether prompts are possible. */
	interactive: boolean;
	/** Whether a line on stderr can be updated. */
	live: boolean;
	/** Whether stderr shows log lines at INFO. */
	verbose: boolean;
	/** When a line of progress may be written where none can be updated. Default: never. */
	pace?: ProgressPace;
	/** What is waited for. Default: it is not shown. */
	waits?: Waits;
};

/** All output of this room goes through this. */
export function outputTo(stream: Stream): Output {
	return {
		write: text => stream.write(screened(text)),
		wipe: () => stream.write('\r\u001b[K'),
		writeExactly: text => stream.write(text),
		spelling: stream.spelling,
		get isTTY() {
			return stream.isTTY === true;
		},
		get columns() {
			return stream.columns ?? 80;
		},
		get rows() {
			return stream.rows ?? 24;
		},
	};
}

type Format = Parameters<typeof styleText>[0];

const formats: Readonly<Record<Tone, Format>> = {
	plain: 'reset',
	strong: 'bold',
	quiet: 'dim',
	good: 'green',
	bad: 'red',
	warning: 'yellow',
	accent: 'cyan',
	clash: 'magenta',
	model: 'blue',
};

export function paintFor({color}: Pick<Terminal, 'color'>): Paint {
	return (tone, text) => (color && tone !== 'plain' ? styleText(formats[tone], text, {validateStream: false}) : text);
}

export const layoutOf = (terminal: Pick<Terminal, 'color' | 'stdout'>): Layout => ({
	paint: paintFor(terminal),
	room: roomOf(terminal.stdout),
	...(terminal.stdout.isTTY && {height: terminal.stdout.rows ?? 24}),
});

export const roomOf = ({isTTY, columns = 80}: Pick<Stream, 'isTTY' | 'columns'>): number =>
	isTTY ? columns : Number.POSITIVE_INFINITY;

/** A report, or a part of it, on stdout. */
export const writeDocument = (document: Document, terminal: Pick<Terminal, 'color' | 'stdout'>): unknown =>
	terminal.stdout.write(formatText(document, layoutOf(terminal)));

/** A sentence on stderr, which may contain foreign text. */
export function writeLine(line: string, {stderr}: Pick<Terminal, 'stderr'>): void {
	for (const row of wrap(line, roomOf(stderr))) stderr.write(`${row}\n`);
}
