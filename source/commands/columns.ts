// Help is ASCII text: one cell per character, so no width tables are loaded.

type Row = readonly [term: string, text: string];

const gap = 2;
/** Maximum width of the column of terms; the text after a longer term starts further right. */
const widestTerm = 24;

/** Terms with their explanations next to them, indented and wrapped at `width` columns. */
export function definitions(rows: readonly Row[], width = 80): string {
	const indent = gap + Math.min(widestTerm, Math.max(...rows.map(([term]) => term.length))) + gap;
	return rows.map(row => definition(row, indent, width)).join('\n');
}

function definition([term, text]: Row, indent: number, width: number): string {
	const head = `${' '.repeat(gap)}${term}`.padEnd(Math.max(indent, gap + term.length + gap));
	// The further the term reaches, the less room the first line has.
	const [first = '', ...rest] = wrapHelp(text, width - indent, head.length - indent);
	return [`${head}${first}`.trimEnd(), ...rest.map(line => ' '.repeat(indent) + line)].join('\n');
}

/** Wraps the text at blanks; a longer word gets its own line. @param reach by how much the first line is shorter */
export function wrapHelp(text: string, width: number, reach = 0): string[] {
	const lines: string[] = [];
	let [last = '', ...words] = text.split(' ');
	for (const word of words) {
		const room = width - (lines.length === 0 ? reach : 0);
		if (last.length + 1 + word.length <= room) last += ` ${word}`;
		else {
			lines.push(last);
			last = word;
		}
	}
	return [...lines, last];
}
