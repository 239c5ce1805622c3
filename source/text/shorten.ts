/** The beginning of a text, without half a character at its end. @param length in UTF-16 code units */
export const beginning = (text: string, length: number): string =>
	text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, '') : text;

/** The text; of a longer one the beginning, marked. @param length without the mark, in UTF-16 code units */
export const shorten = (text: string, length: number, mark = '...'): string =>
	text.length > length ? `${beginning(text, length)}${mark}` : text;

/** Bounds the time for patterns on a foreign text. */
const longestRead = 4000;
const longestShown = 300;

/** The beginning of a text of any length, on one line. */
export const plainStart = (text: string): string => text.slice(0, longestRead).replace(/[\s\p{Cc}]+/gu, ' ');

/** The message of a host or a program, for a line of ours. */
export const oneLine = (text: string): string => shorten(plainStart(text).trim(), longestShown);
