/** An invisible character: control, joiner, direction mark, filler, variation selector or lone surrogate. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Legitimate joiners and selectors: between non-ASCII letters or emoji, or in a keycap emoji. */
const atWork =
	/(?<=[^\0-\x7F\p{Default_Ignorable_Code_Point}])(?:\uFE0F?[\u200C\u200D](?=[^\0-\x7F])|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])(?!\p{Default_Ignorable_Code_Point})|(?<=[0-9#*])\uFE0F(?=\u20E3)/gu;

const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** In columns: text after this much white space is outside any window. */
const widestHiddenGap = 200;
const gap = new RegExp(`\\s{${widestHiddenGap}}`, 'u');

/** What a reader of the new lines cannot see, unless the replaced lines contain it too; null if there is nothing. */
export function outOfSight(lines: readonly string[], replaced: readonly string[]): string | null {
	const known = new Set(replaced.flatMap(line => line.match(unseen) ?? []));
	const brought = lines.flatMap(line => hiddenIn(line)).find(character => !known.has(character));
	if (brought !== undefined) return `U+${codeOf(brought)}, ${kindOfCharacter(brought)}`;
	if (lines.some(hasGap) && !replaced.some(hasGap)) return `text after ${widestHiddenGap} or more spaces`;
	return null;
}

const hiddenIn = (line: string): string[] => line.replaceAll('\t', '').replace(atWork, '').match(unseen) ?? [];

/** Trailing white space hides nothing. */
const hasGap = (line: string) => gap.test(line.trimEnd().replaceAll('\t', '    '));

const codeOf = (character: string) => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

function kindOfCharacter(character: string): string {
	if (/\p{Cc}/u.test(character)) return 'a control character';
	return turning.test(character) ? 'a character that changes the text direction' : 'an invisible character';
}
