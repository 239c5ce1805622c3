import type {styleText} from 'node:util';
import {byName, namesOf} from '../system/by-name.ts';
import type {Environment} from '../system/environment.ts';
import {type Tint, type TintBits, tintsFor} from './tints.ts';

/** Names of Node's `styleText`. */
type Style = Exclude<Extract<Parameters<typeof styleText>[0], string>, `#${string}`>;

/** Null leaves a text as it is. */
export type Look = Style | readonly Style[] | Tint | null;

export type Background = 'dark' | 'light';

export type Palette = {
	/** Null if unknown: then no ground is tinted, because text could not be read on the wrong one. */
	background: Background | null;
	/** Blue and yellow instead of green and red. */
	isColorblind: boolean;
	/** Bits of the colors that the terminal draws. */
	bits: 4 | TintBits;
};

/**
 * The usual looks, in the terminal's own eight colors, so that its palette fits them to its background. Color only
 * repeats what words and signs show; important text is never dim. Without color, a background becomes an underline.
 */
export const usualLooks = {
	plain: null,
	strong: 'bold',
	emphasis: 'italic',
	struck: 'strikethrough',
	link: 'underline',
	quiet: 'dim',
	accent: 'cyan',
	good: 'green',
	bad: 'red',
	warning: 'yellow',
	clash: 'magenta',
	model: 'blue',
	added: 'green',
	removed: 'red',
	// Black on a color is readable whatever the background is.
	'added-word': ['black', 'bgGreen'],
	'removed-word': ['black', 'bgRed'],
	'added-ground': null,
	'removed-ground': null,
	more: 'inverse',
	mark: ['bold', 'cyan'],
	keyword: 'magenta',
	literal: 'yellow',
	name: 'cyan',
	selected: 'inverse',
} as const satisfies Readonly<Record<string, Look>>;

/** The look of each tone. */
export type Looks = Readonly<Record<keyof typeof usualLooks, Look>>;

/** In few palettes can yellow and cyan be read on white. */
const onLight: Partial<Looks> = {
	accent: 'blue',
	mark: ['bold', 'blue'],
	warning: 'magenta',
	clash: ['bold', 'magenta'],
	literal: 'blue',
	name: null,
};

/** Signs, warnings and code leave blue and yellow to what is added and removed. */
const forColorblind: Partial<Looks> = {
	good: 'blue',
	bad: 'yellow',
	warning: 'magenta',
	clash: ['bold', 'magenta'],
	model: 'cyan',
	added: 'blue',
	removed: 'yellow',
	'added-word': ['white', 'bgBlue'],
	'removed-word': ['black', 'bgYellow'],
	keyword: 'magenta',
	literal: 'cyan',
	name: null,
};

/** In few palettes can blue be read on black. */
const forColorblindOnDark: Partial<Looks> = {good: 'blueBright', added: 'blueBright'};

export const looksFor = ({background, isColorblind, bits}: Palette): Looks => ({
	...usualLooks,
	...(background === 'light' ? onLight : {}),
	...(isColorblind ? forColorblind : {}),
	...(isColorblind && background !== 'light' ? forColorblindOnDark : {}),
	...(background === null || bits === 4 ? {} : tintsFor(background, isColorblind)[bits]),
});

/** Each symbol, and what stands for it where only ASCII is drawn. */
const symbols = {
	apply: ['✓', 'v'],
	plan: ['+', '+'],
	there: ['=', '='],
	clash: ['!', '!'],
	stale: ['~', '~'],
	person: ['?', '?'],
	model: ['*', '*'],
	byModel: ['m', 'm'],
	declined: ['-', '-'],
	failed: ['×', 'x'],
	/** A thread that got a reply. */
	replied: ['↩', '<'],
	idle: ['·', '.'],
	mine: ['▪', '#'],
	cut: ['…', '>'],
	/** Begins a wrapped line. */
	wrapped: ['↳', '\\'],
	/** Where a line of code goes on beyond its window. */
	fromLeft: ['‹', '<'],
	toRight: ['›', '>'],
	tab: ['→', '>'],
	/** Before a line that a comment is on. */
	mark: ['▌', '>'],
	rule: ['─', '-'],
	wall: ['│', '|'],
	/** Begins each line of a quotation. */
	quote: ['▎', '>'],
	/** Around words that are struck, where no line through them can be drawn. */
	struck: ['', '~'],
	folded: ['▸', '[+]'],
	unfolded: ['▾', '[-]'],
	dot: ['·', '-'],
	bullet: ['•', '*'],
	full: ['█', '#'],
	empty: ['░', '-'],
	tee: ['┬', '+'],
	cross: ['┼', '+'],
	/** From low to high. */
	levels: ['▁▂▃▄▅▆▇█', '_.-=+*#@'],
} as const satisfies Readonly<Record<string, readonly [unicode: string, ascii: string]>>;

export type Symbols = Readonly<Record<keyof typeof symbols, string>>;

const drawn = (as: 0 | 1): Symbols => byName(namesOf(symbols), name => symbols[name][as]);

const [unicode, ascii] = [drawn(0), drawn(1)];

export const symbolsFor = (isUnicode: boolean): Symbols => (isUnicode ? unicode : ascii);

/** Whether the terminal draws more than ASCII: a UTF-8 locale, and not the console of Linux. */
export function drawsUnicode(env: Environment): boolean {
	const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
	// Without a locale, as in many containers, the terminal is usually modern.
	return env.TERM !== 'linux' && env.TERM !== 'dumb' && (locale === '' || /utf-?8/i.test(locale));
}
