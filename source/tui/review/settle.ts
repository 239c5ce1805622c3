import {clamp, tooSmall} from '../app/layout.ts';
import {withinPage} from '../app/pages.ts';
import type {PaneLayout} from '../app/panes.ts';
import type {Tone} from '../text/line.ts';
import {layoutOf} from './arrangement.ts';
import {followSteps} from './delivery/pages.ts';
import {detailOf} from './detail.ts';
import {isOnDiffPage, isRedrawn} from './diff-view.ts';
import {listTopOf} from './list-pane.ts';
import {pages} from './pages.ts';
import {settleDiff} from './result-diff.ts';
import {ownSide, selectedRow, selectionOf} from './selection.ts';
import type {Detail, ReviewState} from './state.ts';

/**
 * Keeps the cursor visible and the scroll within the text. Another finding is shown with its own side selected, and so
 * that a change of it is visible; another side from its first line, unless that is visible.
 */
export function settleReview(next: ReviewState, before: ReviewState): ReviewState {
	if (next === before) return next;
	const isOther = selectedRow(next)?.id !== selectedRow(before)?.id;
	const state = isOther || isOnDiffPage(next) !== isOnDiffPage(before) ? atLeft(next) : next;
	const isFirstLook = isOther || (state.index !== before.index && !hasBothSides(before) && hasBothSides(state));
	const looking = isFirstLook ? {...state, side: ownSide(state)} : state;
	const fresh = isOther ? {...looking, scroll: 0} : looking;
	if (tooSmall(fresh.size)) return fresh;
	const layout = layoutOf(fresh);
	const listTop = listTopOf(fresh, layout.list.height);
	const {height} = layout.detail;
	const width = layout.detail.width - 1;
	const detail = detailOf(fresh, width);
	const isFresh = isFirstLook || (before.planned === null && fresh.planned !== null) || fresh.size !== before.size;
	const isOpened = isOther || (isFresh && fresh.scroll === 0);
	const redrawn = () => firstChange(detail, fresh.side) - firstChange(detailOf(before, width), before.side);
	const scroll = isOpened
		? scrollToOpened(detail, fresh, layout)
		: fresh.side !== before.side && !isFirstLook
			? scrollToSide(detail, fresh, height)
			: fresh.scroll + (isRedrawn(fresh, before) ? redrawn() : 0);
	const {dialog, resultDiff} = settleDiff(fresh, before);
	return withinPage(pages, {
		...fresh,
		detail,
		resultDiff,
		listTop,
		scroll: clamp(scroll, 0, Math.max(0, detail.lines.length - height)),
		dialog: dialog?.kind === 'page' ? followSteps({...fresh, dialog}, before) : dialog,
	});
}

/** Rows that are few, where the list above shows whose comment it is, and how many of them may be above the first change. */
const few = {rows: 14, above: 3};

/** From where the lines that all sides change are visible, and the selected side too. */
function scrollToOpened(detail: Detail, state: ReviewState, {kind, detail: {height}}: PaneLayout): number {
	const selection = selectionOf(state);
	const [first = selection?.side] = selection?.cluster?.sides ?? [];
	const lead = Math.max(0, selection && first ? selection.sides.indexOf(first) : 0);
	const isLow = kind === 'stacked' && height <= few.rows && hasCode(detail, lead);
	const shared = isLow
		? Math.max(0, firstChange(detail, lead) - Math.min(few.above, height - 1))
		: scrollToChange(detail, lead, height);
	return firstChange(detail, state.side) < shared + height ? shared : scrollToChange(detail, state.side, height);
}

/** Whether lines of the side are changed; words about lines that are only meant come first. */
const hasCode = ({lines, tops}: Detail, side: number): boolean =>
	lines.slice(tops[side] ?? 0).some(spans => spans.some(({tone}) => tone === 'added' || tone === 'removed'));

/** From the first line if that shows a change of the side, otherwise from the title of the side if that does. */
function scrollToChange(detail: Detail, side: number, height: number): number {
	const change = firstChange(detail, side);
	if (change < height) return 0;
	const top = detail.tops[side] ?? 0;
	return change - top < height ? top : change;
}

/** As it is if the title of the side is visible. */
function scrollToSide({tops}: Detail, {side, scroll}: ReviewState, height: number): number {
	const top = tops[side] ?? 0;
	return top < scroll || top >= scroll + height ? top : scroll;
}

/** Of signs of lines that change, or that a comment is on. */
const changeTones: ReadonlySet<Tone> = new Set<Tone>(['added', 'removed', 'mark']);

/** The first changed line of a side: it stays where it is when the lines around it become more or fewer. */
function firstChange({lines, tops}: Detail, side: number): number {
	const top = tops[side] ?? 0;
	const found = lines.slice(top).findIndex(spans => spans.some(({tone}) => changeTones.has(tone)));
	return top + Math.max(0, found);
}

/** Other lines are shown from where they begin. */
const atLeft = (state: ReviewState): ReviewState => (state.sideways === null ? state : {...state, sideways: 0});

const hasBothSides = (state: ReviewState) => selectionOf(state)?.side !== undefined;
