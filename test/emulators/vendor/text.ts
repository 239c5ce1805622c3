/** Tokens of a text, by the rule of thumb of four bytes each: fewer than its bytes, as with every real tokenizer. */
export function tokensOf(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Cuts a text to a number of tokens. */
export function cutTo(text: string, tokens: number): string {
	return Buffer.from(text)
		.subarray(0, Math.max(0, tokens) * 4)
		.toString();
}

/** How many characters a text begins with like that of the others which is most alike. */
export function commonStart(text: string, others: readonly string[]): number {
	let most = 0;
	for (const other of others) {
		// One that differs here has no longer start in common; most of them are passed over so.
		if (most < text.length && other[most] === text[most]) most = Math.max(most, commonStartOf(text, other));
	}
	return most;
}

function commonStartOf(one: string, other: string): number {
	let [low, high] = [0, Math.min(one.length, other.length)];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (one.startsWith(other.slice(low, middle), low)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** The smallest value that fits a schema. @param number in place of each that is not one of a list */
export function smallest(schema: unknown, number = 0): unknown {
	const {type, properties, items, anyOf, minItems, ...rest} = (schema ?? {}) as Record<string, unknown>;
	if ('const' in rest) return rest.const;
	if (Array.isArray(rest.enum)) return rest.enum[0];
	if (Array.isArray(anyOf)) return smallest(anyOf[0], number);
	const types = Array.isArray(type) ? type : [type];
	if (types.includes('null')) return null;
	switch (types[0]) {
		case 'object':
			return Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, smallest(part, number)]));
		case 'array':
			return Array.from({length: Number(minItems ?? 0)}, () => smallest(items, number));
		case 'integer':
		case 'number':
			return number;
		case 'boolean':
			return false;
		default:
			return '';
	}
}
