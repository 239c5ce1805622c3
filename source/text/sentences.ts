/** Adds a full stop if the text has no final punctuation. */
export const closedSentence = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`);

/** The first line of a text, as a part of a sentence: without its end. */
export const clause = (text: string): string => text.replace(/\n.*$/s, '').replace(/[.!:]$/, '');

/** Joins the parts that are not empty into sentences; the last one keeps its end. */
export function sentences(...parts: readonly {toString(): string}[]): string {
	const told = parts.map(part => part.toString().trim()).filter(Boolean);
	return [...told.slice(0, -1).map(closedSentence), ...told.slice(-1)].join(' ');
}

export function count(number: number, one: string, many = `${one}s`): string {
	return `${number} ${number === 1 ? one : many}`;
}

/** `a, b and 3 more`: at most so many names. */
export function someNames(names: readonly string[], most = 5): string {
	const rest = names.length > most ? ` and ${names.length - most} more` : '';
	return `${names.slice(0, most).join(', ')}${rest}`;
}
