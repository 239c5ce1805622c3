import {escapeControls} from './escape-controls.ts';
import {shorten} from './shorten.ts';

/** A page of Markdown that GitHub shows, such as the summary of a job, has 1 MiB; other steps may have written to it already. In bytes. */
export const longestPage = 1_000_000;

/** Longer foreign texts are cut, so that one row cannot fill a table. */
const longestCell = 500;

/** All punctuation is escaped, so that a foreign text is neither markup nor a link, and stays in its cell. */
export const plainMarkdown = (text: string): string => escapeControls(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** A foreign text as the cell of a table. */
export const plainCell = (text: string): string =>
	plainMarkdown(shorten(text.replace(/\s+/g, ' ').trim(), longestCell));

/** A link with a foreign text; the text alone if the address is not one that can stand in Markdown as it is. */
export function linkedCell(text: string, url: string | null): string {
	const name = plainCell(text);
	return url !== null && /^https:\/\/[\w.:/#-]+$/.test(url) ? `[${name}](${url})` : name;
}

/**
 * A table; of rows that do not fit, only the number. Empty without rows.
 * @param rows cells in Markdown
 * @param room in bytes of UTF-8
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], room: number): string {
	if (rows.length === 0) return '';
	const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const top = [lineOf(head), lineOf(head.map(() => '---'))].join('\n');
	const lines = rows.map(lineOf);
	let left = room - Buffer.byteLength(top) - Buffer.byteLength(`\n\n${rows.length} more`);
	const end = lines.findIndex(line => {
		left -= Buffer.byteLength(line) + 1;
		return left < 0;
	});
	if (end === -1) return [top, ...lines].join('\n');
	return `${[top, ...lines.slice(0, end)].join('\n')}\n\n${rows.length - end} more`;
}
