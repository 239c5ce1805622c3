import {align} from './place/align.ts';
import type {LineEdit, Text} from './text.ts';

/** The smallest edits that turn `before` into `after`; positions count from `offset`. Empty if they are equal. */
export function minimalEdits(before: readonly string[], after: readonly string[], offset = 0): LineEdit[] {
	const {to} = align(before, after);
	const edits: LineEdit[] = [];
	let from = 0;
	let source = 0;
	for (let line = 0; line <= before.length; line++) {
		const target = to[line] ?? after.length;
		if (target === -1) continue;
		if (line > from || target > source) {
			edits.push({from: offset + from, to: offset + line, lines: after.slice(source, target)});
		}
		from = line + 1;
		source = target + 1;
	}
	return edits;
}

/** The same for whole files, with the line ends that the lines get. */
export function editsBetween(before: Text, after: Text): LineEdit[] {
	let shift = 0;
	return minimalEdits(before.lines, after.lines).map(({from, to, lines}) => {
		const ends = after.ends.slice(from + shift, from + shift + lines.length);
		shift += lines.length - (to - from);
		return {from, to, lines, ends};
	});
}

/** Lines `from` to `to` (0-based, half-open) with these edits made, which are inside the range, in order and do not overlap. */
export function withEdits(lines: readonly string[], edits: readonly LineEdit[], from = 0, to = lines.length): string[] {
	const edited: string[] = [];
	let at = from;
	for (const edit of edits) {
		edited.push(...lines.slice(at, edit.from), ...edit.lines);
		at = edit.to;
	}
	return [...edited, ...lines.slice(at, to)];
}
