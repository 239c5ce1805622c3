/** One token of JSON or the white space before it; RFC 8259. */
const token =
	/[ \t\n\r]+|[[\]{},:]|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"/y;

/** What the grammar allows next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

/**
 * The first place where a text is not JSON, 1-based; `JSON.parse` does not always report it. Linear.
 * Columns count UTF-16 units.
 */
export function locateJsonFault(text: string): {line: number; column: number} {
	return placeOf(text, faultOffset(text, 0));
}

/**
 * The values of a text in which JSON texts follow each other, as `gh api --paginate` writes pages.
 * @throws SyntaxError if the text is anything else
 */
export function parseAll(text: string): unknown[] {
	const values: unknown[] = [];
	for (let start = 0; start < text.length; ) {
		const end = faultOffset(text, start);
		values.push(JSON.parse(text.slice(start, end)));
		start = end;
	}
	return values;
}

function placeOf(text: string, offset: number): {line: number; column: number} {
	const before = text.slice(0, offset);
	const line = before.split('\n').length;
	return {line, column: before.length - (before.lastIndexOf('\n') + 1) + 1};
}

function faultOffset(text: string, from: number): number {
	const open: string[] = [];
	let expected: Expected = 'value';
	token.lastIndex = from;
	for (;;) {
		const start = token.lastIndex;
		const found = token.exec(text)?.[0];
		if (found === undefined) return start;
		if (/^\s/.test(found)) continue;
		const next = follow(found, expected, open);
		if (!next) return start;
		expected = next;
	}
}

/** The state after a token, null if it is not allowed there. `open`: the closing brackets that are due. */
function follow(found: string, expected: Expected, open: string[]): Expected | null {
	const [first = ''] = found;
	const closer = open.at(-1);
	if (first === ']' || first === '}') {
		const fits = expected === ', or end' || expected === `value or ${first}` || expected === `key or ${first}`;
		return fits && open.pop() === first ? ', or end' : null;
	}
	if (first === ':') return expected === ':' ? 'value' : null;
	if (first === ',') return expected === ', or end' && closer ? (closer === ']' ? 'value' : 'key') : null;
	if (expected.startsWith('key')) return first === '"' ? ':' : null;
	if (!expected.startsWith('value')) return null;
	if (first === '[') return open.push(']') ? 'value or ]' : null;
	if (first === '{') return open.push('}') ? 'key or }' : null;
	return ', or end';
}
