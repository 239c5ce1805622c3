// Control characters could drive the terminal; marks that turn the direction of text, and those that nobody sees, could
// make a line lie. The joiner inside a picture of several and the choice of a picture's style are what they seem.
const unsafe =
	/\p{Cc}|[\u2028\u2029]|(?!\p{Variation_Selector}|(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d\p{Extended_Pictographic})\p{Default_Ignorable_Code_Point}|[\u{e0100}-\u{e01ef}]/gu;
const unsafeInLine = new RegExp(`(?![\\n\\t])(?:${unsafe.source})`, 'gu');

const short: Readonly<Record<string, string>> = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const escapeOne = (character: string) => short[character] ?? character.split('').map(escaped).join('');

/** The text on one line, with control characters as `\n`, `\t` or `\u001b`. */
export const escapeControls = (text: string): string => text.replace(unsafe, escapeOne);

/** The text with control characters shown as escapes; line ends and tabs stay. */
export const escapeLines = (text: string): string => text.replace(unsafeInLine, escapeOne);

/** All that the program itself puts into a text: bold, dim and colours that are seen on every ground, and their ends. */
const own = /(\u001b\[(?:[0-2]|22|3[1-6]|39)(?:;(?:[0-2]|22|3[1-6]|39))*m)/;

/** A text of ours on its way to a terminal: whatever foreign words were put into it, they cannot drive the terminal. */
export function screened(text: string): string {
	return text
		.split(own)
		.map((part, index) => (index % 2 === 1 ? part : escapeLines(part)))
		.join('');
}
