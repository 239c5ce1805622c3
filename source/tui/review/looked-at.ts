import {first, keyTo} from '../app/keymap.ts';
import {goesOnRight} from '../text/code-window.ts';
import type {Line} from '../text/line.ts';
import {canHaveTwoColumns} from '../text/split-diff.ts';
import {layoutOf} from './arrangement.ts';
import {detailLines} from './detail.ts';
import {diffPageWidth, isOnDiffPage} from './diff-view.ts';
import type {ReviewReason} from './reasons.ts';
import {selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** The lines with the diffs that are looked at: those of the page if it is open, otherwise those of the detail. */
export function lookedAt(state: ReviewState): {lines: readonly Line[]; width: number} {
	if (isOnDiffPage(state)) return {lines: state.resultDiff?.lines ?? [], width: diffPageWidth(state)};
	const width = layoutOf(state).detail.width - 1;
	return {lines: detailLines(state, width), width};
}

/** Whether there is a diff or other code to look at. */
export const hasShownCode: ReviewReason = state => {
	if (isOnDiffPage(state)) return null;
	const selection = selectionOf(state);
	if (!selection) return 'no finding is selected';
	return selection.clusters.length > 0 || selection.finding.path !== null ? null : 'this comment is not on a file';
};

const isNotWrapped: ReviewReason = state =>
	state.sideways === null ? `long lines are wrapped; press ${keyTo(state, 'wrap')} to change that` : null;

const hasRight: ReviewReason = state =>
	lookedAt(state).lines.some(each => goesOnRight(each, state.symbols)) ? null : 'no line goes on at the right';

export const canScrollRight = first(hasShownCode, isNotWrapped, hasRight);

export const canScrollLeft = first(hasShownCode, isNotWrapped, ({sideways}) =>
	sideways === 0 ? 'this is where lines begin' : null,
);

export const canSplit = first(hasShownCode, state =>
	canHaveTwoColumns(lookedAt(state).width) ? null : 'old and new lines have no room side by side',
);
