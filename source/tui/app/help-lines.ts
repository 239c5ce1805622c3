import {pad} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import type {HelpRow} from './keymap.ts';

/** Help of a keymap as lines, by group. @param width cells of a line */
export function helpLines(rows: readonly HelpRow[], width: number): Line[] {
	if (rows.length === 0) return [line('no key matches')];
	const room = Math.max(...rows.map(({keys}) => keys.length));
	return [...Map.groupBy(rows, ({group}) => group)].flatMap(([group, members], index): Line[] => [
		...(index === 0 ? [] : [emptyLine]),
		line(group, 'strong'),
		...members.flatMap(({keys, help, reason}) =>
			wrapLine(
				[
					span(`  ${pad(keys, room, '')}  `, 'accent'),
					span(help),
					...(reason === null ? [] : [span(` (not now: ${safe(reason)})`, 'quiet')]),
				],
				width,
				' '.repeat(Math.min(room + 4, Math.floor(width / 2))),
			),
		),
	]);
}
