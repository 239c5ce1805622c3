import {escapeControls} from '../../../text/escape-controls.ts';
import {percent} from '../../../text/figures.ts';
import {portionOf, type Share} from '../figures.ts';

/** Rows as Markdown. @param columns their titles and cells, which are Markdown already: see `plain` and `code` */
export function reportTable<Row>(
	rows: readonly Row[],
	columns: Readonly<Record<string, (row: Row) => string>>,
): string {
	if (rows.length === 0) return 'Nothing was measured.';
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const titles = Object.keys(columns);
	const linesOfRows = rows.map(row => line(Object.values(columns).map(cell => cell(row))));
	return [line(titles), line(titles.map(() => '---')), ...linesOfRows].join('\n');
}

export const bullets = (lines: readonly string[]) => lines.map(line => `- ${line}`).join('\n');

/** Escapes foreign text for a line of Markdown. */
export const plain = (text: string) => escapeControls(text).replace(/[\\`*_[\]<>|~]/g, '\\$&');

export const code = (text: string) => `\`${escapeControls(text).replace(/[`|]/g, '')}\``;

/** `95.0% (38/40)` */
export const share = (value: Share) =>
	value.of === 0 ? '-' : `${percent(portionOf(value))} (${value.hits}/${value.of})`;

/** A percentile of few samples has a mark that a note explains. */
export const few = (text: string, isMarked: boolean) => (isMarked ? `${text}\\*` : text);
