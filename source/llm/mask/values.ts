/** References to values and placeholders: `${...}`, `<...>`, `{{...}}`, `%s`, `*anchor`, `****`, `your-key-here`. */
export const isReference = (value: string): boolean =>
	/^(?:[$<{%]|[*&]\w+$|([*x.•-])\1*$)/i.test(value) || isPlaceholder(value);

/** Values in example files. */
const isPlaceholder = (value: string) =>
	/(?:^|[-_])(?:your|example|placeholder|dummy|sample|random|change[-_]?me)(?:[-_]|$)/i.test(value) &&
	isMadeOfWords(/^[a-z]{1,15}$/i, value, 12);

/** Not a literal value: computed, a property access, continued in the next line, or a file name. */
export const isCode = (value: string): boolean =>
	/^[\w.$:?>-]{0,120}[\w$][([<{]/.test(value) ||
	(/^[a-z_$@][\w$]{0,80}(?:\??\.|::|->)[a-z_]/i.test(value) && !hasRandomPart(value)) ||
	/^[.~\w-]{0,80}\/[\w./-]{0,200}\.[a-z]{1,5}$/i.test(value) ||
	/[,;{([]$/.test(value);

/** A part between separators that cannot be a name, as in keys: `dp.pt.` and 43 letters and digits. */
const hasRandomPart = (value: string): boolean =>
	value.split(/[^\w-]+/).some(part => part.length >= 20 && /\d/.test(part) && /[a-z]/i.test(part) && !isName(part));

/** Words joined as in a name: `same-origin`, `accessToken`, `MY_SECRET`. */
export const isWords = (value: string): boolean => isMadeOfWords(/^[a-z]{1,15}$/i, value);
/** {@link isWords} with some digits: `token2`, `OAuth2Token`. */
export const isName = (value: string): boolean => isMadeOfWords(/^[a-z]{1,15}\d{0,2}$/i, value);

/** Characters at random, such as a hash, an id or a key: not code, and not words and numbers, however many. */
export const isRandom = (value: string): boolean =>
	/\d|[a-z][A-Z]|[A-Z][a-z]/.test(value) &&
	!isReference(value) &&
	!isCode(value) &&
	!isMadeOfWords(/^(?:[a-z]{1,15}\d{0,3}|\d{1,4})$/i, value, mostWordsOfText);

const longestSecretName = 60;
const mostWords = 6;
const mostWordsOfText = 20;
/** Average letters between changes of case; random texts change case more often. */
const shortestWord = 3;

function isMadeOfWords(word: RegExp, value: string, most = mostWords): boolean {
	if (value.length > longestSecretName) return false;
	const parts = value.split(/[-_.$/:]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean);
	if (parts.length > most || value.length < shortestWord * parts.length) return false;
	return parts.every(part => word.test(part) && isSpeakable(part)) && isLikeName(parts);
}

/** No word of four letters has no vowel, five consonants in a row, or pairs such as `vb` and `kx`. */
const isSpeakable = (part: string): boolean =>
	!/[a-z]{4}/i.test(part) ||
	isAbbreviation(part) ||
	(/[aeiouy]/i.test(part) &&
		!/[bcdfgj-np-tv-xz]{5}|[vz][b-df-hj-np-tv-x]|j[b-df-hj-np-rtv-x]|[cfghkmpqtvwx][jqvxz]|q(?![ul])/i.test(part));

const isAbbreviation = (part: string): boolean => /^[A-Z]{2,}\d*$/.test(part);

/** Names have few numbers and short words, and at most one abbreviation if they have small letters. */
function isLikeName(parts: readonly string[]): boolean {
	const numbered = parts.filter(part => /[a-z]\d/i.test(part));
	const short = parts.filter(part => part.length < 3);
	const abbreviations = parts.every(part => part === part.toUpperCase()) ? [] : parts.filter(isAbbreviation);
	return numbered.length <= 2 && short.length * 2 <= parts.length + 1 && abbreviations.length <= 1;
}
