/** Letters of other scripts that most fonts draw as a Latin one. */
const letters = new Map(
	[
		['аеорсухіјѕԁһԛԝ', 'aeopcyxijsdhqw'],
		['АВЕКМНОРСТУХІЈЅԌ', 'ABEKMHOPCTYXIJSG'],
		['οαορυνικ', 'oaopuvik'],
		['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
		['օոսցհ', 'onugh'],
	].flatMap(([others = '', latin = '']) => [...others].map((letter, index) => [letter, latin[index] ?? ''] as const)),
);

const words = /[\p{L}\p{M}\p{N}_$]+/gu;
const isLatin = /\p{Script=Latin}/u;

/** All but those of East Asian text. */
const otherBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]/gu;

/** Something that looks like another character. */
type LookAlike = {character: string; like: string};

/**
 * The first character of the new lines that looks like another one, unless the replaced lines contain it too: a letter of
 * another script in a word with Latin letters, or a blank that is none to compilers. Null if there is none.
 */
export function lookAlike(lines: readonly string[], replaced: readonly string[]): string | null {
	const known = new Set(replaced.flatMap(inLine).map(({character}) => character));
	const found = lines.flatMap(inLine).find(({character}) => !known.has(character));
	if (!found) return null;
	const code = (found.character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `U+${code}, which looks like ${found.like}`;
}

function inLine(line: string): LookAlike[] {
	if (!/[^\0-\x7F]/.test(line)) return [];
	const inWords = (line.match(words) ?? [])
		.filter(word => isLatin.test(word))
		.flatMap(word => [...word])
		.flatMap(character => {
			const latin = letters.get(character);
			return latin === undefined ? [] : [{character, like: `"${latin}"`}];
		});
	const blanks = (line.match(otherBlanks) ?? []).map(character => ({character, like: 'a blank'}));
	return [...inWords, ...blanks];
}
