import type {Highlight} from './highlight.ts';
import {changeParts, type GroundTone, type Line, type Span, span, type Tone} from './line.ts';

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

/** The spans with a mark for each tab. @param tabs their offsets, in order */
export const showTabs = (spans: Line, tabs: readonly number[], mark: string): Line =>
	changeParts(
		spans,
		tabs.map(tab => [tab, tab + 1]),
		({tone}) => span(mark, tone.endsWith('-word') ? tone : 'quiet'),
	);
