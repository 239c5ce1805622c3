/**
 * A file as lines, such that joining it again gives the same bytes: every line keeps the end it came with, the byte
 * order mark stands apart. A lone CR is part of its line, as it is for git.
 */
export type Text = {
	bom: string;
	/** Without line ends. */
	lines: string[];
	/** `\n`, `\r\n`, or empty for a last line that is not closed; as many as there are lines. */
	ends: string[];
};

/** Replaces the lines `from` up to but not including `to` (0-based) by `lines`; equal bounds insert. */
export type Edit = {
	from: number;
	to: number;
	lines: readonly string[];
	/** The line ends of `lines`, where they are known; an empty one is open. */
	ends?: readonly string[];
};

export function parseText(source: string): Text {
	const bom = source.startsWith('\uFEFF') ? '\uFEFF' : '';
	const lines: string[] = [];
	const ends: string[] = [];
	let at = bom.length;
	while (at < source.length) {
		const feed = source.indexOf('\n', at);
		if (feed === -1) {
			lines.push(source.slice(at));
			ends.push('');
			break;
		}
		const crlf = feed > at && source[feed - 1] === '\r';
		lines.push(source.slice(at, crlf ? feed - 1 : feed));
		ends.push(crlf ? '\r\n' : '\n');
		at = feed + 1;
	}
	return {bom, lines, ends};
}

export function formatText(text: Text): string {
	let source = text.bom;
	for (const [index, line] of text.lines.entries()) source += line + text.ends[index];
	return source;
}

/** The end of this line; where it has none (it is the last one), that of a neighbour. */
function endAt(text: Text, line: number): string {
	return text.ends[line] || text.ends[line - 1] || text.ends[line + 1] || '\n';
}

/** Lines added behind a last line that is not closed change that line too: it gets an end. */
function includeOpenLine(text: Text, edit: Edit): Edit {
	const last = text.lines.length - 1;
	if (edit.from <= last || edit.lines.length === 0 || text.ends[last] !== '') return edit;
	const ends = edit.ends && {ends: ['', ...edit.ends]};
	return {from: last, to: edit.to, lines: [text.lines[last]!, ...edit.lines], ...ends};
}

/**
 * The text with all edits made. They are in order and do not overlap. New lines have the ends that come with them, or
 * take those of the lines they replace; a file whose last line is not closed stays so, unless that line is deleted.
 *
 * @throws {RangeError} where edits overlap or lie outside of the text
 */
export function spliceText(text: Text, edits: readonly Edit[]): Text {
	const lines: string[] = [];
	const ends: string[] = [];
	let at = 0;
	const copy = (to: number) => {
		for (; at < to; at++) {
			lines.push(text.lines[at]!);
			ends.push(text.ends[at]!);
		}
	};
	for (const wanted of edits) {
		const edit = includeOpenLine(text, wanted);
		if (edit.from < at || edit.to < edit.from || edit.to > text.lines.length) {
			throw new RangeError(`edit ${edit.from}-${edit.to} is out of order or outside of the text`);
		}
		copy(edit.from);
		const reachesOpenEnd = edit.to > edit.from && text.ends[edit.to - 1] === '';
		for (const [index, line] of edit.lines.entries()) {
			const isLast = index === edit.lines.length - 1;
			lines.push(line);
			const own = edit.ends?.[index] || endAt(text, Math.min(edit.from + index, edit.to - 1));
			ends.push(reachesOpenEnd && isLast ? '' : own);
		}
		at = edit.to;
	}
	copy(text.lines.length);
	return {bom: text.bom, lines, ends};
}
