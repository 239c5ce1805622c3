/**
 * A file as lines that can be joined to the same bytes: every line keeps its line end, and the byte order mark is separate.
 * A lone CR is part of its line, as in git.
 */
export type Text = {
	bom: string;
	/** Without line ends. */
	lines: string[];
	/** One for each line: `\n`, `\r\n`, or empty for a last line without a line end. */
	ends: string[];
};

/** Replaces the lines `from` up to but not including `to` (0-based) by `lines`; equal bounds insert. */
export type LineEdit = {
	from: number;
	to: number;
	lines: readonly string[];
	/** The line ends of `lines` if they are known; empty for a line without one. */
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

/** The line end of this line, or of a neighbor if it has none. */
function endAt(text: Text, line: number): string {
	return text.ends[line] || text.ends[line - 1] || text.ends[line + 1] || '\n';
}

/** Lines added after a last line without a line end change that line too: it gets one. */
function includeOpenLine(text: Text, edit: LineEdit): LineEdit {
	const last = text.lines.length - 1;
	if (edit.from <= last || edit.lines.length === 0 || text.ends[last] !== '') return edit;
	const ends = edit.ends && {ends: ['', ...edit.ends]};
	return {from: last, to: edit.to, lines: [text.lines[last]!, ...edit.lines], ...ends};
}

/** Edits of one text in the order of its lines. */
export const inOrder = (edits: readonly LineEdit[]): LineEdit[] =>
	edits.toSorted((a, b) => a.from - b.from || a.to - b.to);

/**
 * Applies edits that are in order and do not overlap. New lines have the line ends of the edit, or those of the lines that
 * they replace. A file without a final line end stays so, unless its last line is deleted.
 *
 * @throws {RangeError} if edits overlap or are outside the text
 */
export function spliceText(text: Text, edits: readonly LineEdit[]): Text {
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
			throw new RangeError(`edit ${edit.from}-${edit.to} is out of order or outside the text`);
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

/** Whether its last line has no line end. */
export const endsOpen = ({ends}: Text) => ends.at(-1) === '';
