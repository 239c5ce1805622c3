import {type Decision, decidedId} from '../../resolve/decision.ts';
import {applyDecisions} from '../../run/decisions/apply-decisions.ts';
import {readFilter} from '../../run/filter/query.ts';
import type {StoredDecisions} from '../../run/session/kept-work.ts';
import {fold} from '../../run/state.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {notify, only} from '../app/state.ts';
import {line} from '../text/line.ts';
import type {Effect} from './actions.ts';
import {decide} from './decisions.ts';
import type {ReviewQuestion, ReviewState} from './state.ts';
import {type ReviewStep, relist, replan} from './steps.ts';
import {outstanding} from './written-runs.ts';

/** The kept decisions of an earlier session that still fit the findings and are not made yet. */
function validOf({run, history}: ReviewState, kept: StoredDecisions) {
	const {decisions, warnings} = applyDecisions(run.findings, kept.decisions);
	const isNew = (decision: Decision) => {
		const known = history.now.get(decidedId(decision));
		return known?.action !== decision.action || known.text !== decision.text;
	};
	return {decisions: decisions.filter(isNew), warnings};
}

/** Offers the decisions of an earlier session once no other question or work is open. */
export function offerKept(state: ReviewState, at: number): ReviewState {
	const {kept, stage, wanted, dialog} = state;
	if (!kept || stage !== 'open' || wanted || dialog) return state;
	const {decisions, warnings} = validOf(state, kept);
	if (decisions.length > 0) return confirm(state, keptQuestion(kept, decisions.length), at);
	if (warnings.length === 0) return {...state, kept: null};
	const text = `dropped ${count(warnings.length, 'decision')} from ${dateOf(kept)} (i shows why)`;
	return notify({...warned(state, warnings), kept: null}, text, 'warning');
}

function keptQuestion(kept: StoredDecisions, many: number): ReviewQuestion {
	return {
		what: 'go-on',
		title: `Continue with ${count(many, 'decision')} from ${dateOf(kept)}, or start over?`,
		lines: [line('  You made them here but did not write them to files.')],
		words: {yes: 'continue', no: 'start over'},
		safe: 'y',
	};
}

const dateOf = ({at}: StoredDecisions) =>
	new Date(at).toLocaleString('en-US', {dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23'});

/** Restores the decisions of an earlier session. */
export function goOn(state: ReviewState): ReviewStep {
	if (!state.kept) return only(state);
	const {decisions, warnings} = validOf(state, state.kept);
	const ignored = warnings.length > 0 ? `; dropped ${count(warnings.length, 'other')} (i shows why)` : '';
	const next = {...decide(warned(state, warnings), decisions), kept: null};
	return replan(notify(next, `restored ${count(decisions.length, 'decision')}${ignored}`, 'good'));
}

export const beginAgain = (state: ReviewState): ReviewStep =>
	only(notify({...state, kept: null}, 'started over; the earlier decisions were discarded'));

const warned = (state: ReviewState, warnings: ReturnType<typeof applyDecisions>['warnings']): ReviewState => ({
	...state,
	run: warnings.reduce((run, warning) => fold(run, {type: 'warning', warning}), state.run),
});

/** Decisions made in the app that no run has written. */
const ownOf = (state: ReviewState): Decision[] => outstanding(state).filter(({by}) => by === 'person');

/** Keeps new decisions, once the user has answered about the kept ones. */
export function keepEffects(before: ReviewState, next: ReviewState): Effect[] {
	if (next.model === null || next.kept) return [];
	const isSame = before.history.now === next.history.now && before.runs === next.runs && !before.kept;
	if (isSame) return [];
	const [known, decisions] = [ownOf(before), ownOf(next)];
	const isKept = !before.kept && known.length === decisions.length && known.every((one, at) => one === decisions[at]);
	return isKept ? [] : [{type: 'keep', decisions}];
}

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
