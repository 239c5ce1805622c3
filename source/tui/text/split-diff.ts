import type {CodeView} from './code-window.ts';
import type {DiffRow} from './diff-rows.ts';
import {besideEachOther, type Line, span} from './line.ts';
import {hunkHeading, numberedCode, widestNumber} from './numbered-code.ts';

export type TwoColumns = {
	width: number;
	/** Whether old and new lines are side by side if they fit; null or undefined: if they have room. */
	split?: boolean | null;
};

/** Cells in which two columns are readable, and in which they are the better view. */
const leastForTwo = 60;
const enoughForTwo = 116;

/** Whether old and new lines are side by side. What is read aloud never is. */
export const hasTwoColumns = ({width, split = null}: TwoColumns): boolean =>
	Number.isFinite(width) && width >= (split ? leastForTwo : enoughForTwo) && split !== false;

export const canHaveTwoColumns = (width: number): boolean => Number.isFinite(width) && width >= leastForTwo;

/** The rows of a diff in two columns: old lines on the left, each beside the line that it became. */
export function splitLines(rows: readonly DiffRow[], whole: CodeView & {width: number}): Line[] {
	const digits = widestNumber(rows.flatMap(({old, now}) => [old, now]));
	const room = Math.floor((whole.width - 3) / 2);
	const gap = span(` ${whole.symbols.wall} `, 'quiet');
	const view = {...whole, digits, width: room};
	return alignedRows(rows).flatMap(({left, right}, index) => {
		if (left?.sign === '@') return hunkHeading(left, index === 0, {...view, width: whole.width});
		const [before, after] = [
			left ? numberedCode(left, left.old, view) : [],
			right ? numberedCode(right, right.now, view) : [],
		];
		return besideEachOther(before, after, room, gap);
	});
}

type AlignedRow = {left: DiffRow | null; right: DiffRow | null};

/** What is on the left and on the right of each row; headings and unchanged lines are on both. */
function alignedRows(rows: readonly DiffRow[]): AlignedRow[] {
	const aligned: AlignedRow[] = [];
	let removed: DiffRow[] = [];
	let added: DiffRow[] = [];
	const align = () => {
		for (const each of alignedBlock(removed, added, rows)) aligned.push(each);
		[removed, added] = [[], []];
	};
	let before: DiffRow['sign'] = '@';
	for (const row of rows) {
		// A missing line end is that of the line above.
		const side: DiffRow['sign'] = row.sign === '\\' ? before : row.sign;
		if (row.sign === '-' && added.length > 0) align();
		if (side === '-') removed.push(row);
		else if (side === '+') added.push(row);
		else {
			align();
			aligned.push({left: row, right: row});
		}
		before = side;
	}
	align();
	return aligned;
}

function alignedBlock(removed: readonly DiffRow[], added: readonly DiffRow[], rows: readonly DiffRow[]): AlignedRow[] {
	const aligned: AlignedRow[] = [];
	let [from, to] = [0, 0];
	const zip = (left: number, right: number) => {
		for (; from < left || to < right; from++, to++) {
			aligned.push({left: from < left ? removed[from]! : null, right: to < right ? added[to]! : null});
		}
		[from, to] = [left, right];
	};
	for (const [index, {other}] of removed.entries()) {
		const became = other === null ? -1 : added.indexOf(rows[other]!, to);
		if (became === -1) continue;
		zip(index, became);
		zip(index + 1, became + 1);
	}
	zip(removed.length, added.length);
	return aligned;
}
