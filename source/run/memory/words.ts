import {escapePattern} from '../../text/escape-pattern.ts';

/** Without a plural s, which an entry and a title can have or lack. */
const stemOf = (word: string) => (/[^s]s$/i.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** Equal for words that match the same titles. */
export const wordKey = (word: string): string => stemOf(word.normalize('NFC').toLowerCase());

/** How many words are different. */
export const differentWords = (words: readonly string[]): number => new Set(words.map(wordKey)).size;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const partOfWord = String.raw`[\p{L}\p{M}\p{N}_]`;

/** Finds a word as a whole word, with or without a plural s, without regard to case. */
function wordPattern(word: string): RegExp {
	const stem = stemOf(word.normalize('NFC'));
	return new RegExp(`(?<!${partOfWord})${escapePattern(stem)}s?(?!${partOfWord})`, 'iu');
}

/** Makes a test for titles that contain all the words, in any order. */
export function compileWords(words: readonly string[]): (title: string) => boolean {
	const wanted = words.map(word => ({pattern: wordPattern(word), stem: stemOf(word).toLowerCase()}));
	const areAscii = words.every(isAscii);
	return title => {
		if (areAscii && isAscii(title)) {
			// Most titles lack a word, and a pattern takes much longer to tell.
			const lower = title.toLowerCase();
			if (!wanted.every(({stem}) => lower.includes(stem))) return false;
		}
		const text = title.normalize('NFC');
		return wanted.every(({pattern}) => pattern.test(text));
	};
}
