/** The beginning of a text, without half a character at its end. @param length in UTF-16 code units */
export const beginning = (text: string, length: number): string =>
	text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;

/** The text; of a longer one the beginning, marked. @param length without the mark, in UTF-16 code units */
export const shorten = (text: string, length: number, mark = '...'): string =>
	text.length > length ? `${beginning(text, length)}${mark}` : text;
