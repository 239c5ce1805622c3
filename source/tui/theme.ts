import type {Environment} from '../system/environment.ts';
import type {Tone} from './text/line.ts';

/** Names of Node's `styleText`. */
type Style =
	| 'bold'
	| 'italic'
	| 'underline'
	| 'strikethrough'
	| 'dim'
	| 'inverse'
	| 'black'
	| 'cyan'
	| 'green'
	| 'red'
	| 'yellow'
	| 'magenta'
	| 'blue'
	| 'bgGreen'
	| 'bgRed';

/** A ground besides the named colors, as parameters of SGR. */
export type Tint = `48;5;${number}` | `48;2;${number};${number};${number}`;

/** Null leaves a text as it is. */
export type Look = Style | readonly Style[] | Tint | null;

/**
 * The look of each tone, in the terminal's eight colors, so that its palette fits light and dark backgrounds. Color only
 * repeats what words and signs show; important text is never dim. Without color, a background becomes an underline.
 */
export const looks: Readonly<Record<Tone, Look>> = {
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
	more: 'cyan',
	keyword: 'magenta',
	literal: 'yellow',
	name: 'cyan',
	selected: 'inverse',
};

/** The tones of a diff that have a tint where the terminal can draw one. */
type Tinted = Readonly<Record<'added-ground' | 'removed-ground' | 'added-word' | 'removed-word', Tint>>;

/**
 * Calm grounds behind changed lines, and stronger ones behind changed words: by the background of the terminal and the
 * bits of its colors. The eight named colors have no calm one, so with 4 bits only words have a ground.
 */
export const tints: Readonly<Record<'dark' | 'light', Readonly<Record<8 | 24, Tinted>>>> = {
	dark: {
		8: {
			'added-ground': '48;5;22',
			'removed-ground': '48;5;52',
			'added-word': '48;5;28',
			'removed-word': '48;5;88',
		},
		24: {
			'added-ground': '48;2;18;48;30',
			'removed-ground': '48;2;63;22;25',
			'added-word': '48;2;28;100;54',
			'removed-word': '48;2;130;38;45',
		},
	},
	light: {
		8: {
			'added-ground': '48;5;194',
			'removed-ground': '48;5;224',
			'added-word': '48;5;157',
			'removed-word': '48;5;217',
		},
		24: {
			'added-ground': '48;2;230;255;236',
			'removed-ground': '48;2;255;235;233',
			'added-word': '48;2;171;242;188',
			'removed-word': '48;2;255;193;190',
		},
	},
};

/** Bits of the colors that the terminal draws. Sources: termstandard/colors; names of terminfo. */
export function colorBits({COLORTERM = '', TERM = ''}: Environment): 4 | 8 | 24 {
	if (/^(truecolor|24bit)$/i.test(COLORTERM) || TERM.endsWith('-direct')) return 24;
	return /256(color)?$/.test(TERM) ? 8 : 4;
}

const unicode = {
	apply: '✓',
	plan: '+',
	there: '=',
	clash: '!',
	stale: '~',
	person: '?',
	model: '*',
	byModel: 'm',
	declined: '-',
	failed: '×',
	idle: '·',
	mine: '▪',
	cut: '…',
	/** Begins a wrapped line. */
	wrapped: '↳',
	/** Where a line of code goes on beyond its window. */
	fromLeft: '‹',
	toRight: '›',
	tab: '→',
	rule: '─',
	wall: '│',
	/** Begins each line of a quotation. */
	quote: '▎',
	folded: '▸',
	unfolded: '▾',
	dot: '·',
	bullet: '•',
	full: '█',
	empty: '░',
	tee: '┬',
	cross: '┼',
	/** From low to high. */
	levels: '▁▂▃▄▅▆▇█',
};

export type Symbols = Readonly<Record<keyof typeof unicode, string>>;

const ascii: Symbols = {
	...unicode,
	apply: 'v',
	failed: 'x',
	idle: '.',
	mine: '#',
	cut: '>',
	wrapped: '\\',
	fromLeft: '<',
	toRight: '>',
	tab: '>',
	rule: '-',
	wall: '|',
	quote: '>',
	folded: '[+]',
	unfolded: '[-]',
	dot: '-',
	bullet: '*',
	full: '#',
	empty: '-',
	tee: '+',
	cross: '+',
	levels: '_.-=+*#@',
};

export const symbolsFor = (isUnicode: boolean): Symbols => (isUnicode ? unicode : ascii);

/** Whether the terminal draws more than ASCII: a UTF-8 locale, and not the console of Linux. */
export function drawsUnicode(env: Environment): boolean {
	const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
	// Without a locale, as in many containers, the terminal is usually modern.
	return env.TERM !== 'linux' && env.TERM !== 'dumb' && (locale === '' || /utf-?8/i.test(locale));
}
