import {escapeLines} from '../text/escape-controls.ts';

/** Characters per write: as one string, a large document would need several times its size in memory. */
const atATime = 1 << 16;

/** Writes a document for programs. Escapes the control characters that JSON leaves, because it may go to a terminal. */
export function writeJson(document: object, out: {write(text: string): unknown}): void {
	let text = '';
	for (const piece of piecesOf(document)) {
		text += escapeLines(piece);
		if (text.length < atATime) continue;
		out.write(text);
		text = '';
	}
	out.write(text);
}

/** The document, indented by tabs and cut between the items of its lists. */
function* piecesOf(document: object): Generator<string> {
	const entries = Object.entries(document).filter(([, value]) => value !== undefined);
	if (entries.length === 0) yield '{';
	for (const [index, [name, value]] of entries.entries()) {
		yield `${index === 0 ? '{' : ','}\n\t${JSON.stringify(name)}: `;
		if (Array.isArray(value) && value.length > 0) yield* itemsOf(value);
		else yield indented(value, '\t');
	}
	yield entries.length === 0 ? '}\n' : '\n}\n';
}

function* itemsOf(items: readonly unknown[]): Generator<string> {
	for (const [index, item] of items.entries())
		yield `${index === 0 ? '[' : ','}\n\t\t${indented(item ?? null, '\t\t')}`;
	yield '\n\t]';
}

const indented = (value: unknown, by: string) => JSON.stringify(value, null, '\t').replaceAll('\n', `\n${by}`);
