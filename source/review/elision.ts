/** `...`, `# ... the rest ...`, `// existing code...`: a line instead of lines that the reviewer omitted. */
const elisions = [
	/^(?:\.{3}|…)$/,
	/^(?:#|\/\/|\/\*|--|<!--|\{\s?\/\*|%|;)\s?(?:\.{3}|…)/,
	/^(?:#|\/\/|\/\*|--|<!--|\{\s?\/\*|%|;).*\b(?:existing|rest|remaining|other|same|unchanged|previous)\b.*(?:\.{3}|…)/i,
];

/** In characters: a longer line is code. */
const longest = 120;

export function isElision(line: string): boolean {
	const text = line.trim();
	return text.length <= longest && elisions.some(form => form.test(text));
}

/** Whether code is omitted on this line: it is an elision, or contains a body like `{ ... }`. */
export const omitsCode = (line: string) =>
	isElision(line) || /\/\*\s?(?:\.{3}|…)\s?\*\/|\{\s?(?:\.{3}|…)\s?\}/.test(line);
