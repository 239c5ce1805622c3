import type {TextProps} from 'ink';
import type {Tone} from './text/line.ts';

export type Look = Pick<TextProps, 'color' | 'bold' | 'dimColor' | 'inverse'>;

/**
 * The looks of each tone: the terminal's own eight colours, so that its palette holds on light and dark grounds. Colour
 * only adds to what words and signs say already; what must be read is never dim.
 */
export const looks: Readonly<Record<Tone, Look>> = {
	plain: {},
	strong: {bold: true},
	quiet: {dimColor: true},
	accent: {color: 'cyan'},
	good: {color: 'green'},
	bad: {color: 'red'},
	warning: {color: 'yellow'},
	clash: {color: 'magenta'},
	model: {color: 'blue'},
	added: {color: 'green'},
	removed: {color: 'red'},
	keyword: {color: 'magenta'},
	literal: {color: 'yellow'},
	name: {color: 'cyan'},
	selected: {inverse: true},
};

const unicode = {
	apply: '✓',
	there: '=',
	clash: '!',
	stale: '~',
	person: '?',
	model: '*',
	declined: '-',
	failed: '×',
	idle: '·',
	mine: '▪',
	cut: '…',
	rule: '─',
	wall: '│',
	dot: '·',
	bullet: '•',
	full: '█',
	empty: '░',
	tee: '┬',
};

export type Symbols = Readonly<Record<keyof typeof unicode, string>>;

const ascii: Symbols = {
	...unicode,
	apply: 'v',
	failed: 'x',
	idle: '.',
	mine: '#',
	cut: '>',
	rule: '-',
	wall: '|',
	dot: '-',
	bullet: '*',
	full: '#',
	empty: '-',
	tee: '+',
};

export const symbolsFor = (isUnicode: boolean): Symbols => (isUnicode ? unicode : ascii);

/** Whether the terminal draws more than ASCII: a UTF-8 locale, and not the console of Linux. */
export function drawsUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
	const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
	// Without a locale, as in many containers, the terminal itself is modern more often than not.
	return env.TERM !== 'linux' && env.TERM !== 'dumb' && (locale === '' || /utf-?8/i.test(locale));
}
