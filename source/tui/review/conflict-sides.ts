import type {Ruling} from '../../resolve/decide.ts';
import {type Decision, wordsForDone} from '../../resolve/decision.ts';
import {isPlaced} from '../../resolve/proposal.ts';
import type {Finding} from '../../review/finding.ts';
import type {Block, Section} from '../../review/markdown.ts';
import {ownBlocks} from '../../review/whole-comment.ts';
import {reviewerOf} from '../../run/filter/listed.ts';
import type {Group} from '../../run/session/planned.ts';
import {safeWords} from '../../text/safe.ts';
import {commentLines} from '../text/comment-lines.ts';
import {besideEachOther, cutLine, emptyLine, type Line, span, wrapLine} from '../text/line.ts';
import {authorOf, changeLines, isByPerson, modelOf, originWords} from './change-lines.ts';
import {foldsWithMatch} from './detail-patterns.ts';
import type {DetailView} from './diff-view.ts';
import {type Cluster, idsOf} from './selection.ts';
import {sharedLines} from './shared-lines.ts';
import type {ReviewState} from './state.ts';

/** The changes of a cluster; `first` is the index of the first one among all sides of the finding. */
type Part = Cluster & {first: number};

/** Lines of a cluster, and the first line (0-based) of each side. */
type Shown = {lines: readonly Line[]; tops: readonly number[]};

/** The changes of the selected finding with those that they are in conflict with. */
export function clusterLines(view: DetailView): Shown {
	const lines: Line[] = [];
	const tops: number[] = [];
	for (const cluster of view.selection.clusters) {
		if (lines.length > 0) lines.push(emptyLine);
		const part = {...cluster, first: tops.length};
		const shown = sharedSides(part, view) ?? sideLines(part, view);
		tops.push(...shown.tops.map(top => lines.length + top));
		lines.push(...shown.lines);
	}
	return {lines, tops};
}

/** Changes one below the other, each with all of its diff. */
function sideLines({group, sides, first}: Part, view: DetailView): Shown {
	const lines = group ? sidesHead(group, sides, view) : [];
	const tops = sides.map((ruling, index) => {
		if (index > 0) lines.push(emptyLine);
		const top = lines.length;
		lines.push(...sideTitle(ruling, first + index, view), ...changeLines(ruling, view), ...wordsBelow(ruling, view));
		return top;
	});
	return {lines, tops};
}

/** Cells of a detail in which sides are beside each other, and the fewest of one side. */
const cellsBeside = {all: 100, each: 46};

/** What is between sides that are beside each other. */
const gapCells = 3;

/** The lines that the sides change once, then what each makes of them, with its reviewers' words; null without such lines. */
function sharedSides({group, sides, first}: Part, view: DetailView): Shown | null {
	const {width, split, symbols} = view;
	const each = Math.floor((width - gapCells * (sides.length - 1)) / sides.length);
	const isBeside = Number.isFinite(width) && width >= cellsBeside.all && each >= cellsBeside.each && split !== false;
	const room = isBeside ? each : width;
	const shared = group && sharedLines(sides, room, view);
	if (!shared) return null;
	const head = [...sidesHead(group, sides, view), ...shared.before];
	const own = {...view, width: room};
	const blocks = sides.map((ruling, index) => [
		...sideTitle(ruling, first + index, own),
		...(shared.sides[index] ?? []),
		...wordsBelow(ruling, own),
	]);
	if (isBeside) {
		const gap = span(` ${symbols.wall} `, 'quiet');
		const rows = blocks.reduce((left, right, index) =>
			besideEachOther(left, right, index * room + (index - 1) * gapCells, gap),
		);
		return {lines: [...head, ...rows, ...shared.after], tops: sides.map((_, index) => (index === 0 ? 0 : head.length))};
	}
	const tops = blocks.map((_, index) => (index === 0 ? 0 : head.length + blocks.slice(0, index).flat().length));
	return {lines: [...head, ...blocks.flat(), ...shared.after], tops};
}

/** What is to choose, unless the outcome above it says so. */
function sidesHead({kind}: Group, {length}: readonly Ruling[], view: DetailView): Line[] {
	if (choiceWords(view) !== null) return [];
	return wrapLine([span('conflict', 'clash'), span(`: choose 1 of ${length} ${against[kind]}`)], view.width, '  ');
}

