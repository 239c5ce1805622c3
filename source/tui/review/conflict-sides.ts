import type {Ruling} from '../../resolve/decide.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import type {Group} from '../../run/session/planned.ts';
import {safeWords} from '../../text/safe.ts';
import {besideEachOther, cutLine, emptyLine, type Line, span, wrapLine} from '../text/line.ts';
import {hasTwoColumns} from '../text/split-diff.ts';
import {authorOf, changeLines, isByPerson, modelOf, originWords} from './change-lines.ts';
import {reviewerOf} from './rows.ts';
import {idsOf, type SelectedFindings} from './selection.ts';
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

/** Changes one below the other. */
function sideLines({group, sides, first, width}: Part, selection: SelectedFindings, state: ReviewState): Shown {
	const lines = group ? sidesHead(group, sides, width) : [];
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
	const head = group ? sidesHead(group, sides, width) : [];
	return {lines: [...head, ...rows], tops: sides.map(() => head.length)};
}

function sidesHead({kind}: Group, sides: readonly Ruling[], width: number): Line[] {
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
	{finding, side, sides}: SelectedFindings,
	{history, symbols, groups}: ReviewState,
): Line[] {
	const {proposal, outcome} = ruling;
	const isLooked = ruling === side;
	const who = authorOf(proposal);
	if (sides.length === 1) {
		// The outcome above it says the same of a suggestion that cannot be applied.
		if (who === reviewerOf(finding) && !isPlaced(proposal)) return [];
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
	return `${originWords(proposal)}, ${placement.kind}${place}`;
}

const sideRange = (start: number, end: number) => (end > start ? `${start}-${end}` : `${start}`);
