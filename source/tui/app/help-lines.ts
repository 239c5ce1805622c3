import {pad} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import type {HelpRow} from './keymap.ts';

/** Help of a keymap as lines, by group. @param width cells of a line. @param chosen index of the row to mark; null for none */
export function helpLines(rows: readonly HelpRow[], width: number, chosen: number | null = null): Line[] {
	if (rows.length === 0) return [line(chosen === null ? 'no key matches' : 'no command matches')];
	const marked = chosen === null ? undefined : rows[chosen];
	const room = Math.max(...rows.map(({keys}) => keys.length));
	return [...Map.groupBy(rows, ({group}) => group)].flatMap(([group, members], index): Line[] => [
		...(index === 0 ? [] : [emptyLine]),
		line(group, 'strong'),
		...members.flatMap(row => {
			const {keys, help, reason} = row;
			return wrapLine(
				[
					span(`${row === marked ? '> ' : '  '}${pad(keys, room, '')}  `, 'accent'),
					span(help, row === marked ? 'strong' : 'plain'),
					...(reason === null ? [] : [span(` (not now: ${safe(reason)})`, 'quiet')]),
				],
				width,
				' '.repeat(Math.min(room + 4, Math.floor(width / 2))),
			);
		}),
	]);
}
