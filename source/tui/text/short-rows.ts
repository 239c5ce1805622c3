import {whole} from '../../text/figures.ts';
import type {DiffView} from './diff-lines.ts';
import {codeRows, type DiffRow, type PlainRow} from './diff-rows.ts';
import {span} from './line.ts';

/** More characters of a line are counted, not shown: a minified file is one line. */
const longestShown = 1000;

/** Rows of code around a change, with the ends of very long lines left out. */
export function shortRows(path: string, rows: readonly PlainRow[], view: DiffView): DiffRow[] {
	const short = rows.map(row => ({...row, text: beginning(row.text)}));
	return codeRows(path, short, view, !Number.isFinite(view.width)).map((row, index) => {
		const more = rows[index]!.text.length - short[index]!.text.length;
		if (more === 0) return row;
		const rest = span(`${view.symbols.cut} ${whole(more)} more characters`, 'quiet');
		return {...row, code: [...row.code, rest]};
	});
}

/** Without half a character at its end. */
const beginning = (text: string) =>
	text.length > longestShown ? text.slice(0, longestShown).replace(/[\ud800-\udbff]$/, '') : text;
