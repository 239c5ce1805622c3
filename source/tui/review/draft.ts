import type {Ruling} from '../../resolve/decide.ts';
import type {Decision, EditPlace} from '../../resolve/decision.ts';
import {withEdits} from '../../resolve/edits.ts';
import {seenLinesOf} from '../../resolve/place/seen-lines.ts';
import {nameLines} from '../../resolve/place/words.ts';
import {isPlaced, type Proposal} from '../../resolve/proposal.ts';
import type {Finding} from '../../review/finding.ts';
import {readingOf} from '../../review/whole-comment.ts';
import {besideChange, besideFinding, type CodeBeside} from '../../run/files/code-beside.ts';
import {linesOf, reviewerOf, wordOf} from '../../run/filter/listed.ts';
import {clamp} from '../app/layout.ts';
import type {EditorDraft} from '../draft-file.ts';
import {commentLines} from '../text/comment-lines.ts';
import {textOf, untouchedFolds} from '../text/line.ts';
import {linkLines, linksIn} from '../text/link-lines.ts';
import {authorOf} from './change-lines.ts';
import {decisionOn, findingOfSide, type SelectedFindings, selectedRow, selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';
import {alreadyWritten} from './written-runs.ts';

/** What the lines of a draft are for. `thread`: node id. */
export type DraftSubject = ChangeSubject | {what: 'reply'; thread: string} | {what: 'message'};

export type ChangeSubject = {
	what: 'change';
	finding: Finding;
	/** Null if the finding as a whole is edited. */
	proposal: Proposal | null;
	/** The part of today's file that is edited, 0-based and half-open; null for the text of a change. */
	part: {path: string; today: readonly string[]; from: number; to: number} | null;
};

/** Lines of the file above and below those that a comment is on. */
const linesAround = 10;

type LinesToEdit = Pick<EditorDraft, 'path' | 'lines' | 'at'> & {
	subject: ChangeSubject;
	of: {selection: SelectedFindings; code: CodeBeside};
};

/**
 * What `e` edits: the text of a change that can be placed, otherwise the lines of the file that the comment is on; the whole
 * file if they are unknown. Or why there is nothing to edit.
 */
export function linesToEdit(state: ReviewState): LinesToEdit | {reason: string} {
	const selection = selectionOf(state);
	if (!selection) return {reason: 'no finding is selected'};
	const {side} = selection;
	const finding = findingOfSide(selection);
	if (side?.outcome === 'applied') return {reason: alreadyWritten(state)};
	const code = codeOf(selection, state);
	if (!code) return {reason: 'this comment is not on a file'};
	const of = {selection, code};
	const proposal = side?.proposal ?? null;
	const placed = proposal && isPlaced(proposal) ? proposal : null;
	if (placed && placed.change.from !== 'person') {
		const subject = {what: 'change' as const, finding, proposal, part: null};
		return {path: placed.path, lines: placed.change.replacement, at: 0, subject, of};
	}
	const {where, path} = code;
	if (!code.today) return {reason: where.reason};
	const today = code.today.lines;
	const place = placed ? placed.placement : 'start' in where ? where : {start: 1, end: today.length};
	const from = Math.max(0, place.start - 1 - linesAround);
	const to = Math.min(today.length, place.end + linesAround);
	const lines = placed ? withEdits(today, placed.placement.edits, from, to) : today.slice(from, to);
	const isWhole = state.history.now.has(finding.id);
	const part = {path, today, from, to};
	const subject = {what: 'change' as const, finding, proposal: isWhole ? null : proposal, part};
	const line = placed || 'start' in where ? place.start : (finding.lines?.start ?? 1);
	return {path, lines, at: clamp(line - 1 - from, 0, Math.max(0, lines.length - 1)), subject, of};
}

/** The same with the comment and the code around it. */
export function draftOf(
	{path, lines, at, subject, of: {selection, code}}: LinesToEdit,
	state: ReviewState,
): EditorDraft {
	const kept = state.refused.get(subjectId(subject)) ?? null;
	const notes = draftNotes(selection, code, state);
	return {path, lines, at, kept, title: draftTitle(selection, state), below: 'The comment is below.', notes};
}

/** The code of the selected side or, if there is none, of the finding; null if it is not on a file. */
function codeOf({finding, side}: SelectedFindings, {planned}: ReviewState): CodeBeside | null {
	if (!planned) return null;
	const {snapshot} = planned.analysis;
	return side ? besideChange(side.proposal.change, snapshot) : besideFinding(finding, snapshot);
}

/** By which the lines of a refused draft are kept. */
export function subjectId(subject: DraftSubject): string {
	if (subject.what === 'message') return subject.what;
	return subject.what === 'reply' ? subject.thread : (subject.proposal?.change.id ?? subject.finding.id);
}

/** The decision that an edit makes; null if the lines are as they are in the file. */
export function decisionBy({finding, proposal, part}: ChangeSubject, lines: readonly string[]): Decision | null {
	const edit = part ? editOfPart(part, lines) : {text: linesToText(lines)};
	if (!edit) return null;
	if (proposal) return decisionOn(proposal, {action: 'edit', ...edit});
	if (!('place' in edit)) return null;
	const {id, bodyHash} = finding;
	return {finding: id, action: 'edit', ...edit, reason: null, bodyHash, by: 'person'};
}

function editOfPart({path, today, from, to}: NonNullable<ChangeSubject['part']>, lines: readonly string[]) {
	const before = today.slice(from, to);
	const shorter = Math.min(before.length, lines.length);
	let above = 0;
	while (above < shorter && before[above] === lines[above]) above++;
	let below = 0;
	while (below < shorter - above && before.at(-1 - below) === lines.at(-1 - below)) below++;
	const edit = {from: from + above, to: to - below, lines: lines.slice(above, lines.length - below)};
	if (edit.from === edit.to && edit.lines.length === 0) return null;
	const place: EditPlace = {path, start: edit.from + 1, end: edit.to, seen: seenLinesOf(today, edit)};
	return {text: linesToText(edit.lines), place};
}

const linesToText = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');

/** The file that `E` opens, and the line (1-based); or why there is none. */
export function placeToOpen(state: ReviewState): {path: string; line: number} | {reason: string} {
	const selection = selectionOf(state);
	if (!selection) return {reason: 'no finding is selected'};
	const code = codeOf(selection, state);
	if (!code) return {reason: 'this comment is not on a file'};
	const {side, finding} = selection;
	const places = [side?.proposal.placement, code.where, finding.lines];
	const line = places.flatMap(place => (place && 'start' in place ? place.start : []))[0] ?? 1;
	return {path: code.path, line};
}

/** Cells of a comment's lines in an editor. */
const noteWidth = 100;

/** `reviewer on src/cart.ts:12, stale: the lines have been edited` */
function draftTitle({finding}: SelectedFindings, state: ReviewState): string {
	const {verdict = null, path = finding.path} = selectedRow(state)?.entry ?? {};
	const outcome = [wordOf(verdict), verdict?.reason].filter(Boolean).join(': ');
	return `${reviewerOf(finding)} on ${path ?? ''}:${linesOf(finding.lines)}, ${outcome}`;
}

/** The comment, and the code as it was seen, as it is and as reviewers want it. */
function draftNotes(selection: SelectedFindings, code: CodeBeside, state: ReviewState): string[] {
	const {finding, cluster, side} = selection;
	const view = {width: noteWidth, symbols: state.symbols, folds: untouchedFolds, placeOf: null, path: finding.path};
	const comment = commentLines(readingOf(finding), view);
	const sides = cluster?.group ? cluster.sides : side ? [side] : [];
	return [
		...comment.map(textOf),
		...noteSection('', linkLines(linksIn(comment), noteWidth).map(textOf)),
		...seenSection(code),
		...sides.flatMap((each, index) => suggested(each, sides.length > 1 ? `${index + 1} ` : '')),
		...(side ? todaySection(side, code) : []),
	];
}

/** Lines below a blank one and their title. */
function noteSection(title: string, lines: readonly string[]): string[] {
	if (lines.length === 0) return [];
	return ['', ...(title === '' ? [] : [title]), ...lines];
}

function seenSection({seen, where}: CodeBeside): string[] {
	if (!seen || where.kind === 'exact' || where.kind === 'moved') return [];
	const {start, end} = seen;
	const {lines, firstLine} = seen.seen;
	return noteSection(`--- ${nameLines(start, end)}, as commented`, lines.slice(start - firstLine, end - firstLine + 1));
}

function suggested({proposal}: Ruling, number: string): string[] {
	const {replacement} = proposal.change;
	const lines = replacement.length > 0 ? replacement : ['(the lines are deleted)'];
	return noteSection(`--- ${number}${authorOf(proposal)} suggests`, lines);
}

/** The lines of the file that a change replaces, where not they but its text is edited. */
function todaySection({proposal}: Ruling, {today}: CodeBeside): string[] {
	if (!today || !isPlaced(proposal) || proposal.change.from === 'person') return [];
	const {start, end} = proposal.placement;
	return end < start
		? []
		: noteSection(`--- ${nameLines(start, end)}, as in the file`, today.lines.slice(start - 1, end));
}
