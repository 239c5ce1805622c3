import {styleText} from 'node:util';

type Output = {write(text: string): unknown; isTTY?: boolean; columns?: number};

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

/** Columns that a row of the result may take; unlimited where it does not go to a terminal. */
export function roomOf({stdout}: Pick<Terminal, 'stdout'>): number {
	return stdout.isTTY ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
}
