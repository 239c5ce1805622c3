import {Terminal} from '@xterm/headless';
import stringWidth from 'string-width';
import {isOneCellEach} from '../../source/text/one-cell.ts';
import {symbolsFor} from '../../source/tui/theme.ts';
import type {WindowSize} from '../helpers/terminal-streams.ts';

type Width = 0 | 1 | 2;

/** Where these are wide, no app can draw a frame. */
const symbols = Object.values(symbolsFor(true)).join('');

/** Whether terminals disagree on the width of the character: emoji, and what is wide in fonts of East Asia alone. */
export const isDisputed = (character: string): boolean =>
	!isOneCellEach(character) &&
	!symbols.includes(character) &&
	(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{fe0f}/u.test(character) ||
		stringWidth(character) !== stringWidth(character, {ambiguousIsNarrow: false}));

/** What joins the characters around it to one, or changes the one before it. */
const [joiner, emojiStyle] = [0x200d, 0xfe0f];

/** What is known of the character so far, beyond its width. */
const kinds = {other: 0, joining: 1, halfFlag: 2} as const;

/**
 * A terminal that gives each disputed character this many cells, and others those of `widthOf`. An emoji that consists
 * of several characters takes as many as a single one.
 */
export function windowWithWidth(disputed: 1 | 2, {columns, rows}: WindowSize): Terminal {
	const screen = new Terminal({cols: columns, rows, allowProposedApi: true, convertEol: true});
	const wcwidth = (code: number): Width => {
		const character = String.fromCodePoint(code);
		if (isDisputed(character) && code !== emojiStyle) return disputed;
		const width = stringWidth(character);
		return width === 0 || width === 1 ? width : 2;
	};
	// As xterm packs them: bit 0 joins the one before, bits 1 and 2 are the width, the others are free.
	const properties = (kind: number, width: number, isJoined: boolean) => (kind << 3) | (width << 1) | Number(isJoined);
	const charProperties = (code: number, before: number) => {
		const [kind, widthBefore] = [before >> 3, (before >> 1) & 3];
		const isFlag = /\p{Regional_Indicator}/u.test(String.fromCodePoint(code));
		if (code === joiner && before !== 0) return properties(kinds.joining, widthBefore, true);
		if (code === emojiStyle && before !== 0) return properties(kinds.other, disputed, true);
		if (kind === kinds.joining) return properties(kinds.other, widthBefore, true);
		if (isFlag && kind === kinds.halfFlag) return properties(kinds.other, widthBefore, true);
		const width = wcwidth(code);
		if (width === 0 && before !== 0) return properties(kind, widthBefore, true);
		return properties(isFlag ? kinds.halfFlag : kinds.other, width, false);
	};
	const version = `disputed characters take ${disputed}`;
	screen.unicode.register({version, wcwidth, charProperties});
	screen.unicode.activeVersion = version;
	return screen;
}
