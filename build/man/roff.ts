/**
 * The language of man pages, as man(7) of groff and mandoc has it. These functions turn plain text into lines of source:
 * text never becomes a request or an escape, and each character is shown as it is.
 */

/** Shown as typographic characters otherwise, which cannot be pasted into a shell. */
const escapes: Readonly<Record<string, string>> = {
	'\\': '\\e',
	'-': '\\-',
	"'": '\\(aq',
	'`': '\\(ga',
	'^': '\\(ha',
	'~': '\\(ti',
	'"': '\\(dq',
};

/** @throws {Error} if the text contains a control character: a line break would let a request begin */
export function escapeRoff(text: string): string {
	if (/\p{Cc}/u.test(text))
		throw new Error(`A man page cannot contain the control character in ${JSON.stringify(text)}`);
	return text
		.replace(/[\\\-'`^~"]/g, character => escapes[character]!)
		.replace(/[^ -~]/gu, character => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
		.replace(/^\./, '\\&.');
}

/** The longest line of source that mandoc accepts without a remark. */
const longestLine = 80;

/** Running text, which the reader's window wraps. */
export function prose(text: string): string[] {
	const lines: string[] = [];
	for (const word of text.split(/\s+/).filter(Boolean).map(escapeRoff)) {
		const last = lines.at(-1);
		if (last === undefined || last.length + 1 + word.length > longestLine) lines.push(word);
		else lines[lines.length - 1] = `${last} ${word}`;
	}
	return lines;
}

/** What to type, in bold; placeholders such as `<file>` and `[pr]` in italics. */
export function typed(text: string): string {
	return text
		.split(/(<[^>]*>|\[[^\]]*\]|[\s,]+)/)
		.filter(Boolean)
		.map(part => {
			if (/^[\s,]/.test(part)) return part;
			return `\\f${/^[<[]/.test(part) ? 'I' : 'B'}${escapeRoff(part)}\\fR`;
		})
		.join('');
}

export const paragraph = (...lines: readonly string[]): string[] => ['.PP', ...lines];

/** A term with texts below it, each on its own line. */
export const entry = (term: string, ...texts: readonly string[]): string[] => [
	'.TP',
	typed(term),
	...texts
		.filter(text => text !== '')
		.map(prose)
		.flatMap((lines, index) => (index === 0 ? lines : ['.br', ...lines])),
];

/** Lines as they are, indented. */
export const verbatim = (lines: readonly string[]): string[] => [
	...['.PP', '.RS 4', '.nf'],
	...lines.map(line => escapeRoff(line)),
	...['.fi', '.RE'],
];

export const section = (title: string): string[] => [`.SH ${escapeRoff(title.toUpperCase())}`];

export const subsection = (title: string): string[] => [`.SS ${escapeRoff(title)}`];

/** How a page begins. @param date as 2026-01-31 */
export function opening(name: string, version: string, date: string): string[] {
	const words = [name.toUpperCase(), '1', date, `${name} ${version}`, 'User Commands'];
	// No word is hyphenated, because half of them are to be typed.
	return [`.TH ${words.map(word => `"${word}"`).join(' ')}`, '.nh', '.ad l'];
}
