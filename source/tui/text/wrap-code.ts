import {take} from '../../text/cells.ts';
import {type Span, textOf} from './line.ts';

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
			const {text: own} = spans[index]!;
			const taken = own.slice(from, from + end - at);
			shown.push({...spans[index]!, text: taken});
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
