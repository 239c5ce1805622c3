import type {Line} from './text/line.ts';
import {paint} from './text/paint.ts';

/** What Ink asks the terminal for a screen of its own with. */
export const request = '\x1b[?1049h';

const [hide, show, home] = ['\x1b[?25l', '\x1b[?25h', '\x1b[H'];

/** Puts lines on a screen of their own and the cursor where Ink begins to draw over them. */
export const opening = (lines: readonly Line[]): string =>
	`${request}${hide}${home}${lines.map(line => paint(line)).join('\r\n')}${home}`;

/** Gives the screen back where Ink did not come to it. */
export const closing = `\x1b[?1049l${show}`;

/** For lines that no longer fit the window. */
export const wiped = `\x1b[2J${home}`;
