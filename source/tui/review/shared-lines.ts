import type {Ruling} from '../../resolve/decide.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import type {LineEdit, Text} from '../../resolve/text.ts';
import {fileOf} from '../../run/files/snapshot.ts';
import {type DiffView, oneColumn} from '../text/diff-lines.ts';
import {codeRows, type DiffRow, diffRows, type PlainRow} from '../text/diff-rows.ts';
import {type Line, line} from '../text/line.ts';
import type {DetailView} from './diff-view.ts';

/** Sides that change more lines together have little in common. */
const mostShared = 40;

/**
 * The sides with the lines that they change shown once; null if they are not all placed close to each other in one file.
 * @param room cells of a side
 */
export function sharedLines(sides: readonly Ruling[], room: number, view: DetailView) {
	const {planned, context} = view;
	const placed = sides.map(({proposal}) => proposal).filter(isPlaced);
	const [first] = placed;
	const [ruling] = sides;
	if (!planned || !first || !ruling || placed.length < sides.length) return null;
	if (placed.some(({path}) => path !== first.path)) return null;
	const {path} = first;
	const {text} = fileOf(planned.snapshotOf(ruling), path);
	const edits = placed.flatMap(({placement}) => placement.edits);
	const from = Math.min(...edits.map(edit => edit.from));
	const to = Math.max(...edits.map(edit => edit.to));
	if (edits.length === 0 || to - from > mostShared) return null;
	const plain = (rows: readonly PlainRow[]) => oneColumn(codeRows(path, rows, view), view);
	return {
		/** The lines above, and those that the sides change, as they are. */
		before: plain([...rowsOf(text, Math.max(0, from - context), from, ' '), ...rowsOf(text, from, to, '-')]),
		/** The new lines of each side. */
		sides: placed.map(({placement}) => {
			const rows = diffRows(path, text, placement.edits, {...view, context: to - from + 1});
			return newLines(rows.filter(isNewIn(placement.edits)), {...view, width: room});
		}),
		after: plain(rowsOf(text, to, to + context, ' ')),
	};
}

/** Lines of a file. @param from index of the first one. @param to index behind the last one */
const rowsOf = ({lines}: Text, from: number, to: number, sign: ' ' | '-'): PlainRow[] =>
	lines.slice(from, to).map((text, index) => {
		const number = from + index + 1;
		return {sign, text, old: number, now: sign === '-' ? null : number};
	});

/** Whether a row of a diff is added, or stays as it is between what is changed. */
function isNewIn(edits: readonly LineEdit[]): (row: DiffRow) => boolean {
	const from = Math.min(...edits.map(edit => edit.from));
	const to = Math.max(...edits.map(edit => edit.to));
	return ({sign, old}) => sign === '+' || (sign === ' ' && old !== null && old > from && old <= to);
}

const newLines = (rows: readonly DiffRow[], view: DiffView): readonly Line[] =>
	rows.length === 0 ? [line('    deletes the lines', 'quiet')] : oneColumn(rows, view);
