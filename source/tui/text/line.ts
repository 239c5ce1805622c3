import type {Section} from '../../review/markdown.ts';
import {take, widthOf} from '../../text/cells.ts';
import {type Piece, wrapPieces} from '../../text/wrap.ts';
import type {Looks} from '../theme.ts';

/** The role of a text; the theme gives it a look. */
export type Tone = keyof Looks;

/** What is behind a whole line of a diff. */
export type GroundTone = Extract<Tone, `${string}-ground`>;

/** A part of a comment that can be shown or hidden; `isUsuallyOpen`: unless the user decides otherwise. */
export type Fold = {readonly section: Section; readonly isOpen: boolean; readonly isUsuallyOpen: boolean};

/** `isMatch`: a search found it; `fold`: the part that it is the summary of. */
export type Span = Piece<Tone> & {readonly isMatch?: true; readonly ground?: GroundTone; readonly fold?: Fold};

export type Line = readonly Span[];

export const span = (text: string, tone: Tone = 'plain'): Span => ({text, tone});
export const line = (text: string, tone: Tone = 'plain'): Line => [span(text, tone)];
export const emptyLine: Line = [];

export const lineWidth = (spans: Line) => spans.reduce((sum, {text}) => sum + widthOf(text), 0);

/** Whether two lines look alike. */
export const isSameLine = (a: Line, b: Line) =>
	a === b || (a.length === b.length && a.every((each, index) => isSameSpan(each, b[index])));

const isSameSpan = (a: Span, b: Span | undefined) =>
	b !== undefined &&
	a.text === b.text &&
	a.tone === b.tone &&
	a.isMatch === b.isMatch &&
	a.href === b.href &&
	a.ground === b.ground;

export const textOf = (spans: Line) => spans.map(({text}) => text).join('');

/** The line in at most these cells. */
export function cutLine(spans: Line, room: number, mark: string): Line {
	if (lineWidth(spans) <= room) return spans;
	const fitting: Span[] = [];
	let left = room;
	for (const each of spans) {
		const {text} = each;
		const width = widthOf(text);
		if (width < left) {
			fitting.push(each);
			left -= width;
		} else {
			fitting.push({...each, text: `${take(text, left - 1)}${left > 0 ? mark : ''}`});
			break;
		}
	}
	return fitting;
}

/** The line in exactly these cells. */
export const fitLine = (spans: Line, room: number, mark: string): Line => fillLine(cutLine(spans, room, mark), room);

/** The line with blanks up to these cells, on its own ground. */
export function fillLine(spans: Line, room: number): Line {
	const left = room - lineWidth(spans);
	const ground = spans.at(-1)?.ground;
	return left <= 0 ? spans : [...spans, {...span(' '.repeat(left)), ...(ground && {ground})}];
}

/** The ground of a line, if it has one, up to these cells. */
export const spreadGround = (spans: Line, room: number): Line => (spans.at(-1)?.ground ? fillLine(spans, room) : spans);

export const onGround = (spans: Line, ground: GroundTone | null): Line =>
	ground === null ? spans : spans.map(each => ({...each, ground}));

/** Part of a line: indexes of UTF-16 units, the end exclusive. */
export type Part = readonly [from: number, to: number];

/** The line, changed within these parts. @param parts sorted by their beginnings; one can overlap the next */
export function changeParts(spans: Line, parts: readonly Part[], change: (part: Span) => Span): Line {
	if (parts.length === 0) return spans;
	const shown: Span[] = [];
	let start = 0;
	let next = 0;
	for (const each of spans) {
		const end = start + each.text.length;
		for (let at = start; at < end; ) {
			let part = parts[next];
			while (part && part[1] <= at) part = parts[++next];
			const [from, to] = part ?? [end, end];
			const isInside = from <= at;
			const until = Math.min(end, isInside ? to : from);
			const piece = {...each, text: each.text.slice(at - start, until - start)};
			shown.push(isInside ? change(piece) : piece);
			at = until;
		}
		start = end;
	}
	return shown;
}

/** Wraps a line at blanks and breaks longer words. @param indent of the following lines */
export function wrapLine(spans: Line, room: number, indent = ''): Line[] {
	const [first = [], ...rest] = wrapPieces(spans, {first: room, next: room - widthOf(indent)});
	return [first, ...rest.map(line => (indent === '' || line.length === 0 ? line : [span(indent), ...line]))];
}

export const indent = (shown: Line): Line => (shown.length === 0 ? shown : [span(' '), ...shown]);

/** Two columns side by side, the left one in `room` cells. */
export const besideEachOther = (left: readonly Line[], right: readonly Line[], room: number, gap: Span): Line[] =>
	Array.from({length: Math.max(left.length, right.length)}, (_, row) => {
		return [...fillLine(left[row] ?? emptyLine, room), gap, ...(right[row] ?? emptyLine)];
	});

/** Which folded parts are shown: all or those that are open at first, unless the user opened or closed one. */
export type Folds = {areOpen: boolean; chosen: ReadonlyMap<Section, boolean>};

export const untouchedFolds: Folds = {areOpen: false, chosen: new Map()};

export function foldOf({areOpen, chosen}: Folds, section: Section, isOpenAtFirst: boolean): Fold {
	const isUsuallyOpen = areOpen || isOpenAtFirst;
	return {section, isUsuallyOpen, isOpen: chosen.get(section) ?? isUsuallyOpen};
}

/** Opens a closed fold, closes an open one. */
export function switchFold(folds: Folds, {section, isOpen, isUsuallyOpen}: Fold): Folds {
	const chosen = new Map(folds.chosen);
	if (isOpen === isUsuallyOpen) chosen.set(section, !isOpen);
	else chosen.delete(section);
	return {...folds, chosen};
}

/** A fold, and the line (0-based) of its summary. */
export type FoldLine = Fold & {at: number};

export function foldsIn(lines: readonly Line[]): FoldLine[] {
	const found: FoldLine[] = [];
	for (const [at, each] of lines.entries()) {
		for (const {fold} of each) if (fold) found.push({...fold, at});
	}
	return found;
}
