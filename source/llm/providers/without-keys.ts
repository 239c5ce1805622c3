import {oneLine, plainStart} from '../../text/shorten.ts';

const keyPattern = /\b(?:sk-|gh[a-z]_|github_pat_)[\w*.-]{4,}/g;

/** The shortest part of a key that is not shown. */
const longestPiece = 8;

/**
 * A message of a service or program as one short line without keys. Messages can contain them whole, in part or with
 * asterisks.
 * @param key the key that was sent, in any form
 */
export function withoutKeys(text: string, key: string | null = null): string {
	const pieces = key === null ? [] : keyPieces(key);
	const hide = (word: string) =>
		pieces.some(piece => word.includes(piece)) ? '***' : word.replace(/^.*\*{3}[^,;:]*/, '***');
	const line = plainStart(key === null ? text : text.replaceAll(key, '***'));
	return oneLine(line.replace(keyPattern, '***').replace(/[^\s"'`]+/g, hide));
}

const keyPieces = (key: string): string[] =>
	Array.from({length: Math.max(0, key.length - longestPiece + 1)}, (_, at) => key.slice(at, at + longestPiece));
