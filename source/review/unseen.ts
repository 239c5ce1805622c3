import {decodeReferences} from './instruction.ts';

/** Marks that turn the direction of a text, so that it reads other than it is. */
const turning = /[\u202A-\u202E\u2066-\u2069]/u;
/** Characters without a width in a row: nobody writes that, but bits can be. Emoji are joined by single ones. */
const joiners = /(?:[\u180E\u200B-\u200F\u2060-\u2064\uFEFF]){4,}/u;
/** The same, strewn between letters that nothing joins. */
const strewn = /(?:[a-z ][\u180E\u200B-\u200D\u2060-\u2064\uFEFF]+){4}[a-z]/iu;
/** Bytes that ride on one letter. */
const selectors = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{4,}/u;
/** ASCII without a picture. */
const tags = /[\u{E0020}-\u{E007F}]{4,}/u;
/** Those of England, Scotland and Wales are the only ones that are written so. */
const flags =
	/\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/gu;

/** A text without characters that nobody sees; those that join emoji or letters of other scripts than ours stay. */
export const withoutUnseen = (text: string): string =>
	text
		.replace(/[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/gu, '')
		.replace(joinersInAscii, joiners => (joiners === '\uFE0F' ? joiners : ''));

const joiner = String.raw`(?:\u200C|\u200D|[\uFE00-\uFE0F])`;
const joinersInAscii = new RegExp(`(?<=^|[\\0-\\x7F])${joiner}+|${joiner}+(?=[\\0-\\x7F]|$)`, 'gu');

/** What a text holds in characters that nobody sees, also where they are written by their numbers; each as a phrase. */
export function unseenIn(body: string): string[] {
	const text = decodeReferences(body);
	const found: string[] = [];
	const tagged = tags.exec(text.replace(flags, ''))?.[0];
	if (tagged) {
		const said = [...tagged].map(letter => String.fromCodePoint(letter.codePointAt(0)! - 0xe0000)).join('');
		found.push(`text in characters that cannot be seen: ${JSON.stringify(said.slice(0, 160))}`);
	}
	if ([joiners, strewn, selectors].some(form => form.test(text))) found.push('data in characters that cannot be seen');
	if (turning.test(text)) found.push('characters that turn the direction of the text');
	return found;
}
