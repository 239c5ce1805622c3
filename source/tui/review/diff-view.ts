import type {DiffView} from '../text/diff-lines.ts';
import type {ReviewState} from './state.ts';

/** How the diffs of the review are drawn, in lines of at most `width` cells. */
export const diffViewOf = ({symbols, highlight, context, sideways, split}: ReviewState, width: number): DiffView => ({
	width,
	symbols,
	highlight,
	context,
	sideways,
	split,
});

/** How code beside a comment is drawn: of a minified file, which is one line, the beginning is enough. */
export const codeViewOf = (state: ReviewState, width: number): DiffView => ({
	...diffViewOf(state, width),
	longest: 1000,
});

/** Whether diffs are drawn from the same parts of the file, but not with the same lines. */
export const isRedrawn = (state: ReviewState, before: ReviewState): boolean =>
	state.context !== before.context || isRearranged(state, before);

/** Whether the lines of diffs are arranged in another way. */
export const isRearranged = (state: ReviewState, before: ReviewState): boolean =>
	state.split !== before.split || (state.sideways === null) !== (before.sideways === null);

/** Whether the page with the diff of everything planned is open. */
export const isOnDiffPage = ({dialog}: ReviewState): boolean => dialog?.kind === 'page' && dialog.page === 'diff';

/** Cells of the lines of the page. */
export const diffPageWidth = ({size}: ReviewState): number => size.columns - 2;
