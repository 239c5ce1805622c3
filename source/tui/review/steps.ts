import {type FilterSubject, matchesFilter, type SearchText} from '../../run/filter/match.ts';
import {readFilter} from '../../run/filter/query.ts';
import {asksForNothing, asksForState, searchTextOfFinding, subjectOf} from '../../run/filter/subject.ts';
import {initialState} from '../../run/state.ts';
import {doing, only, type Step} from '../app/state.ts';
import type {Effect} from './actions.ts';
import {needsOf} from './list-columns.ts';
import {cursorOn, type FindingRow, findingsIn, type List, listRows} from './rows.ts';
import {decisionsOn, selectedRow} from './selection.ts';
import type {ReadBefore, ReviewState} from './state.ts';

export type ReviewStep = Step<ReviewState, Effect>;

/** Updates the plan after a decision. */
export function replan(state: ReviewState): ReviewStep {
	return doing({...state, stage: 'planning'}, {type: 'plan', decisions: state.history.now, only: state.only});
}

/** Looks up again what the steps after writing would do. */
export function reoffer(state: ReviewState): ReviewStep {
	const {planned, delivery} = state;
	return planned ? doing(state, {type: 'offer', planned, presets: delivery.presets}) : only(state);
}

/** Sends the selected finding to the model. */
export function askModel(state: ReviewState): ReviewStep {
	const row = selectedRow(state);
	return row ? doing({...state, stage: 'asking'}, {type: 'ask', finding: row.id}) : only(state);
}

/** Reloads everything but keeps the decisions. */
export function reload(state: ReviewState): ReviewStep {
	const before = state.planned && state;
	// Model metrics continue, and the old findings stay visible until the new ones are read.
	const {findings, pullRequest, model} = state.run;
	const run = {...initialState, findings, pullRequest, model};
	return doing({...state, stage: 'loading', planned: null, before, run}, {type: 'load', consent: state.consent});
}

/** Goes on with what was read before a reload. */
export function withoutReload(state: ReviewState, {run, planned, index, groups, list: {all}}: ReadBefore): ReviewStep {
	const list = {...state.list, all};
	return replan(relist({...state, run, planned, index, groups, list, before: null, progress: null}));
}

/**
 * Updates the list. The cursor stays on the selected finding if it is still there; while a filter is typed, on the one
 * that was selected before.
 */
export function relist(state: ReviewState): ReviewState {
	const {dialog, isChosen, beforeFilter} = state;
	const isFiltering = dialog?.kind === 'field' && dialog.purpose === 'filter';
	const list = listedRows(state);
	const id = (isFiltering ? null : nearestIn(list, state)) ?? beforeFilter.finding;
	return {...state, list, cursor: cursorOn(list, isChosen ? id : null)};
}

/** The selected finding or, if the new list is without it, the next one that is in both lists; null if none is selected. */
function nearestIn({rows}: List, state: ReviewState): string | null {
	const selected = selectedRow(state);
	if (selected === null) return null;
	const {list: before, cursor} = state;
	const ids = new Set(findingsIn(rows).map(({id}) => id));
	const inOrder = findingsIn([...before.rows.slice(cursor), ...before.rows.slice(0, cursor).reverse()]);
	return inOrder.find(({id}) => ids.has(id))?.id ?? selected.id;
}

/** The findings that pass the filter. Those that ask for nothing are hidden, unless the filter asks for a state. */
function listedRows(state: ReviewState): List {
	const {grouping, isIdleShown} = state;
	const {all} = state.list;
	const query = readFilter(state.filter);
	const {terms} = query;
	const rows = [...all.values()];
	const passing = terms.length === 0 ? rows : rows.filter(row => matchesFilter(query, filterSubject(row, state)));
	const isAsked = isIdleShown || terms.some(asksForState);
	const busy = (given: readonly FindingRow[]) => given.filter(row => !asksForNothing(row.entry));
	const shown = isAsked ? passing : busy(passing);
	return {
		rows: listRows(shown, grouping),
		all,
		shown: shown.length,
		hidden: passing.length - shown.length,
		needs: needsOf(isIdleShown ? rows : busy(rows), grouping),
	};
}

/** The texts of the findings that a filter has searched. */
const searchTexts = new WeakMap<FindingRow, SearchText>();

/** What a filter looks at in a finding of the list. */
function filterSubject(row: FindingRow, state: ReviewState): FilterSubject {
	return subjectOf(row.entry, {
		rulings: state.index.judged.get(row.id)?.rulings ?? [],
		isSeen: () => state.seen.has(row.id),
		isDecided: () => decisionsOn(row.id, state).length > 0,
		text: () => {
			const known = searchTexts.get(row) ?? searchTextOfFinding(row.entry);
			searchTexts.set(row, known);
			return known;
		},
	});
}
