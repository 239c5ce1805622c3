/** A character that nobody sees: controls, joiners, marks of direction, fillers, variation selectors; half of a pair too. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Joiners and selectors at work: one between letters or pictures of other scripts than ours, or the frame of a keycap. */
const atWork =
	/(?<=[^\0-\x7F\p{Default_Ignorable_Code_Point}])(?:\uFE0F?[\u200C\u200D](?=[^\0-\x7F])|[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])(?!\p{Default_Ignorable_Code_Point})|(?<=[0-9#*])\uFE0F(?=\u20E3)/gu;

const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** In columns: what comes after more blanks than any window is wide is not seen by who looks at the line. */
const widestGap = 200;
const gap = new RegExp(`\\s{${widestGap}}`, 'u');

/** What lines hold that somebody who reads them does not see and that the lines they replace do not; null where nothing. */
export function outOfSight(lines: readonly string[], replaced: readonly string[]): string | null {
	const known = new Set(replaced.flatMap(line => line.match(unseen) ?? []));
	const brought = lines.flatMap(line => unseenIn(line)).find(character => !known.has(character));
	if (brought !== undefined) return `U+${codeOf(brought)}, ${kindOf(brought)}`;
	if (lines.some(hasGap) && !replaced.some(hasGap)) return `text behind ${widestGap} or more blanks`;
	return null;
}

const unseenIn = (line: string): string[] => line.replaceAll('\t', '').replace(atWork, '').match(unseen) ?? [];

/** What ends a line hides nothing. */
const hasGap = (line: string) => gap.test(line.trimEnd().replaceAll('\t', '    '));

const codeOf = (character: string) => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

function kindOf(character: string): string {
	if (/\p{Cc}/u.test(character)) return 'a control character';
	return turning.test(character) ? 'a character that changes the text direction' : 'an invisible character';
}
