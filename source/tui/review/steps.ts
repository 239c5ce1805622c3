import type {Finding} from '../../review/finding.ts';
import type {Verdict} from '../../run/outcome.ts';
import {initialState} from '../../run/state.ts';
import {doing, only} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import type {Effect} from './actions.ts';
import {cursorOn, type Entry, listRows} from './rows.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

export type ReviewStep = Step<ReviewState, Effect>;

/** Makes the plan anew after a decision. */
export function replan(state: ReviewState): ReviewStep {
	return doing({...state, stage: 'planning'}, {type: 'plan', decisions: state.history.now});
}

/** Asks the model about the finding under the cursor. */
export function askModel(state: ReviewState): ReviewStep {
	const row = selectedRow(state);
	return row ? doing({...state, stage: 'asking'}, {type: 'ask', finding: row.id}) : only(state);
}

/** Reads everything anew; what was decided holds. */
export function reload(state: ReviewState): ReviewStep {
	// The accounts of the model go on, and what was there is seen until it is known anew.
	const {findings, pullRequest, model} = state.run;
	const run = {...initialState, findings, pullRequest, model};
	return doing({...state, stage: 'loading', planned: null, run}, {type: 'load', consent: state.consent});
}

/**
 * Makes the list anew; the cursor stays on the finding that a person chose, where that is still there. While a filter is
 * typed, and where nothing fits it, that is the one which they were on before.
 */
export function relist(state: ReviewState): ReviewState {
	const {dialog, isChosen, beforeFilter} = state;
	const isFiltering = dialog?.kind === 'field' && dialog.purpose === 'filter';
	const id = (isFiltering ? null : selectedRow(state)?.id) ?? beforeFilter;
	const list = listRows(entriesOf(state), state.grouping, state.filter);
	return {...state, list, cursor: cursorOn(list, isChosen ? id : null)};
}

const known = new WeakMap<Finding, Entry>();

/** The same entry for the same finding as long as it says the same, so that only rows that change are made anew. */
function entriesOf({run, index}: ReviewState): Entry[] {
	return run.findings.map(finding => {
		const judged = index.judged.get(finding.id);
		const verdict = judged?.verdict ?? finding.disposition;
		const path = judged?.rulings[0]?.proposal.path ?? finding.path;
		const made = known.get(finding);
		if (made && made.path === path && isSame(made.verdict, verdict)) return made;
		const entry = {finding, verdict, path};
		known.set(finding, entry);
		return entry;
	});
}

const isSame = (one: Verdict | null, other: Verdict | null) =>
	one?.outcome === other?.outcome && one?.reason === other?.reason;
