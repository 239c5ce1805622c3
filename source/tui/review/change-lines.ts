import type {Ruling} from '../../resolve/decide.ts';
import {authorsOf, isPlaced, type Proposal} from '../../resolve/proposal.ts';
import {isPersonsEdit} from '../../review/finding.ts';
import {besideChange} from '../../run/files/code-beside.ts';
import {fileOf} from '../../run/files/snapshot.ts';
import {reviewerOf} from '../../run/filter/listed.ts';
import type {Planned} from '../../run/session/planned.ts';
import {aliasOf} from '../../settings/providers.ts';
import {safe} from '../../text/safe.ts';
import type {CommentView} from '../text/comment-lines.ts';
import {diffLines} from '../text/diff-lines.ts';
import {type Line, span, wrapLine} from '../text/line.ts';
import {currentLines, unplacedLines} from './code-beside.ts';
import {codeView, type DetailView} from './diff-view.ts';
import {idsOf, selectedRow} from './selection.ts';

/** A change in its place; otherwise why it has none, and what it is about. */
export function changeLines(ruling: Ruling, view: DetailView): Line[] {
	const {planned, width} = view;
	const {proposal} = ruling;
	const {path, placement, change} = proposal;
	if (planned && isPlaced(proposal)) {
		const {text} = fileOf(planned.snapshotOf(ruling), path);
		return diffLines(path, text, proposal.placement.edits, view);
	}
	const why = ruling.reason || placement.reason;
	const isTold = selectedRow(view)?.entry.verdict?.reason === why;
	const reason = isTold ? [] : wrapLine([span(safe(why))], width);
	if (!planned) return reason;
	const found = besideChange(change, planned.snapshotOf(ruling));
	// Why there is no file to show is not said twice.
	const isSame = found.today === null && found.where.reason === why;
	const code = isSame ? {...found, where: {...found.where, reason: ''}} : found;
	if (placement.kind !== 'already-applied') return [...reason, ...unplacedLines(code, change, codeView(view))];
	const {start, end} = placement;
	return [...reason, ...currentLines({...code, where: {kind: 'exact', start, end, reason: ''}}, codeView(view))];
}

/** Where each suggestion of the finding is shown: the function returns null if that is only in its comment. */
export function placesOf({selection: {finding, sides}, width, planned}: DetailView): CommentView['placeOf'] {
	if (sides.length === 0) return null;
	// What is read aloud begins with the words.
	const where = Number.isFinite(width) ? 'above' : 'below';
	const places = new Map<string, string>();
	for (const {id, from, replacement} of finding.changes) {
		const number = sides.findIndex(side => idsOf(side.proposal).includes(id)) + 1;
		const side = sides[number - 1];
		if (from !== 'suggestion' || !side || !showsNewLines(side, planned)) continue;
		places.set(replacement.join('\n'), sides.length === 1 ? `the change ${where}` : `change ${number} ${where}`);
	}
	// What was edited, or shortened by what it repeats, is another text.
	return suggestion => places.get(suggestion.join('\n')) ?? null;
}

function showsNewLines(ruling: Ruling, planned: Planned | null): boolean {
	const {change, placement} = ruling.proposal;
	if (isPlaced(ruling.proposal)) return true;
	if (!planned || placement.kind === 'already-applied') return false;
	return besideChange(change, planned.snapshotOf(ruling)).seen !== null;
}

/** The model that made a change, as `openai gpt-6-luna`; null if reviewers wrote it. */
export function modelOf({change: {model}}: Proposal): string | null {
	return model ? safe(`${aliasOf(model.provider)} ${model.model}`) : null;
}

export const authorOf = (proposal: Proposal): string =>
	isByPerson(proposal) ? 'you' : (modelOf(proposal) ?? safe(authorsOf(proposal)));

export const isByPerson = ({change}: Proposal) => isPersonsEdit(change);

/** The origin of a change: the kind of code, or the comment that a person or a model answered, with the model's confidence. */
export function originWords(proposal: Proposal): string {
	const {from, confidence, model} = proposal.change;
	if (isByPerson(proposal)) return `for ${reviewersOf(proposal)}'s comment`;
	if (!model) return from;
	return `for ${reviewersOf(proposal)}'s comment, confidence ${Math.round(confidence * 100)}%`;
}

const reviewersOf = ({findings}: Proposal) => [...new Set(findings.map(reviewerOf))].join(', ');

/** The models of the changes that will be applied, and the number of these changes. */
export function modelsIn(rulings: readonly Ruling[]): {changes: number; models: string[]} {
	const made = rulings.flatMap(({outcome, proposal}) => (outcome === 'apply' ? (modelOf(proposal) ?? []) : []));
	return {changes: made.length, models: [...new Set(made)]};
}
