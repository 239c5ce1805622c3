/** `...`, `# ... the rest ...`, `// existing code...`: a line that stands for lines that the reviewer left out. */
const elisions = [
	/^(?:\.{3}|…)$/,
	/^(?:#|\/\/|\/\*|--|<!--|\{\s?\/\*|%|;)\s?(?:\.{3}|…)/,
	/^(?:#|\/\/|\/\*|--|<!--|\{\s?\/\*|%|;).*\b(?:existing|rest|remaining|other|same|unchanged|previous)\b.*(?:\.{3}|…)/i,
];

/** A longer line is no remark about left-out lines. */
const longest = 120;

export function isElision(line: string): boolean {
	const text = line.trim();
	return text.length <= longest && elisions.some(form => form.test(text));
}

/** Whether something is left out on this line: it is an elision, or holds a body like `{ ... }`. */
export const leavesOut = (line: string) =>
	isElision(line) || /\/\*\s?(?:\.{3}|…)\s?\*\/|\{\s?(?:\.{3}|…)\s?\}/.test(line);
