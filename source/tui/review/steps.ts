import {initialState} from '../../run/state.ts';
import type {Step} from '../store.ts';
import type {Effect} from './actions.ts';
import {cursorOn, type Entry, listRows} from './rows.ts';
import {selectedRow} from './selection.ts';
import type {Notice, ReviewState} from './state.ts';

export type ReviewStep = Step<ReviewState, Effect>;

export const only = (state: ReviewState): ReviewStep => ({state, effects: []});

export const tell = (state: ReviewState, notice: Notice | null): ReviewState => ({...state, notice});

/** Makes the plan anew after a decision. */
export function replan(state: ReviewState): ReviewStep {
	return {state: {...state, stage: 'planning'}, effects: [{type: 'plan', decisions: state.history.now}]};
}

/** Reads everything anew; what was decided holds. */
export function reload(state: ReviewState): ReviewStep {
	return {
		state: {
			...state,
			stage: 'loading',
			planned: null,
			run: {...initialState, findings: state.run.findings, pullRequest: state.run.pullRequest},
		},
		effects: [{type: 'load'}],
	};
}

/** Makes the list anew; the cursor stays on its finding where that is still there. */
export function relist(state: ReviewState): ReviewState {
	const selected = selectedRow(state)?.id ?? null;
	const list = listRows(entriesOf(state), state.grouping, state.filter);
	return {...state, list, cursor: cursorOn(list, selected)};
}

const known = new WeakMap<ReviewState['index'], {findings: unknown; entries: Entry[]}>();

function entriesOf({run, index}: ReviewState): Entry[] {
	const made = known.get(index);
	if (made && made.findings === run.findings) return made.entries;
	const entries = run.findings.map((finding): Entry => {
		const judged = index.judged.get(finding.id);
		const path = judged?.rulings[0]?.proposal.path ?? finding.path;
		return {finding, verdict: judged?.verdict ?? finding.disposition, path};
	});
	known.set(index, {findings: run.findings, entries});
	return entries;
}
