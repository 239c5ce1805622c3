import {parseText, type Text} from '../../../source/resolve/text.ts';
import type {LabelChange} from './label.ts';
import {commentedLines, keyOf, type LabelledRow, type Labels, linesOf} from './rows.ts';

/** A labelled change and the lines (0-based, half-open) of the file that it replaces. */
export type Located = {change: LabelChange; from: number; to: number; lines: string[]};

/** A file as the reviewer saw it, and its labelled changes. */
export type GroundFile = {bytes: Buffer; text: Text; isReal: boolean; located: Located[]};

export type Ground = Map<string, GroundFile>;

/**
 * The files of a row and its label. A file that is not available is replaced by the old lines of the label, at their lines
 * in the label or else at the lines that the comment names.
 */
export function groundOf(row: LabelledRow, fileAt: Labels['fileAt']): Ground {
	const {changes, options = []} = row.expected;
	const wanted = [...changes, ...options.flat()].filter(({match}) => match !== 'none');
	const paths = new Set([...(row.path === null ? [] : [row.path]), ...changes.map(({path}) => path)]);
	return new Map(
		[...paths].map(path => {
			const here = wanted.filter(change => change.path === path);
			const bytes = fileAt(row, path);
			return [path, bytes ? realFile(bytes, here) : standIn(row, here)];
		}),
	);
}

function realFile(bytes: Buffer, changes: readonly LabelChange[]): GroundFile {
	const located = changes.flatMap(change => {
		const end = change.end_line;
		return end === null ? [] : locate(change, (change.start_line ?? end) - 1, end);
	});
	return {bytes, text: parseText(bytes.toString()), isReal: true, located};
}

const locate = (change: LabelChange, from: number, to: number): Located => ({
	change,
	from,
	to,
	lines: linesOf(change.new_text),
});

function standIn(row: LabelledRow, changes: readonly LabelChange[]): GroundFile {
	const lines: string[] = [];
	const padTo = (length: number) => {
		while (lines.length < length) lines.push(`line ${lines.length + 1}`);
	};
	const located: Located[] = [];
	const starts = new Map(changes.map(change => [change, firstLine(row, change)]));
	for (const change of changes.toSorted((a, b) => starts.get(a)! - starts.get(b)!)) {
		padTo(starts.get(change)! - 1);
		const from = lines.length;
		if (change.old_text === null) padTo(change.end_line ?? from + 1);
		else lines.push(...linesOf(change.old_text));
		located.push(locate(change, from, lines.length));
		padTo(lines.length + 1);
	}
	padTo((commentedLines(row)?.end ?? 0) + 1);
	const text = parseText(`${lines.join('\n')}\n`);
	return {bytes: Buffer.from(text.lines.join('\n')), text, isReal: false, located};
}

function firstLine({expected}: LabelledRow, change: LabelChange): number {
	const item = expected.items?.find(({changes}) => changes?.some(each => keyOf(each) === keyOf(change)));
	return change.start_line ?? change.end_line ?? item?.start_line ?? 1;
}
