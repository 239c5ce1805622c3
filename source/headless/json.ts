import {RemedyParts, type Spelling} from '../failure.ts';
import {escapeLines} from '../text/escape-controls.ts';
import type {Output} from './terminal.ts';

/** Characters per write: as one string, a large document would need several times its size in memory. */
const atATime = 1 << 16;

/** Writes a document for programs. Escapes the control characters that JSON leaves, because it may go to a terminal. */
export function writeJson(document: object, out: Pick<Output, 'write' | 'spelling'>): void {
	let text = '';
	for (const piece of piecesOf(document, out.spelling)) {
		text += escapeLines(piece);
		if (text.length < atATime) continue;
		out.write(text);
		text = '';
	}
	out.write(text);
}

/** The document, indented by tabs and cut between the items of its lists. */
function* piecesOf(document: object, spelling?: Spelling): Generator<string> {
	const entries = Object.entries(document).filter(([, value]) => value !== undefined);
	if (entries.length === 0) yield '{';
	for (const [index, [name, value]] of entries.entries()) {
		yield `${index === 0 ? '{' : ','}\n\t${JSON.stringify(name)}: `;
		if (Array.isArray(value) && value.length > 0) yield* itemsOf(value, spelling);
		else yield indented(value, '\t', spelling);
	}
	yield entries.length === 0 ? '}\n' : '\n}\n';
}

function* itemsOf(items: readonly unknown[], spelling?: Spelling): Generator<string> {
	for (const [index, item] of items.entries())
		yield `${index === 0 ? '[' : ','}\n\t\t${indented(item ?? null, '\t\t', spelling)}`;
	yield '\n\t]';
}

function indented(value: unknown, by: string, spelling?: Spelling): string {
	// What comes as the value is spelled for a shell already.
	function spelled(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
		const original = this[name];
		return original instanceof RemedyParts ? original.spell(spelling) : value;
	}
	return JSON.stringify(value, spelling && spelled, '\t').replaceAll('\n', `\n${by}`);
}
