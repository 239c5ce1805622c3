import {wrap} from '../headless/wrap.ts';

type Row = readonly [term: string, text: string];

const width = 80;
const gap = 2;

/** Terms with their explanations beside them, wrapped at 80 columns; one line or more each, indented. */
export function definitions(rows: readonly Row[]): string {
	const indent = gap + Math.max(...rows.map(([term]) => term.length)) + gap;
	return rows.map(([term, text]) => definition(term, wrap(text, width - indent), indent)).join('\n');
}

function definition(term: string, lines: readonly string[], indent: number): string {
	const [first = '', ...rest] = lines;
	const head = `${' '.repeat(gap)}${term}`.padEnd(indent) + first;
	return [head.trimEnd(), ...rest.map(line => ' '.repeat(indent) + line)].join('\n');
}

/** Rows of cells with every column but the last padded to the same width. */
export function table(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
	return rows.map(row =>
		row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
	);
}
