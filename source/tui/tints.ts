import type {Environment} from '../system/environment.ts';

/** A ground besides the named colors, as parameters of SGR. */
export type Tint = `48;5;${number}` | `48;2;${number};${number};${number}`;

/** Bits of colors with which a terminal can draw tints. */
export type TintBits = 8 | 24;

/** The tones of a diff that have a tint where the terminal can draw one. */
type Tinted = Readonly<Record<'added-ground' | 'removed-ground' | 'added-word' | 'removed-word', Tint>>;

type Tints = Readonly<Record<TintBits, Tinted>>;

const tinted = (addedGround: Tint, removedGround: Tint, addedWord: Tint, removedWord: Tint): Tinted => ({
	'added-ground': addedGround,
	'removed-ground': removedGround,
	'added-word': addedWord,
	'removed-word': removedWord,
});

const greenAndRed: Readonly<Record<'dark' | 'light', Tints>> = {
	dark: {
		8: tinted('48;5;22', '48;5;52', '48;5;28', '48;5;88'),
		24: tinted('48;2;18;48;30', '48;2;63;22;25', '48;2;28;100;54', '48;2;130;38;45'),
	},
	light: {
		8: tinted('48;5;194', '48;5;224', '48;5;157', '48;5;217'),
		24: tinted('48;2;230;255;236', '48;2;255;235;233', '48;2;171;242;188', '48;2;255;193;190'),
	},
};

const blueAndYellow: typeof greenAndRed = {
	dark: {
		8: tinted('48;5;17', '48;5;58', '48;5;25', '48;5;94'),
		24: tinted('48;2;18;38;75', '48;2;62;50;14', '48;2;31;80;160', '48;2;122;90;16'),
	},
	light: {
		8: tinted('48;5;189', '48;5;230', '48;5;153', '48;5;222'),
		24: tinted('48;2;226;239;255', '48;2;255;246;214', '48;2;164;206;255', '48;2;255;217;125'),
	},
};

/**
 * Calm grounds behind changed lines, and stronger ones behind changed words. The eight named colors have no calm one, so
 * with 4 bits only words have a ground.
 */
export const tintsFor = (background: 'dark' | 'light', isColorblind: boolean): Tints =>
	(isColorblind ? blueAndYellow : greenAndRed)[background];

export const isTint = (look: unknown): look is Tint => typeof look === 'string' && look.startsWith('48;');

/** Bits of the colors that the terminal draws. Sources: termstandard/colors; names of terminfo. */
export function colorBits({COLORTERM = '', TERM = ''}: Environment): 4 | TintBits {
	if (/^(truecolor|24bit)$/i.test(COLORTERM) || TERM.endsWith('-direct')) return 24;
	return /256(color)?$/.test(TERM) ? 8 : 4;
}
