import stringWidth from 'string-width';
import {graphemesOf} from './graphemes.ts';

/** What a piece of text is, from which the theme takes its looks. */
export type Tone =
	| 'plain'
	| 'strong'
	| 'quiet'
	| 'accent'
	| 'good'
	| 'bad'
	| 'warning'
	| 'clash'
	| 'model'
	| 'added'
	| 'removed'
	| 'keyword'
	| 'literal'
	| 'name'
	| 'selected';

export type Span = {readonly text: string; readonly tone: Tone};

/** One line of a pane, as pieces that follow each other. */
export type Line = readonly Span[];

export const span = (text: string, tone: Tone = 'plain'): Span => ({text, tone});
export const line = (text: string, tone: Tone = 'plain'): Line => [span(text, tone)];
export const emptyLine: Line = [];

/** What takes a cell for each character: ASCII and the signs of the theme. Tables of all others need not be loaded for it. */
const simple = /^[ -~×·•…─│┬▁-█░▪✓]*$/;

/** Cells that a text takes. */
export const widthOf = (text: string) => (simple.test(text) ? text.length : stringWidth(text));

export const lineWidth = (spans: Line) => spans.reduce((sum, {text}) => sum + widthOf(text), 0);

/** Whether two lines look alike. */
export const isSameLine = (a: Line, b: Line) =>
	a === b ||
	(a.length === b.length && a.every(({text, tone}, index) => text === b[index]!.text && tone === b[index]!.tone));

export const textOf = (spans: Line) => spans.map(({text}) => text).join('');

/** As much of the text as fits into these cells. */
export function take(text: string, room: number): string {
	if (room <= 0) return '';
	if (simple.test(text)) return text.slice(0, room);
	let used = 0;
	let taken = '';
	for (const segment of graphemesOf(text.slice(0, room * 16))) {
		used += widthOf(segment);
		if (used > room) break;
		taken += segment;
	}
	return taken;
}

/** The text in these cells; what does not fit is cut and marked. */
export function cut(text: string, room: number, mark: string): string {
	if (widthOf(text) <= room) return text;
	return room < 2 ? take(text, room) : `${take(text, room - 1)}${mark}`;
}

/** The text in exactly these cells. */
export function pad(text: string, room: number, mark: string): string {
	const fitting = cut(text, room, mark);
	return fitting + ' '.repeat(Math.max(0, room - widthOf(fitting)));
}

export function padStart(text: string, room: number): string {
	return ' '.repeat(Math.max(0, room - widthOf(text))) + text;
}

/** The line in at most these cells. */
export function cutLine(spans: Line, room: number, mark: string): Line {
	if (lineWidth(spans) <= room) return spans;
	const fitting: Span[] = [];
	let left = room;
	for (const {text, tone} of spans) {
		const width = widthOf(text);
		if (width < left) {
			fitting.push({text, tone});
			left -= width;
		} else {
			fitting.push({text: `${take(text, left - 1)}${left > 0 ? mark : ''}`, tone});
			break;
		}
	}
	return fitting;
}

/** The line in exactly these cells. */
export function fitLine(spans: Line, room: number, mark: string): Line {
	const fitting = cutLine(spans, room, mark);
	const left = room - lineWidth(fitting);
	return left === 0 ? fitting : [...fitting, span(' '.repeat(Math.max(0, left)))];
}

/** The line, cut at blanks where it is too long; a longer word is broken. @param indent of the lines that follow */
export function wrapLine(spans: Line, room: number, indent = ''): Line[] {
	const lines: Span[][] = [[]];
	let [left, whole] = [room, room];
	const open = () => {
		lines.push(indent === '' ? [] : [span(indent)]);
		left = whole = Math.max(1, room - widthOf(indent));
	};
	for (const {text, tone} of spans) {
		for (const word of text.split(/(?<= )(?=[^ ])/)) {
			let rest = word;
			if (widthOf(rest.trimEnd()) > left && lines.at(-1)!.some(({text}) => text.trim() !== '')) open();
			while (widthOf(rest.trimEnd()) > left) {
				const head = take(rest, left);
				if (head === '' && left === whole) break;
				lines.at(-1)!.push({text: head, tone});
				rest = rest.slice(head.length);
				open();
			}
			lines.at(-1)!.push({text: rest, tone});
			left -= widthOf(rest);
		}
	}
	return lines.map(wrapped => trimEnd(joinSpans(wrapped)));
}

/** A blank at the end would take a cell that is not there. */
function trimEnd(spans: Line): Line {
	const last = spans.at(-1);
	if (!last?.text.endsWith(' ')) return spans;
	const text = last.text.trimEnd();
	return text === '' ? trimEnd(spans.slice(0, -1)) : [...spans.slice(0, -1), {text, tone: last.tone}];
}

/** Neighbours that look alike as one. */
function joinSpans(spans: Line): Line {
	const joined: Span[] = [];
	for (const next of spans) {
		const last = joined.at(-1);
		if (last?.tone === next.tone) joined[joined.length - 1] = {text: last.text + next.text, tone: last.tone};
		else if (next.text !== '') joined.push(next);
	}
	return joined;
}
