import type {Highlight} from './highlight.ts';
import {type GroundTone, type Span, span, type Tone} from './line.ts';
import type {Part} from './word-diff.ts';

/** A line of a diff, that `text` shows; signs as in a unified diff, or `>` for a line that is meant. */
type SignedText = {sign: '@' | ' ' | '-' | '+' | '\\' | '>'; text: string};

const signTones: Readonly<Partial<Record<SignedText['sign'], Tone>>> = {'+': 'added', '-': 'removed', '>': 'mark'};

/** The tone of what a line has no better one for. */
export const toneOf = ({sign}: Pick<SignedText, 'sign'>): Tone => signTones[sign] ?? 'quiet';

/** What is behind a line that begins with a sign. */
export const groundOf = (sign: string | undefined): GroundTone | null =>
	sign === '+' ? 'added-ground' : sign === '-' ? 'removed-ground' : null;

const isUnchanged = ({sign}: SignedText) => sign === ' ' || sign === '>';

/** Longer code has no syntax colors, because reading it would keep the keys waiting. */
const mostColoured = 100_000;

/** Reads the lines before and the lines after as a whole each, for syntax that spans lines. */
export function colorDiff(path: string, rows: readonly SignedText[], highlight: Highlight | null): Span[][] {
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

/** The spans with another tone in these parts, which are in their order. */
export function emphasize(spans: readonly Span[], parts: readonly Part[], tone: Tone): Span[] {
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

/** The spans with a mark for each tab. @param tabs their offsets, in order */
export function showTabs(spans: readonly Span[], tabs: readonly number[], mark: string): Span[] {
	let start = 0;
	let next = 0;
	return spans.flatMap(({text, tone}) => {
		const end = start + text.length;
		const pieces: Span[] = [];
		let at = start;
		for (; next < tabs.length && tabs[next]! < end; next++) {
			const tab = tabs[next]!;
			pieces.push(span(text.slice(at - start, tab - start), tone));
			pieces.push(span(mark, tone.endsWith('-word') ? tone : 'quiet'));
			at = tab + 1;
		}
		const rest = span(text.slice(at - start), tone);
		start = end;
		return [...pieces, rest].filter(piece => piece.text !== '');
	});
}