/** What is to choose, for the outcome of a finding that is one conflict; null for any other. */
export function choiceWords({selection: {finding, clusters}, index}: DetailView): string | null {
	const [cluster, ...others] = clusters;
	if (!cluster?.group || others.length > 0) return null;
	if (index.judged.get(finding.id)?.verdict.outcome !== 'conflict') return null;
	return `choose 1 of ${cluster.sides.length} ${against[cluster.group.kind]}`;
}

const folded = new WeakMap<readonly Block[], Section>();

/** The fold around a comment, which stays the same as long as the comment does. */
function foldAround(finding: Finding): Section {
	const known = folded.get(finding.blocks);
	if (known) return known;
	const summary = `comment by ${reviewerOf(finding)}`;
	const section = {summary, source: summary};
	folded.set(finding.blocks, section);
	return section;
}

/** The comments that want a side, folded; that of the selected finding is below all of them. */
function wordsBelow({proposal}: Ruling, view: DetailView): Line[] {
	const others = proposal.findings.filter(({id}) => id !== view.selection.finding.id);
	return others.flatMap(other => {
		const around = foldAround(other);
		const found = foldsWithMatch([other], view);
		const openAtFirst = found.size > 0 ? new Set([around, ...found]) : found;
		const wanted = new Set(other.changes.map(({replacement}) => replacement.join('\n')));
		const placeOf = (suggestion: readonly string[]) => (wanted.has(suggestion.join('\n')) ? 'the change above' : null);
		const blocks = ownBlocks(other).map(block => ({...block, sections: [around, ...block.sections]}));
		return commentLines(blocks, {...view, openAtFirst, placeOf, path: proposal.path});
	});
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
function sideTitle(ruling: Ruling, number: number, view: DetailView): Line[] {
	const {proposal} = ruling;
	const {selection, symbols, groups, width} = view;
	const {finding, side, sides} = selection;
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
	const isLooked = ruling === side;
	const label = labelOf(proposal, groups.get(proposal.change.id)?.kind);
	const head = span(`${isLooked ? '>' : ' '} ${number + 1} ${who}${label}`, isLooked ? 'strong' : 'plain');
	const facts = sideFacts(ruling, view);
	return [[head], ...(facts.length > 0 ? [[span('    '), ...facts]] : [])].map(each =>
		cutLine(each, width, symbols.cut),
	);
}

/** What became of a side, and where it is; of an open suggestion that is where it was written, the lines say all. */
function sideFacts(ruling: Ruling, {history}: ReviewState): Line {
	const {proposal, outcome} = ruling;
	const decision = idsOf(proposal).flatMap(id => history.now.get(id) ?? [])[0];
	if (decision) return [span(`${decidedWords[decision.action].side}, ${originAndPlace(ruling)}`)];
	if (outcome === 'apply') return [span('chosen by rule', 'good'), span(`, ${originAndPlace(ruling)}`)];
	if (outcome !== 'conflict') return [span(`${outcome}, ${originAndPlace(ruling)}`)];
	const isPlain = proposal.placement.kind === 'exact' && originWords(proposal) === 'suggestion';
	return isPlain ? [] : [span(originAndPlace(ruling))];
}

/** A decision on a finding as a whole, and on a side of a conflict. */
export const decidedWords: Readonly<Record<Decision['action'], {whole: string; side: string}>> = {
	apply: {whole: 'apply', side: 'your choice'},
	edit: {whole: 'apply as edited', side: 'your edit'},
	decline: {whole: 'decline', side: 'declined by you'},
	done: {whole: wordsForDone, side: wordsForDone},
	reconsider: {whole: 'reconsider', side: 'reconsidered by you'},
};

function originAndPlace({proposal}: Ruling): string {
	const {placement, change} = proposal;
	const from = originWords(proposal);
	if (!('start' in placement)) return `${from}, ${placement.kind}`;
	const {start, end} = placement;
	const was = {exact: 'unchanged', moved: `moved from ${change.original.start}`}[String(placement.kind)];
	return `${from} at ${end > start ? `lines ${start}-${end}` : `line ${start}`}, ${was ?? placement.kind}`;
}
