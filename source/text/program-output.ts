const colors = /\u001b\[[\d;]*m/g;

/** The lines of a program's output as a terminal shows them: without colors, and of a line that was written over the last text. */
export const outputLines = (text: string): string[] =>
	text
		.replace(colors, '')
		.trimEnd()
		.split('\n')
		.map(line => line.replace(/\r+$/, '').replace(/^.*\r/s, ''));
