// Control characters could drive the terminal; marks that turn the direction of text could make a line lie.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const short: Readonly<Record<string, string>> = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

/** The text on one line, with control characters as `\n`, `\t` or `\u001b`. */
export function escapeControls(text: string): string {
	return text.replace(
		unsafe,
		character => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** The text with control characters shown as escapes; line ends and tabs stay. */
export function escapeLines(text: string): string {
	return text
		.split('\n')
		.map(line => line.split('\t').map(escapeControls).join('\t'))
		.join('\n');
}
