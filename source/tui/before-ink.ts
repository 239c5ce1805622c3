import type {Line} from './text/line.ts';
import {paint} from './text/paint.ts';
import type {Looks} from './theme.ts';

/** Enters the alternate screen, as Ink does. */
export const request = '\x1b[?1049h';

const [hide, show, home] = ['\x1b[?25l', '\x1b[?25h', '\x1b[H'];

/** Draws lines on the alternate screen and puts the cursor where Ink begins to draw over them. */
export const opening = (lines: readonly Line[], looks?: Looks): string =>
	`${request}${hide}${home}${lines.map(line => paint(line, false, looks)).join('\r\n')}${home}`;

/** Leaves the alternate screen if Ink did not get to it. */
export const closing = `\x1b[?1049l${show}`;

/** Clears lines that no longer fit the window. */
export const wiped = `\x1b[2J${home}`;
