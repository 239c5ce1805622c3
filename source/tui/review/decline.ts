import type {Ruling} from '../../resolve/decide.ts';
import type {Decision} from '../../resolve/decision.ts';
import type {Finding} from '../../review/finding.ts';
import type {JudgedFinding, Outcome} from '../../run/report/outcome.ts';
import {count} from '../../text/sentences.ts';
import {keyTo} from '../app/keymap.ts';
import {notify, only} from '../app/state.ts';
import {decide} from './decisions.ts';
import {rowsForAll} from './range.ts';
import {
	decisionOn,
	decisionsOn,
	findingOfSide,
	idsOf,
	type SelectedFindings,
	selectedRow,
	selectionOf,
} from './selection.ts';
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
	return needsNoDecision.has(verdict.outcome) ? verdict.reason || 'it needs no decision' : null;
}

export function decline(state: ReviewState, text: string): ReviewStep {
	const selection = selectionOf(state);
	if (!selection) return only(state);
	const {cluster, side, own} = selection;
	const changes = changesToDecline(selection, state);
	const made = refusal(findingOfSide(selection), changes, text || null);
	const without = changes.length > 0 ? changes : cluster?.group && side ? [side] : own;
	const ids = without.flatMap(({proposal}) => idsOf(proposal));
	return replan(decide(state, made, ids));
}

/** Declines these changes of a finding; without any, sets it aside. */
export function refusal({id, bodyHash}: Finding, changes: readonly Ruling[], reason: string | null): Decision[] {
	if (changes.length === 0) return [{finding: id, action: 'done', reason, text: null, bodyHash, by: 'person'}];
	return changes.map(({proposal}) => decisionOn(proposal, {action: 'decline', reason}));
}

const needsNoDecision: ReadonlySet<Outcome> = new Set(['applied', 'already-applied', 'not-actionable']);

/** The listed findings, or those of a range, without a decision. What a rule declined counts: its rival may be declined. */
export const undecidedIn = (state: ReviewState): JudgedFinding[] =>
	rowsForAll(state).flatMap(row => {
		const judged = state.index.judged.get(row.id);
		if (!judged || needsNoDecision.has(judged.verdict.outcome) || judged.verdict.memory) return [];
		return decisionsOn(judged.finding.id, state).length > 0 ? [] : judged;
	});

export const hasUndecided = (state: ReviewState) =>
	undecidedIn(state).length > 0 ? null : 'every finding in this list is decided';

/** Declines the changes of all listed findings that no decision is about, and sets those without a change aside. */
export function declineListed(state: ReviewState, text: string): ReviewStep {
	const findings = undecidedIn(state);
	const made = findings.flatMap(({finding, rulings}) => {
		const changes = finding.disposition === null ? rulings.filter(({outcome}) => outcome !== 'applied') : [];
		return refusal(finding, changes, text || null);
	});
	const what = `${count(findings.length, 'finding')} declined; press ${keyTo(state, 'undo-decision')} to undo`;
	return replan(notify({...decide(state, made), range: null}, what, 'good'));
}
