import type {JudgedFinding, Outcome} from '../../run/report/outcome.ts';
import {count} from '../../text/sentences.ts';
import {keyTo} from '../app/keymap.ts';
import {notify} from '../app/state.ts';
import {recordDecision, withDecisions} from './decisions.ts';
import {refusal} from './decline.ts';
import {decisionsOn} from './selection.ts';
import type {ReviewState} from './state.ts';
import {type ReviewStep, replan} from './steps.ts';

const needsNoDecision: ReadonlySet<Outcome> = new Set(['applied', 'already-applied', 'not-actionable']);

/** The listed findings without a decision. What a rule declined counts: its rival may be declined. */
export const undecidedIn = (state: ReviewState): JudgedFinding[] =>
	state.list.rows.flatMap(row => {
		const judged = row.kind === 'finding' ? state.index.judged.get(row.id) : undefined;
		if (!judged || needsNoDecision.has(judged.verdict.outcome)) return [];
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
	const history = recordDecision(state.history, withDecisions(state.history.now, made));
	const what = `${count(findings.length, 'finding')} declined; press ${keyTo(state, 'undo-decision')} to undo`;
	return replan(notify({...state, history}, what, 'good'));
}
