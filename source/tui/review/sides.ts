import type {Ruling} from '../../resolve/decide.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import {readSuggestions} from '../../review/suggestion.ts';
import {besideChange} from '../../run/beside.ts';
import type {Group} from '../../run/session.ts';
import {fileOf} from '../../run/snapshot.ts';
import {safe, safeWords} from '../../text/safe.ts';
import {besideEachOther} from '../app/frame.ts';
import type {CommentView} from '../text/comment-lines.ts';
import {diffLines} from '../text/diff-lines.ts';
import {cutLine, emptyLine, type Line, span, wrapLine} from '../text/line.ts';
import {hasTwoColumns} from '../text/split-diff.ts';
import {currentLines, unplacedLines} from './code-beside.ts';
import {codeViewOf, diffViewOf} from './diff-view.ts';
import {authorOf, isByPerson, modelOf, originOf} from './made-by.ts';
import {idsOf, type SelectedFindings, selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The changes of a cluster; `first` is the index of the first one among all sides of the finding. */
type Part = {group: Group | null; sides: readonly Ruling[]; first: number; width: number};

/** Lines of a cluster, and the first line (0-based) of each side. */
type Shown = {lines: readonly Line[]; tops: readonly number[]};

/** The changes of the selected finding with those that they are in conflict with. */
export function clusterLines(selection: SelectedFindings, state: ReviewState, width: number): Shown {
	const lines: Line[] = [];
	const tops: number[] = [];
	for (const {group, sides} of selection.clusters) {
		if (lines.length > 0) lines.push(emptyLine);
		const isWide = group !== null && sides.length === 2 && hasTwoColumns({width, split: state.split});
		const shown = (isWide ? sideBySide : sideLines)({group, sides, first: tops.length, width}, selection, state);
		tops.push(...shown.tops.map(top => lines.length + top));
		lines.push(...shown.lines);
	}
	return {lines, tops};
}

/** Where each suggestion of the finding is shown: the function returns null if that is only in its comment. */
export function placesOf(
	{finding, sides}: SelectedFindings,
	where: 'above' | 'below',
	state: ReviewState,
): CommentView['placeOf'] {
	if (sides.length === 0) return null;
	const written = finding.changes.filter(({from}) => from === 'suggestion');
	const places = new Map(
		readSuggestions(finding.blocks).flatMap(({lines}, index) => {
			const change = written[index];
			const text = lines.join('\n');
			// What was edited, or shortened by what it repeats, is another text.
			if (change?.replacement.join('\n') !== text) return [];
			const number = sides.findIndex(side => isShown(state, side) && idsOf(side.proposal).includes(change.id)) + 1;
			if (number === 0) return [];
			return [[text, sides.length === 1 ? `the change ${where}` : `change ${number} ${where}`] as const];
		}),
	);
	return suggestion => places.get(suggestion.join('\n')) ?? null;
}

/** Whether the new lines of a change are shown, and not only the file that has them. */
const isShown = ({planned}: ReviewState, ruling: Ruling) =>
	isPlaced(ruling.proposal) ||
	(planned !== null &&
		ruling.proposal.placement.kind !== 'already-applied' &&
		besideChange(ruling.proposal.change, planned.snapshotOf(ruling)).seen !== null);

/** Changes one below the other. */
function sideLines({group, sides, first, width}: Part, selection: SelectedFindings, state: ReviewState): Shown {
	const lines = group ? headOf(group, sides, width) : [];
	const tops = sides.map((ruling, index) => {
		if (index > 0) lines.push(emptyLine);
		const top = lines.length;
		lines.push(...sideTitle(ruling, first + index, width, selection, state), ...changeLines(ruling, width, state));
		return top;
	});
	return {lines, tops};
}

/** Two changes side by side. */
function sideBySide({group, sides, first, width}: Part, selection: SelectedFindings, state: ReviewState): Shown {
	const room = Math.floor((width - 3) / 2);
	const {wall} = state.symbols;
	const [left = [], right = []] = sides.map((ruling, index) => [
		...sideTitle(ruling, first + index, room, selection, state),
		...changeLines(ruling, room, {...state, split: false}),
	]);
	const rows = besideEachOther(left, right, room, span(` ${wall} `, 'quiet'));
	const head = group ? headOf(group, sides, width) : [];
	return {lines: [...head, ...rows], tops: sides.map(() => head.length)};
}

function headOf({kind}: Group, sides: readonly Ruling[], width: number): Line[] {
	return wrapLine([span('conflict', 'clash'), span(`: ${sides.length} ${against[kind]}; choose one`)], width, '  ');
}

/** Describes each kind of conflict; follows the number of changes. */
const against: Readonly<Record<Group['kind'], string>> = {
	'same-lines': 'changes to the same lines',
	overlap: 'changes to overlapping lines',
	contained: 'changes, one inside the lines of another',
	'same-key': 'changes to the same key',
	choice: 'options of one comment',
};

/** What distinguishes a change from the other sides: its option, or the title of its finding. */
function labelOf({findings, change}: Ruling['proposal'], kind: Group['kind'] | undefined): string {
	const [finding] = findings;
	if (!finding || kind === undefined) return '';
	if (kind !== 'choice') return `: ${safeWords(finding.title)}`;
	return `, option ${finding.changes.findIndex(({id}) => id === change.id) + 1}`;
}

/** The author of a change, and below it the outcome and the place. */
function sideTitle(
	ruling: Ruling,
	number: number,
	width: number,
	{side, sides}: SelectedFindings,
	{history, symbols, groups}: ReviewState,
): Line[] {
	const {proposal, outcome} = ruling;
	const isLooked = ruling === side;
	const who = authorOf(proposal);
	if (sides.length === 1) {
		const model = modelOf(proposal);
		const head =
			model === null && !isByPerson(proposal)
				? span(`${who} `, 'strong')
				: span(`by ${who}, `, model === null ? 'strong' : 'model');
		return wrapLine([head, span(originAndPlace(ruling))], width, '  ');
	}
	const label = labelOf(proposal, groups.get(proposal.change.id)?.kind);
	const decision = idsOf(proposal).flatMap(id => history.now.get(id) ?? [])[0];
	const state = decision ? `you: ${decision.action}` : outcome === 'apply' ? 'chosen by rule' : outcome;
	return [
		cutLine(
			[span(`${isLooked ? '>' : ' '} ${number + 1} ${who}${label}`, isLooked ? 'strong' : 'plain')],
			width,
			symbols.cut,
		),
		cutLine(
			[span('    '), span(state, outcome === 'apply' ? 'good' : 'plain'), span(`, ${originAndPlace(ruling)}`)],
			width,
			symbols.cut,
		),
	];
}

function originAndPlace({proposal}: Ruling): string {
	const {placement} = proposal;
	const place = 'start' in placement ? ` at ${sideRange(placement.start, placement.end)}` : '';
	return `${originOf(proposal)}, ${placement.kind}${place}`;
}

const sideRange = (start: number, end: number) => (end > start ? `${start}-${end}` : `${start}`);

function changeLines(ruling: Ruling, width: number, state: ReviewState): Line[] {
	const {planned} = state;
	const {proposal} = ruling;
	const {path, placement, change} = proposal;
	if (planned && isPlaced(proposal)) {
		const {text} = fileOf(planned.snapshotOf(ruling), path);
		return diffLines(path, text, proposal.placement.edits, diffViewOf(state, width));
	}
	const reason = reasonLines(ruling, width, state);
	if (!planned) return reason;
	const view = codeViewOf(state, width);
	const code = besideChange(change, planned.snapshotOf(ruling));
	const isThere = placement.kind === 'already-applied' && code.today;
	if (!isThere) return [...reason, ...unplacedLines(code, change, view)];
	const {start, end} = placement;
	return [...reason, ...currentLines({...code, where: {kind: 'exact', start, end, reason: ''}}, view)];
}

/** Why a change is not shown in its place, unless that is the reason of the finding's outcome. */
function reasonLines({proposal, reason}: Ruling, width: number, state: ReviewState): Line[] {
	const why = reason || proposal.placement.reason;
	const isTold = selectedRow(state)?.entry.verdict?.reason === why;
	return isTold ? [] : wrapLine([span(safe(why))], width);
}
