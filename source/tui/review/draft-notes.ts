import type {Ruling} from '../../resolve/decide.ts';
import {nameLines} from '../../resolve/place/words.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import {readingOf} from '../../review/whole-comment.ts';
import type {CodeBeside} from '../../run/files/code-beside.ts';
import {linesOf, reviewerOf, wordOf} from '../../run/filter/listed.ts';
import {commentLines} from '../text/comment-lines.ts';
import {textOf, untouchedFolds} from '../text/line.ts';
import {linkLines, linksIn} from '../text/link-lines.ts';
import {authorOf} from './change-lines.ts';
import {type SelectedFindings, selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

/** Cells of a comment's lines in an editor. */
const noteWidth = 100;

/** `reviewer on src/cart.ts:12, stale: the lines have been edited` */
export function draftTitle({finding}: SelectedFindings, state: ReviewState): string {
	const {verdict = null, path = finding.path} = selectedRow(state)?.entry ?? {};
	const outcome = [wordOf(verdict), verdict?.reason].filter(Boolean).join(': ');
	return `${reviewerOf(finding)} on ${path ?? ''}:${linesOf(finding.lines)}, ${outcome}`;
}

/** The comment, and the code as it was seen, as it is and as reviewers want it. */
export function draftNotes(selection: SelectedFindings, code: CodeBeside, state: ReviewState): string[] {
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
