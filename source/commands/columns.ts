// Help is our own ASCII text: its characters are its cells, and no table of characters is loaded before it is shown.

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
	const [first = '', ...rest] = wrapHelp(text, width - indent, head.length - indent);
	return [`${head}${first}`.trimEnd(), ...rest.map(line => ' '.repeat(indent) + line)].join('\n');
}

/** The text in lines, cut at blanks; a longer word takes a line of its own. @param reach by how much the first is shorter */
export function wrapHelp(text: string, width: number, reach = 0): string[] {
	const [first = '', ...words] = text.split(' ');
	const lines = [first];
	for (const word of words) {
		const last = lines.at(-1)!;
		const room = width - (lines.length === 1 ? reach : 0);
		if (last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
