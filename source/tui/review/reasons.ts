import {isAskable} from '../../run/asking/askable.ts';
import {keyTo, type Reason} from '../app/keymap.ts';
import type {FoldLine} from '../text/line.ts';
import {shownDetail} from './detail.ts';
import {detailPatterns} from './detail-patterns.ts';
import {linesToEdit, placeToOpen} from './draft.ts';
import {atRest, linkOf, mergeOf, selectionOf, targetsOf} from './selection.ts';
import type {ReviewState} from './state.ts';
import {alreadyWritten, undoRunHint} from './written-runs.ts';

export type ReviewReason = Reason<ReviewState>;

export const isThere: ReviewReason = state => (selectionOf(state) ? null : 'no finding is selected');

const inDelivery = 'the next steps are under way; Ctrl-C stops them';

export const canDecide: ReviewReason = state => {
	const {stage, planned} = state;
	if (stage === 'failed') return `the pull request was not fully read; press ${keyTo(state, 'reload')} to retry`;
	if (!planned || stage === 'loading') return 'the findings are still being read';
	if (stage === 'asking') return 'waiting for the model; press Esc to stop';
	if (stage === 'delivering') return inDelivery;
	return stage === 'open' || stage === 'planning' ? null : 'files are being written';
};

export const hasTarget: ReviewReason = state => {
	const selection = selectionOf(state);
	if (!selection) return 'no finding is selected';
	if (targetsOf(selection).length > 0 || state.history.now.has(selection.finding.id)) return null;
	const [first] = selection.own;
	if (first?.outcome === 'applied') return alreadyWritten(state);
	if (first?.outcome === 'declined') return first.reason;
	const verdict = state.index.judged.get(selection.finding.id)?.verdict;
	if (verdict?.memory) return verdict.reason;
	return first?.proposal.placement.reason || `it has no change to apply; press ${keyTo(state, 'edit')} to write one`;
};

/** Whether a search or the filter looks for words, which are marked. */
export const hasPatterns: ReviewReason = state => (detailPatterns(state).length > 0 ? null : 'no words in the filter');

export const hasSides: ReviewReason = state =>
	(selectionOf(state)?.sides.length ?? 0) > 1 ? null : 'there is only one change';

/** Why there is not what was looked for; null if there is. */
const reasonIn = <Found extends object>(found: Found | {reason: string}): string | null =>
	'reason' in found ? found.reason : null;

export const canMerge: ReviewReason = state => reasonIn(mergeOf(state));

export const canEdit: ReviewReason = state => reasonIn(linesToEdit(state));

export const canOpen: ReviewReason = state => {
	const isOnHost = state.delivery.presets.place === 'host';
	return isOnHost ? 'there is no file: the pull request is read without a checkout' : reasonIn(placeToOpen(state));
};

export const hasFold = (state: ReviewState) => shownDetail(state).folds.length > 0;

export const hasClosedFold: ReviewReason = state => (foldToOpen(state) ? null : 'this comment has no folded part');

export const hasOpenFold: ReviewReason = state => (foldToClose(state) ? null : 'no folded part is open');

/** Whether anything is to be written. */
export const hasPlan: ReviewReason = ({planned, index}) => {
	if (!planned) return 'the findings are still being read';
	return index.standing.ready > 0 ? null : 'nothing to write';
};

export const hasLink: ReviewReason = state => (linkOf(state) === null ? 'this comment has no URL' : null);

export const hasLinks: ReviewReason = state =>
	shownDetail(state).links.length > 0 ? null : 'this comment shows no link';

export const hasDecided: ReviewReason = state => {
	if (state.history.past.length > 0 || atRest(state).length > 0) return null;
	return `no decision to undo${undoRunHint(state)}`;
};

export const hasModel: ReviewReason = ({model}) => (model && 'reason' in model ? model.reason : null);

export const isLeft: ReviewReason = state => {
	const finding = selectionOf(state)?.finding;
	if (finding && isAskable(finding)) return null;
	const isCode = !finding || finding.changes.length > 0;
	return (isCode ? null : finding.disposition?.reason) || 'only comments without code are sent to the model';
};

export const isQuittable: ReviewReason = ({stage}) => {
	if (stage === 'delivering') return inDelivery;
	return stage === 'writing' || stage === 'undoing' ? 'files are being written' : null;
};

export const isFree: ReviewReason = ({stage}) =>
	stage === 'open' || stage === 'planning' || stage === 'failed' ? null : 'wait until the current work ends';

export const isDelivering = ({stage}: ReviewState): boolean => stage === 'delivering';

export const isVerifying: ReviewReason = ({stage, run}) =>
	stage === 'delivering' && run.delivery?.step === 'verify' && run.verification === null
		? null
		: 'nothing is being verified';

/** The first closed fold from the top of the window on, else the first of all. */
export function foldToOpen(state: ReviewState): FoldLine | null {
	const closed = shownDetail(state).folds.filter(({isOpen}) => !isOpen);
	return closed.find(({at}) => at >= state.scroll) ?? closed[0] ?? null;
}

/** The last open fold that begins above the end of the window, else the first of all. */
export function foldToClose(state: ReviewState): FoldLine | null {
	const {folds, height} = shownDetail(state);
	const open = folds.filter(({isOpen}) => isOpen);
	return open.findLast(({at}) => at < state.scroll + height) ?? open[0] ?? null;
}
