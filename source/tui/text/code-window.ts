import {isWider, take, widthOf} from '../../text/cells.ts';
import type {Symbols} from '../theme.ts';
import {type Line, type Span, span, textOf} from './line.ts';

export type CodeView = {
	symbols: Symbols;
	/** First visible cell of each line of code; null or undefined wraps long lines instead. */
	sideways?: number | null | undefined;
};

/** A line of code in lines of at most `width` cells: wrapped, or the part of it that is visible. */
export function codeLines(code: readonly Span[], width: number, {symbols, sideways = null}: CodeView): Line[] {
	return sideways === null ? wrapCode(code, width) : [windowOf(code, sideways, width, symbols)];
}

/** The cells of a line from `from` on, with marks where it goes on. */
function windowOf(code: readonly Span[], from: number, width: number, {fromLeft, toRight}: Symbols): Line {
	const rest = from > 0 ? skip(code, from + 1) : code;
	const left = from > 0 && code.length > 0 ? [span(fromLeft, 'more')] : [];
	const room = width - left.length;
	const isCut = isWider(textOf(rest), room);
	return [...left, ...(isCut ? [...firstCells(rest, room - 1), span(toRight, 'more')] : rest)];
}

/** Whether a line goes on beyond its right end, or that of one of its columns. */
export const goesOnRight = (spans: Line, {toRight}: Symbols): boolean =>
	spans.some(({text, tone}) => tone === 'more' && text === toRight);

/** Without the first cells; of a character that takes two, a blank is left if only one of them is skipped. */
function skip(code: readonly Span[], cells: number): Span[] {
	const kept: Span[] = [];
	let left = cells;
	for (const each of code) {
		if (left === 0) kept.push(each);
		else if (!isWider(each.text, left)) left -= widthOf(each.text);
		else {
			const head = take(each.text, left);
			const isHalf = widthOf(head) < left;
			const rest = each.text.slice(head.length);
			kept.push({...each, text: isHalf ? ` ${rest.slice(take(rest, 2).length)}` : rest});
			left = 0;
		}
	}
	return kept;
}

/** The first cells, in exactly this number. */
function firstCells(code: readonly Span[], cells: number): Span[] {
	const kept: Span[] = [];
	let left = cells;
	for (const each of code) {
		const text = take(each.text, left);
		kept.push({...each, text});
		left -= widthOf(text);
		if (text.length < each.text.length) break;
	}
	return left > 0 ? [...kept, span(' '.repeat(left))] : kept;
}

/** Breaks code after a blank or, if none is near, anywhere. No blank is lost: indentation and blanks at the end matter. */
export function wrapCode(spans: readonly Span[], width: number): Span[][] {
	const text = textOf(spans);
	const lines: Span[][] = [];
	let [index, from] = [0, 0];
	let at = 0;
	do {
		const end = at + breakOf(text.slice(at), Math.max(1, width));
		const shown: Span[] = [];
		for (; index < spans.length && at < end; ) {
			const whole = spans[index] ?? span('');
			const own = whole.text;
			const taken = own.slice(from, from + end - at);
			shown.push({...whole, text: taken});
			at += taken.length;
			from += taken.length;
			if (from === own.length) [index, from] = [index + 1, 0];
		}
		lines.push(shown);
	} while (at < text.length);
	return lines;
}

/** How much of the text goes on a line. */
function breakOf(text: string, room: number): number {
	if (room === Number.POSITIVE_INFINITY) return text.length;
	// A character that is wider than a whole line is still shown.
	const head = take(text, room) || String.fromCodePoint(text.codePointAt(0) ?? 0x20);
	if (head.length >= text.length || text[head.length] === ' ') return head.length;
	const words = head.lastIndexOf(' ') + 1;
	return words > head.length / 2 ? words : head.length;
}
