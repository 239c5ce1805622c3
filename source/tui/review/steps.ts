import type {Verdict} from '../../run/outcome.ts';
import {initialState} from '../../run/state.ts';
import {doing, only} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import type {Effect} from './actions.ts';
import {cursorOn, type List, listRows, rowOf} from './rows.ts';
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
	const list = listRows(rowsOf(state), state.grouping, state.filter);
	return {...state, list, cursor: cursorOn(list, isChosen ? id : null)};
}

/** A finding of which there is nothing new keeps its row: there may be thousands. */
function rowsOf({run, index, list}: ReviewState): List['all'] {
	return new Map(
		run.findings.map(finding => {
			const judged = index.judged.get(finding.id);
			const verdict = judged?.verdict ?? finding.disposition;
			const path = judged?.rulings[0]?.proposal.path ?? finding.path;
			const known = list.all.get(finding.id);
			const isKnown =
				known?.entry.finding === finding && known.entry.path === path && isSame(known.entry.verdict, verdict);
			return [finding.id, isKnown ? known : rowOf({finding, verdict, path})];
		}),
	);
}

const isSame = (one: Verdict | null, other: Verdict | null) =>
	one?.outcome === other?.outcome && one?.reason === other?.reason;
