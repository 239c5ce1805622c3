import {decodeReferences} from './instruction.ts';

/** Marks that change the text direction, so that a text looks different from what it is. */
const bidiControl = /[\u202A-\u202E\u2066-\u2069]/u;
/** Several characters without width in a row, which can encode data; emoji use single ones. */
const joiners = /(?:[\u180E\u200B-\u200F\u2060-\u2064\uFEFF]){4,}/u;
/** The same, between letters that are never joined. */
const strewn = /(?:[a-z ][\u180E\u200B-\u200D\u2060-\u2064\uFEFF]+){4}[a-z]/iu;
/** Variation selectors in a row, which can encode bytes. */
const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4,}/u;
/** Invisible copies of ASCII characters. */
const tags = /[\u{E0020}-\u{E007F}]{4,}/u;
/** The flags of England, Scotland and Wales, the only legitimate use of tags. */
const flags =
	/\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

/** Removes invisible characters, except those that join emoji or non-ASCII letters. */
export const withoutUnseen = (text: string): string =>
	text
		.replace(/[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/gu, '')
		.replace(joinersInAscii, joiners => (joiners === '\uFE0F' ? joiners : ''));

const joiner = String.raw`(?:\u200C|\u200D|[\uFE00-\uFE0F])`;
const joinersInAscii = new RegExp(`(?<=^|[\\0-\\x7F])${joiner}+|${joiner}+(?=[\\0-\\x7F]|$)`, 'gu');

/** What a text contains in invisible characters, or in numeric references to them; each as a phrase. */
export function unseenIn(body: string): string[] {
	const text = decodeReferences(body);
	if (!/[^\0-\x7F]/.test(text)) return [];
	const found: string[] = [];
	const tagged = tags.exec(text.replace(flags, ''))?.[0];
	if (tagged) {
		const said = [...tagged].map(letter => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000)).join('');
		found.push(`text in invisible characters: ${JSON.stringify(said.slice(0, 160))}`);
	}
	if ([joiners, strewn, selectors].some(form => form.test(text))) found.push('data in invisible characters');
	if (bidiControl.test(text)) found.push('characters that change the text direction');
	return found;
}
