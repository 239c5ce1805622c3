import {wrap} from '../headless/wrap.ts';

type Row = readonly [term: string, text: string];

const gap = 2;
/** Of the column of terms, at most: the text beside a longer one begins behind it. */
const widestTerm = 24;

/** Terms with their explanations beside them, wrapped at `width` columns; one line or more each, indented. */
export function definitions(rows: readonly Row[], width = 80): string {
	const indent = gap + Math.min(widestTerm, Math.max(...rows.map(([term]) => term.length))) + gap;
	return rows.map(row => definition(row, indent, width)).join('\n');
}

function definition([term, text]: Row, indent: number, width: number): string {
	const head = `${' '.repeat(gap)}${term}`.padEnd(Math.max(indent, gap + term.length + gap));
	// The first line has the less room the further the term reaches into it.
	const reach = head.length - indent;
	const [first = '', ...rest] = wrap(`${'_'.repeat(reach)}${text}`, width - indent);
	return [`${head}${first.slice(reach)}`.trimEnd(), ...rest.map(line => ' '.repeat(indent) + line)].join('\n');
}

/** Rows of cells with every column but the last padded to the same width. */
export function table(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
	return rows.map(row =>
		row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
	);
}
