import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** A run of characters of one look. Colours are the 16 of a terminal, or null for its default. */
export type Span = {text: string; colour: number | null; bold: boolean; dim: boolean};

/** What a terminal shows after a program has run in it, scrollback included: a list of spans for each line. */
export async function runOnScreen(
	command: readonly string[],
	{cwd, env, columns}: {cwd: string; env: Record<string, string>; columns: number},
): Promise<Span[][]> {
	const [file, ...args] = command;
	const terminal = new xterm.Terminal({cols: columns, rows: 40, scrollback: 5000, allowProposedApi: true});
	const child = spawn(file!, args, {cwd, env: {...env, TERM: 'xterm-256color'}, cols: columns, rows: 40});
	child.onData(data => terminal.write(data));
	await new Promise(resolve => child.onExit(resolve));
	await new Promise<void>(resolve => terminal.write('', resolve));
	return readLines(terminal);
}

function readLines(terminal: xterm.Terminal): Span[][] {
	const {active} = terminal.buffer;
	const lines: Span[][] = [];
	for (let row = 0; row < active.length; row++) {
		const line = active.getLine(row);
		const spans: Span[] = [];
		for (let column = 0; line && column < terminal.cols; column++) {
			const cell = line.getCell(column);
			if (!cell || cell.getWidth() === 0) continue;
			const look = {
				colour: cell.isFgPalette() ? cell.getFgColor() : null,
				bold: cell.isBold() !== 0,
				dim: cell.isDim() !== 0,
			};
			const last = spans.at(-1);
			const text = cell.getChars() || ' ';
			if (last && last.colour === look.colour && last.bold === look.bold && last.dim === look.dim) last.text += text;
			else spans.push({text, ...look});
		}
		lines.push(spans);
	}
	while (lines.length > 0 && lines.at(-1)!.every(({text}) => text.trim() === '')) lines.pop();
	return lines;
}
