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

/** Null leaves a text as it is. */
type Look = Style | readonly Style[] | null;

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
	keyword: 'magenta',
	literal: 'yellow',
	name: 'cyan',
	selected: 'inverse',
};

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
