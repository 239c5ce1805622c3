import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {clampedTo, type Page} from '../app/page.ts';
import {pageHeight} from '../app/said-rows.ts';
import {type DiffView, diffLines} from '../text/diff-lines.ts';
import {emptyLine, type Line, line, span, wrapLine} from '../text/line.ts';
import {diffPageWidth, isRearranged, isRedrawn} from './diff-view.ts';
import {type PlannedFile, plannedFiles} from './planned-files.ts';
import {isMadeOf, type ResultDiff, type ReviewState} from './state.ts';

/**
 * Everything that the plan would write, file by file. Cached: a frame needs it several times. Files get their syntax colors
 * when they are looked at, because reading all of them would keep the keys waiting.
 */
export function resultDiffOf(state: ReviewState, width: number): ResultDiff {
	const {planned, symbols, highlight, context, sideways, split} = state;
	const of = [planned, width, symbols, highlight, context, sideways, split];
	const known = state.resultDiff;
	if (isMadeOf(known, of)) return known;
	const lines: Line[] = [];
	const files = (planned ? plannedFiles(planned) : []).map((file): ResultDiff['files'][number] => {
		if (lines.length > 0) lines.push(emptyLine);
		const top = lines.length;
		for (const each of fileLines(file, {...state, highlight: null, width})) lines.push(each);
		return {...file, top, hasSyntax: false};
	});
	return {lines: lines.length === 0 ? [line('nothing to write', 'quiet')] : lines, files, of};
}

function fileLines({path, text, edits, added, removed}: PlannedFile, view: DiffView): Line[] {
	const head = [span(`${safe(path)} `, 'strong'), span(` +${added}`, 'good'), span(` -${removed}`, 'bad')];
	return [...wrapLine(head, view.width, '  '), ...diffLines(path, text, edits, view)];
}

/** With syntax colors for the files in the window, which do not change the number of their lines. */
function withSyntax(diff: ResultDiff, state: ReviewState, {top}: Page): ResultDiff {
	const isPlain = ({top: from, hasSyntax}: ResultDiff['files'][number], at: number) =>
		!hasSyntax && from < top + pageHeight(state) && (diff.files[at + 1]?.top ?? diff.lines.length) > top;
	if (!state.highlight || !diff.files.some(isPlain)) return diff;
	const view = {...state, width: diffPageWidth(state)};
	const lines = [...diff.lines];
	const files = diff.files.map((file, at) => {
		if (!isPlain(file, at)) return file;
		for (const [index, each] of fileLines(file, view).entries()) lines[file.top + index] = each;
		return {...file, hasSyntax: true};
	});
	return {...diff, lines, files};
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
	const topAfter = isRearranged(state, before) ? topInFile : topAtChange;
	const top = known && isRedrawn(state, before) ? topAfter(known, resultDiff, dialog.top) : dialog.top;
	const page = clampedTo({...dialog, top}, resultDiff.lines.length, pageHeight(state));
	return {...state, resultDiff: withSyntax(resultDiff, state, page), dialog: page};
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

function rowsOfFile({files, lines}: ResultDiff, at: number): [top: number, size: number] {
	const top = files[at]?.top ?? 0;
	return [top, (files[at + 1]?.top ?? lines.length) - top];
}

const isChanged = (spans: Line) => spans.some(({ground}) => ground !== undefined);
