import type {LineEdit, Text} from '../../resolve/text.ts';
import {formatHunks} from '../../resolve/unified-diff.ts';
import {padStart, take, widthOf} from '../../text/cells.ts';
import {safe, safeCode} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import type {Highlight} from './highlight.ts';
import {type Line, line, type Span, span, type Tone, wrapLine} from './line.ts';
import {diffWords, fullEffort, type Part} from './word-diff.ts';

export type DiffView = {width: number; symbols: Symbols; highlight: Highlight | null};

/** A line of a diff; `text` may go to the terminal. */
type Row = {sign: string; text: string; number: number | null};

/**
 * A diff with line numbers: old numbers for removed lines, new ones for the others. Words that differ in lines that
 * resemble each other have a background.
 */
export function diffLines(path: string, text: Text, edits: readonly LineEdit[], view: DiffView): Line[] {
	const rows = rowsOf(formatHunks(text, edits));
	if (rows.length === 0) return wrapLine([span('nothing changes in this file', 'quiet')], view.width);
	const gutter = Math.max(...rows.map(({number}) => `${number ?? ''}`.length));
	const coloured = colour(path, rows, view.highlight);
	const parts = differences(rows);
	return rows.flatMap((row, index): Line[] => {
		if (row.sign === '@')
			return index === 0 ? [] : [line(`${' '.repeat(gutter)} ${view.symbols.dot.repeat(3)}`, 'quiet')];
		const sign = row.sign === '\\' ? ' ' : row.sign;
		const head = [
			span(`${padStart(`${row.number ?? ''}`, gutter)} `, 'quiet'),
			span(row.text === '' ? sign.trim() : `${sign} `, toneOf(row)),
		];
		const goesOn = span(`${' '.repeat(gutter + 1)}${view.symbols.wrapped} `, 'quiet');
		const word = sign === '+' ? 'added-word' : 'removed-word';
		const [first, ...rest] = wrapCode(emphasize(coloured[index]!, parts[index]!, word), view.width - gutter - 3);
		return [[...head, ...first!], ...rest.map(spans => [goesOn, ...spans])];
	});
}

const toneOf = ({sign}: Row): Tone => (sign === '+' ? 'added' : sign === '-' ? 'removed' : 'quiet');

function rowsOf(hunks: string): Row[] {
	let [old, now] = [0, 0];
	return hunks
		.split('\n')
		.slice(0, -1)
		.map((raw): Row => {
			const sign = raw[0]!;
			if (sign === '@') {
				const [, from, to] = /^@@ -(\d+)\S* \+(\d+)/.exec(raw) ?? [];
				[old, now] = [Number(from), Number(to)];
				return {sign, text: safe(raw.slice(1)), number: null};
			}
			if (sign === '\\') return {sign, text: safe(raw.slice(1)), number: null};
			const text = safeCode(raw.slice(1));
			if (sign === '-') return {sign, text, number: old++};
			if (sign === ' ') old++;
			return {sign, text, number: now++};
		});
}

/** Longer code has no syntax colors, because reading it would keep the keys waiting. */
const mostColoured = 100_000;

/** Reads the lines before and the lines after as a whole each, for syntax that spans lines. */
function colour(path: string, rows: readonly Row[], highlight: Highlight | null): Span[][] {
	const [before, after] = ['-', '+'].map(side => {
		const lines = rows.filter(({sign}) => sign === side || sign === ' ').map(({text}) => text);
		const isShort = lines.reduce((sum, {length}) => sum + length, 0) <= mostColoured;
		return (isShort ? highlight?.(path, lines) : null)?.[Symbol.iterator]();
	});
	return rows.map(row => {
		const {sign, text} = row;
		const old = sign === '-' || sign === ' ' ? before?.next().value : undefined;
		const now = sign === '+' || sign === ' ' ? after?.next().value : undefined;
		const spans: Span[] = (sign === '-' ? old : now) ?? [span(text, sign === '\\' ? 'quiet' : 'plain')];
		return sign === ' ' ? spans : spans.map(each => (each.tone === 'plain' ? span(each.text, toneOf(row)) : each));
	});
}

/** The parts of each row that differ from the row that it was or became. */
function differences(rows: readonly Row[]): Part[][] {
	const parts: Part[][] = rows.map(() => []);
	const effort = fullEffort();
	let removed: number[] = [];
	let added: number[] = [];
	const compare = () => {
		const textsOf = (indexes: readonly number[]) => indexes.map(index => rows[index]!.text);
		const words = diffWords(textsOf(removed), textsOf(added), effort);
		for (const [nth, index] of removed.entries()) parts[index] = words.removed[nth]!;
		for (const [nth, index] of added.entries()) parts[index] = words.added[nth]!;
		[removed, added] = [[], []];
	};
	for (const [index, {sign}] of rows.entries()) {
		if (sign === '\\') continue;
		if (sign === '-' && added.length > 0) compare();
		if (sign === '-') removed.push(index);
		else if (sign === '+') added.push(index);
		else compare();
	}
	compare();
	return parts;
}

/** The spans with another tone in these parts, which are in their order. */
function emphasize(spans: readonly Span[], parts: readonly Part[], tone: Tone): Span[] {
	if (parts.length === 0) return [...spans];
	const shown: Span[] = [];
	let start = 0;
	let next = 0;
	for (const {text, tone: own} of spans) {
		const end = start + text.length;
		for (let at = start; at < end; ) {
			while (next < parts.length && parts[next]![1] <= at) next++;
			const [from, to] = parts[next] ?? [end, end];
			const isInside = from <= at;
			const until = Math.min(end, isInside ? to : from);
			shown.push(span(text.slice(at - start, until - start), isInside ? tone : own));
			at = until;
		}
		start = end;
	}
	return shown;
}

/** Breaks code anywhere, as an editor does: no blank is lost, so that indentation and blanks at the end can be judged. */
function wrapCode(spans: readonly Span[], width: number): Span[][] {
	const room = Math.max(1, width);
	const lines: Span[][] = [[]];
	let left = room;
	for (const {text, tone} of spans) {
		for (let at = 0; at < text.length; ) {
			const rest = text.slice(at);
			// A character that is wider than a whole line is still shown.
			const head = room === Number.POSITIVE_INFINITY ? rest : take(rest, left) || (left === room ? firstOf(rest) : '');
			if (head !== '') lines.at(-1)!.push(span(head, tone));
			at += head.length;
			left -= widthOf(head);
			if (at < text.length) {
				lines.push([]);
				left = room;
			}
		}
	}
	return lines;
}

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0)!);
