import type {LineEdit, Text} from '../../resolve/text.ts';
import {formatHunks} from '../../resolve/unified-diff.ts';
import {whole} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {beginning} from '../../text/shorten.ts';
import type {Symbols} from '../theme.ts';
import type {Highlight} from './highlight.ts';
import {headingOf} from './hunk-heading.ts';
import {changeParts, type GroundTone, type Line, type Part, type Span, span, type Tone} from './line.ts';
import {diffWords, fullEffort} from './word-diff.ts';

export type DiffRow = {
	/** `@`: the heading of a hunk; `\\`: the line before it has no line end; `>`: a line that is meant. */
	sign: '@' | ' ' | '-' | '+' | '\\' | '>';
	/** Numbers of the line (1-based) before and after the change; null where it is not. */
	old: number | null;
	now: number | null;
	/** Index of the row that it was or became; null if there is none. */
	other: number | null;
	/** May go to the terminal. Words that differ in lines that resemble each other have a tone of their own. */
	code: Line;
};

/** Lines around each change, unless the user wants more or fewer. */
export const usualContext = 3;

export type DiffRowsView = {
	/** Cells of a line; infinite for what is read aloud. */
	width: number;
	symbols: Symbols;
	highlight: Highlight | null;
	/** Lines around each change; `usualContext` by default. */
	context?: number;
	/** Number of the first line of the text; 1 by default. */
	firstLine?: number;
	/** Characters of a line that are shown; the others are only counted. All by default. */
	longest?: number;
};

/** A line without its tones; `text` is as in the file. */
export type PlainRow = Pick<DiffRow, 'sign' | 'old' | 'now'> & {text: string};

type RawRow = PlainRow & {
	/** The text with each tab as four tabs instead of four blanks, so that these differ. */
	compared: string;
	/** Offsets of its tabs. */
	tabs: readonly number[];
};

/** The rows of a diff. A hunk begins with the head of its function, if that is not one of its lines. */
export function diffRows(path: string, text: Text, edits: readonly LineEdit[], view: DiffRowsView): DiffRow[] {
	const rows = rowsOfHunks(formatHunks(text, edits, view.context), path, text.lines);
	const more = (view.firstLine ?? 1) - 1;
	const numbered =
		more === 0 ? rows : rows.map(row => ({...row, old: shifted(row.old, more), now: shifted(row.now, more)}));
	return codeRows(path, numbered, view);
}

const shifted = (number: number | null, more: number) => (number === null ? null : number + more);

/** The rows with their tones. On a screen, the tabs of changed lines have marks, so that they differ from blanks. */
export function codeRows(
	path: string,
	plain: readonly PlainRow[],
	{width, symbols, highlight, longest = Number.POSITIVE_INFINITY}: DiffRowsView,
): DiffRow[] {
	const rows = plain.map((row): RawRow => ({...row, ...withTabs(beginning(row.text, longest))}));
	const colored = colorDiff(path, rows, highlight);
	const {parts, others} = differences(rows);
	return rows.map((row, index): DiffRow => {
		const {sign, old, now, tabs} = row;
		const tone = sign === '+' ? 'added-word' : 'removed-word';
		const emphasized = changeParts(colored[index]!, parts[index]!, part => ({...part, tone}));
		const isMarked = Number.isFinite(width) && (sign === '-' || sign === '+') && tabs.length > 0;
		const code = isMarked ? showTabs(emphasized, tabs, symbols.tab) : emphasized;
		const more = plain[index]!.text.length - longest;
		const rest = more > 0 ? [span(`${symbols.cut} ${whole(more)} more characters`, 'quiet')] : [];
		return {sign, old, now, other: others[index]!, code: [...code, ...rest]};
	});
}

