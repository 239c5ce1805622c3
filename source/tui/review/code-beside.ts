import {readHunkRows} from '../../resolve/diff-hunk.ts';
import {minimalEdits} from '../../resolve/edits.ts';
import type {BaseVersion} from '../../resolve/place/base-versions.ts';
import {spliceText, type Text} from '../../resolve/text.ts';
import type {Change, LineRange} from '../../review/finding.ts';
import type {CodeBeside} from '../../run/files/code-beside.ts';
import {whole} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {type DiffView, diffLines, excerptLines, plainCode} from '../text/diff-lines.ts';
import {type PlainRow, usualContext} from '../text/diff-rows.ts';
import {besideEachOther, type Line, span, wrapLine} from '../text/line.ts';
import {hasTwoColumns} from '../text/split-diff.ts';

/** The code that a comment is about: as it is now, with what has changed since; otherwise as its reviewer saw it. */
export function besideLines(code: CodeBeside, view: DiffView): Line[] {
	const current = currentLines(code, view);
	const hunk = endOfHunk(code, view);
	const shown = [...noteLines(code, view), ...current];
	if (current.length === 0) return [...shown, ...seenLines(code, hunk, view)];
	// Lines that the pull request deletes are in no file.
	if (!hunk.some(({sign}) => sign === '-')) return shown;
	const changed = hunk.slice(hunk.findIndex(({sign}) => sign === '-' || sign === '+'));
	return [...shown, ...seenLines(code, changed, view)];
}

/** A change that cannot be placed: what it does to the lines that the reviewer saw, and what they are now. */
export function unplacedLines(code: CodeBeside, change: Change, view: DiffView): Line[] {
	const {path, seen, where} = code;
	if (!seen) return besideLines(code, view);
	const suggested = (width: number) => suggestionLines(path, seen, change, {...view, width, split: false});
	const since = (width: number): Line[] => {
		const inColumn = {...view, width, split: false};
		const current = currentLines(code, inColumn);
		const title = where.kind === 'exact' || where.kind === 'moved' ? 'as it is now:' : 'changed since:';
		return current.length > 0 ? [...codeHeading(title, inColumn), ...current] : [];
	};
	const room = Math.floor((view.width - 3) / 2);
	const right = hasTwoColumns(view) ? since(room) : [];
	if (right.length === 0) return [...suggested(view.width), ...since(view.width)];
	return besideEachOther(suggested(room), right, room, span(` ${view.symbols.wall} `, 'quiet'));
}

function suggestionLines(
	path: string,
	{seen, start, end}: BaseVersion,
	{replacement, from: origin}: Change,
	view: DiffView,
) {
	const {lines, firstLine} = seen;
	const from = start - firstLine;
	const edits = minimalEdits(lines.slice(from, end - firstLine + 1), replacement, from);
	const text = {bom: '', lines: [...lines], ends: lines.map(() => '\n')};
	const title = origin === 'person' ? 'your edit of an earlier version:' : 'suggested for the commented version:';
	return [...codeHeading(title, view), ...diffLines(path, text, edits, {...view, firstLine})];
}

/** What the lines below it are. */
const codeHeading = (text: string, {width}: DiffView): Line[] => wrapLine([span(text, 'strong')], width);

const isOnWhole = ({where}: CodeBeside) => where.kind === 'unknown' && where.reason === '';

/** Where the lines went, or why that is unknown. */
function noteLines(code: CodeBeside, {width}: DiffView): Line[] {
	const {today, where} = code;
	const length = today?.lines.length ?? 0;
	const size = `${whole(length)} ${length === 1 ? 'line' : 'lines'}`;
	const note = today && isOnWhole(code) ? `on the whole file (${size})` : where.reason;
	return note === '' ? [] : wrapLine([span(safe(note), 'quiet')], width, '  ');
}

/** The file as it is now, at the lines of the comment, with what has changed in them since. Empty if that is unknown. */
export function currentLines(code: CodeBeside, view: DiffView): Line[] {
	const {path, today, where, seen} = code;
	if (!today || (where.kind === 'unknown' && !isOnWhole(code))) return [];
	const isChanged = where.kind === 'edited' || where.kind === 'gone';
	if (seen && isChanged) {
		const since = sinceLines(path, today, where, seen, view);
		if (since) return since;
	}
	const marked = where.kind === 'unknown' ? null : where;
	const current = excerptLines(path, {lines: today.lines, firstLine: 1, marked}, view);
	return seen && isChanged ? [...commentedLines(path, seen, view), ...codeHeading('now:', view), ...current] : current;
}

/** More new lines than this, for each line that the reviewer saw, are another text rather than an edit. */
const mostGrowth = 4;

/** What was changed in the lines since, as a diff; null if they are another text. */
function sinceLines(path: string, today: Text, now: LineRange, seen: BaseVersion, view: DiffView): Line[] | null {
	const from = now.start - 1;
	const then = linesSeen(seen);
	const lines = today.lines.slice(from, now.end);
	if (lines.length > mostGrowth * (then.length + 2)) return null;
	const before = spliceText(today, [{from, to: now.end, lines: then}]);
	return diffLines(path, before, minimalEdits(then, lines, from), view);
}

const linesSeen = ({seen, start, end}: BaseVersion) =>
	seen.lines.slice(start - seen.firstLine, end - seen.firstLine + 1);

/** What the reviewer saw: the diff hunk, else the commented lines. */
function seenLines({path, seen}: CodeBeside, hunk: readonly PlainRow[], view: DiffView): Line[] {
	const title = codeHeading('in the diff of the pull request:', view);
	if (hunk.length > 0) return [...title, ...plainCode(path, hunk, view)];
	return seen ? commentedLines(path, seen, view) : [];
}

function commentedLines(path: string, reading: BaseVersion, view: DiffView): Line[] {
	const {lines, firstLine} = reading.seen;
	const excerpt = excerptLines(path, {lines, firstLine, marked: reading}, view);
	return [...codeHeading('in the commented version:', view), ...excerpt];
}

/** The commented lines in the diff hunk, with lines above them; empty if there is none, or if it is on other lines. */
function endOfHunk(code: CodeBeside, {context = usualContext}: DiffView): PlainRow[] {
	const {diffHunk, seen} = code;
	const rows = diffHunk === null || isOnWhole(code) ? null : readHunkRows(diffHunk, seen?.end ?? null);
	if (!rows) return [];
	const lines = seen && linesSeen(seen);
	if (lines && rows.findLast(({now}) => now !== null)?.text !== lines.at(-1)) return [];
	const meant = Math.min(lines?.length ?? 1, 3 * (context + 1));
	return rows.slice(-meant - context).map(row => (row.sign === ' ' && isMeant(row, seen) ? {...row, sign: '>'} : row));
}

const isMeant = ({now}: PlainRow, seen: BaseVersion | null) =>
	now !== null && seen !== null && seen.start <= now && now <= seen.end;
