import type {DiffView} from '../text/diff-lines.ts';
import type {SelectedFindings} from './selection.ts';
import type {ReviewState} from './state.ts';

/** What is selected, and how the detail shows it. */
export type DetailView = ReviewState & {
	selection: SelectedFindings;
	/** Cells of a line; infinite for what is read aloud. */
	width: number;
};

/** How code beside a comment is drawn: of a minified file, which is one line, the beginning is enough. */
export const codeView = (view: DiffView): DiffView => ({...view, longest: 1000});

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
