import {nearMiss} from '../settings/near-miss.ts';

/** What people type for a command, or a flag of the program, that has another name. */
const otherWords: Readonly<Record<string, string>> = {
	login: 'setup',
	init: 'setup',
	benchmark: 'bench',
	list: 'inbox',
	resolve: 'apply',
	version: '--version',
};

/** What is most likely meant by a word that is no command, quoted if it is a command; null if nothing is like it. */
export function meantBy(word: string, commands: Iterable<string>): string | null {
	const meant = otherWords[word.toLowerCase()] ?? nearMiss(word, commands);
	if (meant === null) return null;
	return meant.startsWith('-') ? meant : `"${meant}"`;
}
