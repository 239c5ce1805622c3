/** More of a service's words nobody reads, and patterns take their time for them. */
const longestRead = 4000;
const longestShown = 300;

const keys = /\b(?:sk-|gh[a-z]_|github_pat_)[\w*.-]{4,}/g;

/** So many characters of a key in a row are too many to be shown. */
const longestPiece = 8;

/**
 * The words of a service or a program as one short line without keys: they repeat them, whole, in part or with stars in
 * them.
 * @param key the one that was sent, of whatever form
 */
export function oneLine(text: string, key: string | null = null): string {
	const pieces = key === null ? [] : piecesOf(key);
	const hide = (word: string) =>
		pieces.some(piece => word.includes(piece)) ? '***' : word.replace(/^.*\*{3}[^,;:]*/, '***');
	const line = startOf(key === null ? text : text.replaceAll(key, '***'))
		.replace(keys, '***')
		.replace(/[^\s"'`]+/g, hide)
		.trim();
	return line.length > longestShown ? `${line.slice(0, longestShown)}...` : line;
}

const piecesOf = (key: string): string[] =>
	Array.from({length: Math.max(0, key.length - longestPiece + 1)}, (_, at) => key.slice(at, at + longestPiece));

/** The beginning of a text of any length, in one line. */
export const startOf = (text: string): string => text.slice(0, longestRead).replace(/[\s\p{Cc}]+/gu, ' ');