function rowsOfHunks(hunks: string, path: string, lines: readonly string[]): PlainRow[] {
	let [old, now] = [0, 0];
	const raws = hunks.split('\n').slice(0, -1);
	return raws.map((raw, index): PlainRow => {
		const sign = raw[0] as DiffRow['sign'];
		if (sign === '@') {
			const [, from, to] = /^@@ -(\d+)\S* \+(\d+)/.exec(raw) ?? [];
			[old, now] = [Number(from), Number(to)];
			let kept = 0;
			while (raws[index + 1 + kept]?.[0] === ' ') kept++;
			const heading = headingOf(path, lines, old - 1, old - 1 + kept);
			return {sign, text: heading?.slice(0, 500).trim() ?? '', old: null, now: null};
		}
		const isOld = sign === '-' || sign === ' ';
		const isNow = sign === '+' || sign === ' ';
		return {sign, text: raw.slice(1), old: isOld ? old++ : null, now: isNow ? now++ : null};
	});
}

/** A line as `safeCode` shows it. */
function withTabs(raw: string): Pick<RawRow, 'text' | 'compared' | 'tabs'> {
	const parts = raw.replace(/\r$/, '').split('\t').map(safe);
	const tabs: number[] = [];
	let at = 0;
	for (const part of parts.slice(0, -1)) {
		tabs.push(at + part.length);
		at += part.length + 4;
	}
	return {text: parts.join('    '), compared: parts.join('\t\t\t\t'), tabs};
}

/** The parts of each row that differ from the row that it was or became, and the index of that row. */
function differences(rows: readonly RawRow[]): {parts: readonly Part[][]; others: readonly (number | null)[]} {
	const parts: Part[][] = rows.map(() => []);
	const others: (number | null)[] = rows.map(() => null);
	const effort = fullEffort();
	let removed: number[] = [];
	let added: number[] = [];
	const compare = () => {
		const textsOf = (indexes: readonly number[]) => indexes.map(index => rows[index]!.compared);
		const words = diffWords(textsOf(removed), textsOf(added), effort);
		for (const [nth, index] of removed.entries()) parts[index] = words.removed[nth]!;
		for (const [nth, index] of added.entries()) parts[index] = words.added[nth]!;
		for (const [from, to] of words.pairs) {
			others[removed[from]!] = added[to]!;
			others[added[to]!] = removed[from]!;
		}
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
	return {parts, others};
}

const signTones: Readonly<Partial<Record<DiffRow['sign'], Tone>>> = {'+': 'added', '-': 'removed', '>': 'mark'};

/** The tone of what a line has no better one for. */
export const toneOf = ({sign}: Pick<DiffRow, 'sign'>): Tone => signTones[sign] ?? 'quiet';

/** What is behind a line that begins with a sign. */
export const groundOf = (sign: string | undefined): GroundTone | null =>
	sign === '+' ? 'added-ground' : sign === '-' ? 'removed-ground' : null;

const isUnchanged = ({sign}: PlainRow) => sign === ' ' || sign === '>';

/** Longer code has no syntax colors, because reading it would keep the keys waiting. */
const mostColoured = 100_000;

/** Reads the lines before and the lines after as a whole each, for syntax that spans lines. */
function colorDiff(path: string, rows: readonly PlainRow[], highlight: Highlight | null): Span[][] {
	const [before, after] = ['-', '+'].map(side => {
		// What is only context has its colors from the lines after.
		if (side === '-' && !rows.some(({sign}) => sign === '-')) return undefined;
		const lines = rows.filter(row => row.sign === side || isUnchanged(row)).map(({text}) => text);
		const isShort = lines.reduce((sum, {length}) => sum + length, 0) <= mostColoured;
		return (isShort ? highlight?.(path, lines) : null)?.[Symbol.iterator]();
	});
	return rows.map(row => {
		const {sign, text} = row;
		const old = sign === '-' || isUnchanged(row) ? before?.next().value : undefined;
		const now = sign === '+' || isUnchanged(row) ? after?.next().value : undefined;
		const spans: Span[] = (sign === '-' ? old : now) ?? [span(text, sign === '\\' ? 'quiet' : 'plain')];
		return isUnchanged(row) ? spans : spans.map(each => (each.tone === 'plain' ? span(each.text, toneOf(row)) : each));
	});
}

/** The spans with a mark for each tab. @param tabs their offsets, in order */
const showTabs = (spans: Line, tabs: readonly number[], mark: string): Line =>
	changeParts(
		spans,
		tabs.map(tab => [tab, tab + 1]),
		({tone}) => span(mark, tone.endsWith('-word') ? tone : 'quiet'),
	);
