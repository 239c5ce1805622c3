// Control characters could drive the terminal; direction marks and invisible characters could make a line misleading.
// Joiners within an emoji and variation selectors are harmless.
const unsafe =
	/\p{Cc}|[\u2028\u2029]|(?!\p{Variation_Selector}|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d\p{Extended_Pictographic})\p{Default_Ignorable_Code_Point}|[\u{e0100}-\u{e01ef}]/gu;
const unsafeInLine = new RegExp(`(?![\\n\\t])(?:${unsafe.source})`, 'gu');

const short: Readonly<Record<string, string>> = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A character in the escapes of JSON: `\u001b`. */
export const asEscapes = (character: string) => character.split('').map(escaped).join('');

const escapeOne = (character: string) => short[character] ?? asEscapes(character);

/** The text on one line, with control characters as `\n`, `\t` or `\u001b`. */
export const escapeControls = (text: string): string => text.replace(unsafe, escapeOne);

/** The text with escaped control characters, except line ends and tabs. */
export const escapeLines = (text: string): string => text.replace(unsafeInLine, escapeOne);

/**
 * The sequences that the program itself uses: bold, dim, colors that are readable on any background, and their resets.
 */
const own = /(\u001b\[(?:[0-2]|22|3[1-6]|39)(?:;(?:[0-2]|22|3[1-6]|39))*m)/;

/** Prepares a text for a terminal: foreign parts of it cannot drive the terminal. */
export function screened(text: string): string {
	return text
		.split(own)
		.map((part, index) => (index % 2 === 1 ? part : escapeLines(part)))
		.join('');
}
