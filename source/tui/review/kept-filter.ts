import {readFilter} from '../../run/filter/query.ts';
import {notify} from '../app/state.ts';
import type {Effect} from './actions.ts';
import type {ReviewState} from './state.ts';
import {relist} from './steps.ts';

/** Restores the filter of an earlier session, unless one is set already or it is not understood. */
export function withKeptFilter(state: ReviewState, kept: string): ReviewState {
	const next = {...state, keptFilter: kept};
	const isOpen = state.dialog?.kind === 'field' && state.dialog.purpose === 'filter';
	if (kept === '' || isOpen || state.filter !== '' || readFilter(kept).fault !== null) return next;
	return notify(relist({...next, filter: kept}), `filter of the last session: ${kept}; Esc clears it`);
}

/** Keeps a filter once it is typed. */
export function keptFilter(state: ReviewState): {next: ReviewState; effects: Effect[]} {
	const {keptFilter: kept, dialog} = state;
	const filter = state.filter.trim();
	const isOpen = dialog?.kind === 'field' && dialog.purpose === 'filter';
	if (kept === null || kept === filter || isOpen) return {next: state, effects: []};
	return {next: {...state, keptFilter: filter}, effects: [{type: 'keep-filter', filter}]};
}
