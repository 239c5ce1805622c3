import {shownIn} from '../text/safe.ts';
import {wrap} from '../text/wrap.ts';
import {roomOf, type Terminal} from './terminal.ts';

/** A sentence on stderr, which may contain foreign text. */
export function writeLine(line: string, {stderr}: Pick<Terminal, 'stderr'>): void {
	const room = roomOf(stderr);
	for (const row of wrap(shownIn(room, line), room)) stderr.write(`${row}\n`);
}
