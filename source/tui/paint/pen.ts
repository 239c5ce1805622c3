import {inspect} from 'node:util';
import type {Span, Tone} from '../text/line.ts';
import type {Look, Looks} from '../theme.ts';
import {isTint} from '../tints.ts';

/** How cells look. Equal looks are the same object, as long as the theme stays. */
export type Pen = {
	/** SGR codes, each by the code that ends it. */
	readonly codes: ReadonlyMap<number, string>;
	/** The address of a link. */
	readonly href: string | null;
	/** Whether a blank looks different with it. */
	readonly isSeenOnBlanks: boolean;
};

export const barePen: Pen = {codes: new Map(), href: null, isSeenOnBlanks: false};

export type PenOf = (span: Span) => Pen;

const ends = {weight: 22, color: 39, ground: 49};

const [underline, inverse] = [inspect.colors.underline!, inspect.colors.inverse!];

/** What shows on a blank: a line under or through it, and what is behind it. */
const onBlanks = new Set([underline[1], inverse[1], inspect.colors.strikethrough![1], ends.ground]);

/**
 * The pens of a theme. Without color, bold and inverse still show the focus, and an underline what has a background;
 * links have no address then.
 */
export function pensFor(looks: Looks, isColoured: boolean): PenOf {
	const bySpan = new Map<string, Pen>();
	const byLook = new Map<string, Pen>();
	const make = (span: Span): Pen => {
		const codes = new Map(codesOf(span, looks).flatMap(each => (isColoured ? [each] : withoutColor(each))));
		const href = (isColoured && span.href) || null;
		const key = JSON.stringify([...codes, href]);
		const pen = byLook.get(key) ?? penWith(codes, href);
		byLook.set(key, pen);
		return pen;
	};
	return span => {
		const {tone, ground, isMatch, href} = span;
		const key = `${tone} ${ground ?? ''} ${isMatch ?? ''} ${href ?? ''}`;
		const known = bySpan.get(key) ?? make(span);
		bySpan.set(key, known);
		return known;
	};
}

function penWith(codes: Pen['codes'], href: string | null): Pen {
	if (codes.size === 0 && href === null) return barePen;
	return {codes, href, isSeenOnBlanks: href !== null || [...codes.keys()].some(end => onBlanks.has(end))};
}

type Code = [end: number, code: string];

/** The codes of a span; where two of them exclude each other, the last one holds. */
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
	return [look].flat().map(style => {
		const [code, end] = inspect.colors[style]!;
		return [end, `${code}`];
	});
}

/** The ground of a whole line would be an underline of everything. */
function withoutColor([end, code]: Code): Code[] {
	if (end === ends.ground) return isTint(code) ? [] : [[underline[1], `${underline[0]}`]];
	return end === ends.color ? [] : [[end, code]];
}

/** The sequences that change one pen into another. */
export function penChange(from: Pen, to: Pen): string {
	if (from === to) return '';
	const link = from.href === to.href ? '' : `\x1b]8;;${to.href ?? ''}\x07`;
	if (to.codes.size === 0) return from.codes.size === 0 ? link : `${link}\x1b[m`;
	const ended = [...from.codes.keys()].filter(end => !to.codes.has(end)).map(String);
	const begun = [...to.codes].flatMap(([end, code]) => {
		const before = from.codes.get(end);
		if (before === code) return [];
		// One code ends both bold and dim.
		return end === ends.weight && before !== undefined ? [`${end}`, code] : [code];
	});
	const codes = [...ended, ...begun];
	return codes.length === 0 ? link : `${link}\x1b[${codes.join(';')}m`;
}
