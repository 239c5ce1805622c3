import {isPlaced} from '../../resolve/proposal.ts';
import {isAskable} from '../../run/asking/askable.ts';
import {mergeOf, selectionOf, targetsOf} from './selection.ts';
import type {ReviewState} from './state.ts';

/** Why a key does nothing now, in words that say what does; null where it works. */
type Reason = (state: ReviewState) => string | null;

/** The first of the reasons that there is. */
export const first =
	(...reasons: Reason[]): Reason =>
	state => {
		for (const reason of reasons) {
			const said = reason(state);
			if (said !== null) return said;
		}
		return null;
	};

export const isThere: Reason = state => (selectionOf(state) ? null : 'there is no finding');

export const canDecide: Reason = ({stage, planned}) => {
	if (stage === 'failed') return 'the pull request was not read to its end: r tries again';
	if (!planned || stage === 'loading') return 'the findings are still being read';
	if (stage === 'asking') return 'the model is being asked: Esc stops that';
	return stage === 'open' || stage === 'planning' ? null : 'files are being written';
};

export const hasTarget: Reason = state => {
	const selection = selectionOf(state);
	if (!selection) return 'there is no finding';
	if (targetsOf(selection).length > 0) return null;
	const [first] = selection.own;
	if (first?.outcome === 'applied') return 'this session wrote it: U takes the run back';
	if (first?.outcome === 'declined') return first.reason;
	return first?.proposal.placement.reason || 'it proposes no change that could be made';
};

export const hasSides: Reason = state =>
	(selectionOf(state)?.sides.length ?? 0) > 1 ? null : 'there is only one change';

export const canMerge: Reason = state => {
	const selection = selectionOf(state);
	if (!selection) return 'there is no finding';
	const merge = mergeOf(selection, state);
	return 'reason' in merge ? merge.reason : null;
};

export const canEdit: Reason = state => {
	const side = selectionOf(state)?.side;
	if (side?.outcome === 'applied') return 'this session wrote it: U takes the run back';
	return side && isPlaced(side.proposal) ? null : 'there is no change to edit';
};

export const hasDecided: Reason = ({history, runs}) => {
	if (history.past.length > 0) return null;
	return runs.length > 0 ? 'nothing was decided since: U takes back what was written' : 'nothing was decided';
};

export const hasWritten: Reason = ({runs, undone}) => {
	if (runs.length > 0) return null;
	return undone ? 'all that was written is taken back' : 'nothing was written';
};

export const hasModel: Reason = ({model}) => (model && 'reason' in model ? model.reason : null);

export const isLeft: Reason = state => {
	const finding = selectionOf(state)?.finding;
	if (finding && isAskable(finding)) return null;
	const isCode = !finding || finding.changes.length > 0;
	return (isCode ? null : finding.disposition?.reason) || 'only what nobody wrote as code is asked about';
};

export const isFree: Reason = ({stage}) =>
	stage === 'open' || stage === 'planning' || stage === 'failed' ? null : 'something is still going on';
