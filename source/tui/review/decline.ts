import type {Ruling} from '../../resolve/decide.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import {only} from '../app/state.ts';
import {recordDecision, withDecisions} from './decisions.ts';
import {decisionOn, findingOfSide, idsOf, type SelectedFindings, selectedRow, selectionOf} from './selection.ts';
import type {ReviewState} from './state.ts';
import {type ReviewStep, replan} from './steps.ts';
import {alreadyWritten} from './written-runs.ts';

/** The changes that `x` declines; none if it sets the finding aside: it has no change, or more is left to do. */
export function changesToDecline(selection: SelectedFindings, {history}: Pick<ReviewState, 'history'>): Ruling[] {
	const {finding, cluster, side, own} = selection;
	const whole = history.now.get(findingOfSide(selection).id);
	if (whole && whole.action !== 'reconsider') return [];
	if (cluster?.group && side) return [side];
	if (finding.disposition !== null) return [];
	return own.filter(({outcome}) => outcome !== 'applied');
}

/** Why `x` does nothing: there is nothing left to decide. */
export function whyNotDeclined(state: ReviewState): string | null {
	const verdict = selectedRow(state)?.entry.verdict;
	if (!verdict) return 'no finding is selected';
	if (verdict.outcome === 'applied') return alreadyWritten(state);
	const isOver = verdict.outcome === 'already-applied' || verdict.outcome === 'not-actionable';
	return isOver ? verdict.reason || 'it needs no decision' : null;
}

export function decline(state: ReviewState, text: string): ReviewStep {
	const selection = selectionOf(state);
	if (!selection) return only(state);
	const {cluster, side, own} = selection;
	const changes = changesToDecline(selection, state);
	const made = refusal(findingOfSide(selection), changes, text || null);
	const without = changes.length > 0 ? changes : cluster?.group && side ? [side] : own;
	const ids = without.flatMap(({proposal}) => idsOf(proposal));
	const history = recordDecision(state.history, withDecisions(state.history.now, made, ids));
	return replan({...state, history});
}

/** Declines these changes of a finding; without any, sets it aside. */
export function refusal({id, bodyHash}: Finding, changes: readonly Ruling[], reason: string | null): Decision[] {
	if (changes.length === 0) return [{finding: id, action: 'done', reason, text: null, bodyHash, by: 'person'}];
	return changes.map(({proposal}) => decisionOn(proposal, {action: 'decline', reason}));
}
