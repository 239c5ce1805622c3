import type {Verdict} from '../../run/outcome.ts';
import {initialState} from '../../run/state.ts';
import {doing, only} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import type {Effect} from './actions.ts';
import {matchesFilter} from './filter-match.ts';
import {readFilter} from './filter-query.ts';
import {subjectsOf} from './filter-subject.ts';
import {cursorOn, type FindingRow, type List, listRows, rowOf} from './rows.ts';
import {selectedRow} from './selection.ts';
import type {ReviewState} from './state.ts';

export type ReviewStep = Step<ReviewState, Effect>;

/** Updates the plan after a decision. */
export function replan(state: ReviewState): ReviewStep {
	return doing({...state, stage: 'planning'}, {type: 'plan', decisions: state.history.now});
}

/** Sends the selected finding to the model. */
export function askModel(state: ReviewState): ReviewStep {
	const row = selectedRow(state);
	return row ? doing({...state, stage: 'asking'}, {type: 'ask', finding: row.id}) : only(state);
}

/** Reloads everything but keeps the decisions. */
export function reload(state: ReviewState): ReviewStep {
	// Model metrics continue, and the old findings stay visible until the new ones are read.
	const {findings, pullRequest, model} = state.run;
	const run = {...initialState, findings, pullRequest, model};
	return doing({...state, stage: 'loading', planned: null, run}, {type: 'load', consent: state.consent});
}

/**
 * Updates the list. The cursor stays on the selected finding if it is still there; while a filter is typed, on the one
 * that was selected before.
 */
export function relist(state: ReviewState): ReviewState {
	const {dialog, isChosen, beforeFilter} = state;
	const isFiltering = dialog?.kind === 'field' && dialog.purpose === 'filter';
	const list = listRows(rowsOf(state), state.grouping, filterTest(state));
	const id = (isFiltering ? null : nearestIn(list, state)) ?? beforeFilter.finding;
	return {...state, list, cursor: cursorOn(list, isChosen ? id : null)};
}

/** The selected finding or, if the new list is without it, the next one that is in both lists; null if none is selected. */
function nearestIn({rows}: List, {list: before, cursor}: ReviewState): string | null {
	const selected = before.rows[cursor];
	if (selected?.kind !== 'finding') return null;
	if (rows.some(row => row.kind === 'finding' && row.id === selected.id)) return selected.id;
	const ids = new Set(rows.flatMap(row => (row.kind === 'finding' ? row.id : [])));
	const inOrder = [...before.rows.slice(cursor), ...before.rows.slice(0, cursor).reverse()];
	const nearest = inOrder.find(row => row.kind === 'finding' && ids.has(row.id));
	return nearest?.kind === 'finding' ? nearest.id : selected.id;
}

/** Whether a finding passes the filter of the list. */
function filterTest(state: ReviewState): (row: FindingRow) => boolean {
	const query = readFilter(state.filter);
	if (query.terms.length === 0) return () => true;
	const subjectOf = subjectsOf(state);
	return row => matchesFilter(query, subjectOf(row));
}

/** Unchanged findings keep their rows, because there may be thousands. */
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
