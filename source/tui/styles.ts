import {inspect} from 'node:util';
import {widthOf} from '../text/cells.ts';
import {graphemesOf} from '../text/graphemes.ts';
import {isOneCellEach} from '../text/one-cell.ts';
import type {Line, Span, Tone} from './text/line.ts';
import type {Look, Looks} from './theme.ts';
import {isTint} from './tints.ts';

/** Writes a line with escape codes; it begins and ends without style. */
export type Styler = (line: Line) => string;

const ends = {color: 39, ground: 49};

/**
 * The styler of a theme. Without color, bold and inverse still show the focus, and an underline what has a background;
 * links have no address then. What has no width is left out: nothing in a line can drive the terminal.
 */
export const stylerOf =
	(looks: Looks, isColoured: boolean): Styler =>
	line =>
		line.map(span => styled(span, looks, isColoured)).join('');

const withWidth = (text: string) =>
	isOneCellEach(text)
		? text
		: graphemesOf(text)
				.filter(character => widthOf(character) > 0)
				.join('');

function styled(span: Span, looks: Looks, isColoured: boolean): string {
	const codes = codesOf(span, looks).flatMap(code => (isColoured ? [code] : withoutColor(code)));
	// Where two of them exclude each other, the last one holds.
	const each = [...new Map(codes)];
	const href = (isColoured && span.href) || null;
	const [begin, end] = [each.map(([, code]) => sgr(code)).join(''), each.map(([end]) => sgr(end)).join('')];
	const text = withWidth(span.text);
	return `${begin}${href === null ? text : `${linkTo(href)}${text}${linkTo('')}`}${end}`;
}

const sgr = (code: string | number) => `\x1b[${code}m`;

const linkTo = (address: string) => `\x1b]8;;${address}\x07`;

type Code = [end: number, code: string];

function codesOf({tone, ground, isMatch}: Span, looks: Looks): Code[] {
	const behind = ground ? looks[ground] : null;
	const look = looks[behind === null ? tone : onTint(tone)];
	// A style and no color, so that it is visible everywhere; the selected row is inverse already.
	const front = isMatch
		? codesOfLook(look === 'inverse' ? ['inverse', 'underline', 'bold'] : 'inverse')
		: codesOfLook(look);
	return [...codesOfLook(behind), ...front];
}

/** A line on its ground needs no color of its own, which would be hard to read there. */
const onTint = (tone: Tone): Tone => (tone === 'added' || tone === 'removed' ? 'plain' : tone);

function codesOfLook(look: Look): Code[] {
	if (look === null) return [];
	if (isTint(look)) return [[ends.ground, look]];
	return [look].flat().flatMap(style => {
		const [code, end] = inspect.colors[style] ?? [];
		return code === undefined || end === undefined ? [] : [[end, `${code}`]];
	});
}

const [underlined, underlineEnd] = [4, 24];

/** The ground of a whole line would be an underline of everything. */
function withoutColor([end, code]: Code): Code[] {
	if (end === ends.ground) return isTint(code) ? [] : [[underlineEnd, `${underlined}`]];
	return end === ends.color ? [] : [[end, code]];
}
