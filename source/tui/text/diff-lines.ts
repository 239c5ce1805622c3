import type {LineEdit, Text} from '../../resolve/text.ts';
import {formatHunks} from '../../resolve/unified-diff.ts';
import {padStart} from '../../text/cells.ts';
import {safe} from '../../text/safe.ts';
import type {Symbols} from '../theme.ts';
import type {Highlight} from './highlight.ts';
import {headingOf} from './hunk-heading.ts';
import {cutLine, type Ground, type Line, line, onGround, type Span, span, type Tone, wrapLine} from './line.ts';
import {diffWords, fullEffort, type Part} from './word-diff.ts';
import {wrapCode} from './wrap-code.ts';

export type DiffView = {
	width: number;
	symbols: Symbols;
	highlight: Highlight | null;
	/** Lines around each change; 3 by default. */
	context?: number;
};

/** A line of a diff; `text` may go to the terminal. The text of a hunk is its heading. */
type Row = {
	sign: string;
	text: string;
	number: number | null;
	/** The text with each tab as four tabs instead of four blanks, so that these differ. */
	compared: string;
	/** Where its tabs are. */
	tabs: readonly number[];
};

/**
 * A diff with line numbers: old numbers for removed lines, new ones for the others. Words that differ in lines that
 * resemble each other have a background. A hunk begins with the head of its function, if that is not one of its lines.
 */
export function diffLines(path: string, text: Text, edits: readonly LineEdit[], view: DiffView): Line[] {
	const rows = rowsOf(formatHunks(text, edits, view.context), path, text.lines);
	if (rows.length === 0) return wrapLine([span('no changes in this file', 'quiet')], view.width);
	const gutter = Math.max(...rows.map(({number}) => `${number ?? ''}`.length));
	const coloured = colour(path, rows, view.highlight);
	const parts = differences(rows);
	return rows.flatMap((row, index): Line[] => {
		if (row.sign === '@') {
			if (index === 0 && row.text === '') return [];
			const gap = `${' '.repeat(gutter)} ${view.symbols.dot.repeat(3)}`;
			return [cutLine(line(`${gap} ${row.text}`.trimEnd(), 'quiet'), view.width, view.symbols.cut)];
		}
		const sign = row.sign === '\\' ? ' ' : row.sign;
		const number = padStart(`${row.number ?? ''}`, gutter);
		// An empty line ends with its number or sign.
		const [own, after] = row.text === '' ? [sign.trim(), sign.trim() && ' '] : [`${sign} `, ' '];
		const head = [span(`${number}${after}`, 'quiet'), span(own, toneOf(row))];
		const goesOn = span(`${' '.repeat(gutter + 1)}${view.symbols.wrapped} `, 'quiet');
		const word = sign === '+' ? 'added-word' : 'removed-word';
		const [first, ...rest] = wrapCode(
			showTabs(emphasize(coloured[index]!, parts[index]!, word), row, view),
			view.width - gutter - 3,
		);
		const ground = groundOf(row);
		return [[...head, ...first!], ...rest.map(spans => [goesOn, ...spans])].map(each => onGround(each, ground));
	});
}

const toneOf = ({sign}: Row): Tone => (sign === '+' ? 'added' : sign === '-' ? 'removed' : 'quiet');

const groundOf = ({sign}: Row): Ground | null =>
	sign === '+' ? 'added-ground' : sign === '-' ? 'removed-ground' : null;

function rowsOf(hunks: string, path: string, lines: readonly string[]): Row[] {
	let [old, now] = [0, 0];
	const raws = hunks.split('\n').slice(0, -1);
	return raws.map((raw, index): Row => {
		const [sign, rest] = [raw[0]!, raw.slice(1)];
		if (sign === '@') {
			const [, from, to] = /^@@ -(\d+)\S* \+(\d+)/.exec(raw) ?? [];
			[old, now] = [Number(from), Number(to)];
			let kept = 0;
			while (raws[index + 1 + kept]?.[0] === ' ') kept++;
			const heading = headingOf(path, lines, old - 1, old - 1 + kept);
			const shown = withTabs(heading?.slice(0, 500).trim() ?? '');
			return {sign, ...shown, number: null};
		}
		const shown = withTabs(rest);
		if (sign === '\\') return {sign, ...shown, number: null};
		if (sign === '-') return {sign, ...shown, number: old++};
		if (sign === ' ') old++;
		return {sign, ...shown, number: now++};
	});
}

/** A line as `safeCode` shows it. */
function withTabs(raw: string): Pick<Row, 'text' | 'compared' | 'tabs'> {
	const parts = raw.replace(/\r$/, '').split('\t').map(safe);
	const tabs: number[] = [];
	let at = 0;
	for (const part of parts.slice(0, -1)) {
		tabs.push(at + part.length);
		at += part.length + 4;
	}
	return {text: parts.join('    '), compared: parts.join('\t\t\t\t'), tabs};
}

/** Longer code has no syntax colors, because reading it would keep the keys waiting. */
const mostColoured = 100_000;

/** Reads the lines before and the lines after as a whole each, for syntax that spans lines. */
function colour(path: string, rows: readonly Row[], highlight: Highlight | null): Span[][] {
	const [before, after] = ['-', '+'].map(side => {
		// What is only context has its colors from the lines after.
		if (side === '-' && !rows.some(({sign}) => sign === '-')) return undefined;
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
		const textsOf = (indexes: readonly number[]) => indexes.map(index => rows[index]!.compared);
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

/** Marks the tabs of changed lines, so that they differ from blanks; what is read aloud gets no marks. */
function showTabs(spans: readonly Span[], {sign, tabs}: Row, {width, symbols}: DiffView): Span[] {
	if (tabs.length === 0 || sign === ' ' || !Number.isFinite(width)) return [...spans];
	let start = 0;
	let next = 0;
	return spans.flatMap(({text, tone}) => {
		const end = start + text.length;
		const pieces: Span[] = [];
		let at = start;
		for (; next < tabs.length && tabs[next]! < end; next++) {
			const tab = tabs[next]!;
			pieces.push(span(text.slice(at - start, tab - start), tone));
			pieces.push(span(symbols.tab, tone.endsWith('-word') ? tone : 'quiet'));
			at = tab + 1;
		}
		const rest = span(text.slice(at - start), tone);
		start = end;
		return [...pieces, rest].filter(piece => piece.text !== '');
	});
}
