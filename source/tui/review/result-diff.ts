import {fileOf} from '../../run/snapshot.ts';
import {count} from '../../text/count.ts';
import {safe} from '../../text/safe.ts';
import type {Page} from '../app/page.ts';
import {diffLines} from '../text/diff-lines.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {diffPageWidth, diffViewOf, isRearranged, isRedrawn} from './diff-view.ts';
import {plannedFiles} from './planned-files.ts';
import type {ResultDiff, ReviewState} from './state.ts';

/** Everything that the plan would write, file by file. Cached: a frame needs it several times. */
export function resultDiffOf(state: ReviewState, width: number): ResultDiff {
	const {planned} = state;
	const view = diffViewOf(state, width);
	const of = [planned, ...Object.values(view)];
	const known = state.resultDiff;
	if (known?.of.every((part, at) => part === of[at])) return known;
	const lines: Line[] = [];
	const files: {path: string; top: number}[] = [];
	for (const {path, edits, added, removed} of planned ? plannedFiles(planned) : []) {
		if (lines.length > 0) lines.push(emptyLine);
		files.push({path, top: lines.length});
		const head = [span(`${safe(path)} `, 'strong'), span(` +${added}`, 'good'), span(` -${removed}`, 'bad')];
		const {text} = fileOf(planned!.analysis.snapshot, path);
		lines.push(...wrapLine(head, width, '  '), ...diffLines(path, text, edits, view));
	}
	return {lines: lines.length === 0 ? [line('nothing to write', 'quiet')] : lines, files, of};
}

/** The title of the page: the file that its first line belongs to, or the last one at the end. */
export function titleOfDiff({files, lines}: ResultDiff, {top}: Page, height: number): string {
	if (lines.length <= height) return `diff of ${count(files.length, 'file')}`;
	const at = top + height >= lines.length ? files.length - 1 : files.findLastIndex(file => file.top <= top);
	return `diff ${at + 1} of ${files.length}: ${safe(files[at]?.path ?? '')}`;
}

/** The page at the next or previous file; the same if there is none. */
export function toFile<Of extends Page>(page: Of, {files}: ResultDiff, step: 1 | -1): Of {
	const tops = files.map(({top}) => top);
	const top = step === 1 ? tops.find(each => each > page.top) : tops.findLast(each => each < page.top);
	return {...page, top: top ?? page.top};
}

/** Makes the diff while its page is open. */
export function settleDiff(state: ReviewState, before: ReviewState): ReviewState {
	const {dialog} = state;
	if (dialog?.kind !== 'page' || dialog.page !== 'diff') return {...state, resultDiff: null};
	const resultDiff = resultDiffOf(state, diffPageWidth(state));
	const known = before.resultDiff;
	if (!known || !isRedrawn(state, before)) return {...state, resultDiff};
	const topAfter = isRearranged(state, before) ? topInFile : topAtChange;
	return {...state, resultDiff, dialog: {...dialog, top: topAfter(known, resultDiff, dialog.top)}};
}

/** Where the page begins when more or fewer lines surround the changes: its first change stays where it is. */
function topAtChange(before: ResultDiff, after: ResultDiff, top: number): number {
	const seen = before.lines.findIndex((each, index) => index >= top && isChanged(each));
	if (seen === -1) return top;
	let left = before.lines.slice(0, seen).filter(isChanged).length;
	const now = after.lines.findIndex(each => isChanged(each) && left-- === 0);
	return Math.max(0, now - (seen - top));
}

/** Where it begins when the same lines take more or fewer rows: in the same file, and there at the same part of it. */
function topInFile(before: ResultDiff, after: ResultDiff, top: number): number {
	const at = before.files.findLastIndex(file => file.top <= top);
	if (at === -1) return top;
	const [from, size] = rowsOfFile(before, at);
	const [start, newSize] = rowsOfFile(after, at);
	return start + Math.floor(((top - from) * newSize) / size);
}

/** The first row of a file, and the number of its rows. */
function rowsOfFile({files, lines}: ResultDiff, at: number): [top: number, size: number] {
	const {top} = files[at]!;
	return [top, (files[at + 1]?.top ?? lines.length) - top];
}

const isChanged = (spans: Line) => spans.some(({tone}) => tone === 'added' || tone === 'removed');
