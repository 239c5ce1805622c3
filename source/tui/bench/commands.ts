import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import {fineMoney} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {confirm} from '../app/dialog.ts';
import {keyTo} from '../app/keymap.ts';
import {keyedList, listCommands, scrollDetail} from '../app/list.ts';
import {goBack} from '../app/panes.ts';
import {doing, leave, notify, only, type Step, withoutNotice} from '../app/state.ts';
import {appCommands, type Commands, type Handler, interrupt} from '../app/update.ts';
import {line} from '../text/line.ts';
import {sortings, sortKeys} from './columns.ts';
import {providerDetailLines} from './detail.ts';
import type {Command} from './keymap.ts';
import {recommendationOf} from './recommendation.ts';
import {cursorOf, type Row, rowsOf, selectedProvider} from './rows.ts';
import type {BenchQuestion, BenchState, Effect} from './state.ts';
import {isSortable} from './table.ts';

export const list = keyedList<BenchState, Row>({
	rows: rowsOf,
	keyOf: ({name}) => name,
	cursorIn: cursorOf,
	// The first one has the titles of the columns.
	linesIn: () => ({head: 1, row: 1}),
	detailLines: providerDetailLines,
	// The detail gets half of the rows and what the table does not need.
	topOf: (rows, state) => Math.min(rowsOf(state).length + 1, Math.max(3, Math.floor(rows / 2))),
	belowOf: state => {
		const {lines, hasTitle} = recommendationOf(state);
		return lines.length + Number(hasTitle);
	},
});

/** Scrolls the detail whichever pane is focused: the table rarely has more than a page. */
const scrollBy =
	(pages: number): Handler<BenchState, Effect> =>
	state =>
		only(scrollDetail(state, pages * Math.max(1, Math.floor(state.size.rows / 3))));

export type BenchStep = Step<BenchState, Effect>;

export function begin(state: BenchState): BenchStep {
	const {plan} = state;
	return plan ? doing({...state, stage: 'running', plan, result: null}, {type: 'begin', plan}) : only(state);
}

/** The same, after a yes if requests are billed. */
export const beginAsked = (state: BenchState, plan: BenchmarkPlan, at: number): BenchStep =>
	plan.paid.requests > 0 ? only(confirm(state, beginQuestion(plan), at)) : begin(state);

/** Ends the benchmark and writes its report. */
export function stop(state: BenchState, ...then: Effect[]): BenchStep {
	if (state.stage === 'ended') return doing(state, ...then);
	return doing({...state, stage: 'stopping', isPaused: false}, {type: 'stop'}, ...then);
}

/** Whether no request is pending and none will start by itself. */
export function isAtRest({snapshot}: BenchState): boolean {
	if (snapshot === null || snapshot.providers.some(({inFlight}) => inFlight > 0)) return false;
	return snapshot.phase === 'paused' || snapshot.providers.some(({state}) => state === 'cooling-down');
}

/** Goes to the shell. No request may be pending: it would seem slower than it is. */
export const suspend = (state: BenchState): BenchStep =>
	doing(withoutNotice({...state, isSuspending: false}), {type: 'suspend'});

/** Asked before the first paid request. */
function beginQuestion({requests, paid, entrants, request}: BenchmarkPlan): BenchQuestion {
	const budget = fineMoney(request.settings.costBudget);
	return {
		what: 'begin',
		title: `Send ${count(requests, 'request')} to ${count(entrants.length, 'provider')}?`,
		lines: [line(`  ${paid.requests} of them are billed: about ${fineMoney(paid.estimateUsd)} of a ${budget} budget.`)],
	};
}

const skipQuestion = (name: string): BenchQuestion => ({
	what: {skip: name},
	title: `Skip ${safe(name)}?`,
	lines: [line('  Its answers stay in the report, and the next provider starts.')],
});

const stopQuestion = (what: 'stop' | 'leave'): BenchQuestion => ({
	what,
	title: what === 'stop' ? 'End the benchmark now?' : 'End the benchmark and quit?',
	lines: [line('  pr-resolve writes a partial report; bench --resume continues it.')],
});

export const commands: Commands<BenchState, Effect, Command> = {
	...appCommands,
	...listCommands(list),
	'page-down': scrollBy(1),
	'page-up': scrollBy(-1),
	back: goBack(state => ({...state, selected: null})),
	begin: (state, at) => (state.plan ? beginAsked(state, state.plan, at) : only(state)),
	pause: state => {
		const isPaused = !state.isPaused;
		const next = {...state, isPaused};
		return isPaused
			? doing(notify(next, `paused; press ${keyTo(state, 'pause')} to resume`, 'warning'), {type: 'pause'})
			: doing(next, {type: 'resume'});
	},
	skip: (state, at) => {
		const row = selectedProvider(state);
		return only(row ? confirm(state, skipQuestion(row.name), at) : state);
	},
	stop: (state, at) => only(confirm(state, stopQuestion('stop'), at)),
	write: state => (state.plan ? doing(state, {type: 'write', plan: state.plan}) : only(state)),
	sort: state => {
		const keys = sortKeys.filter(key => isSortable(key, state.size.columns));
		const sort = keys[(keys.indexOf(state.sort) + 1) % keys.length] ?? state.sort;
		return only(notify({...state, sort, isReversed: false}, `sorted ${sortings[sort].words}`));
	},
	reverse: state => only({...state, isReversed: !state.isReversed}),
	suspend: state => {
		if (state.stage !== 'running' || state.isSuspending || isAtRest(state)) return suspend(state);
		const text = 'suspends when pending requests finish; Ctrl-Z again suspends now';
		return doing(notify({...state, isSuspending: true}, text, 'warning'), {type: 'pause'});
	},
	interrupt: interrupt(state => {
		// Nothing was measured, so there is no report to wait for.
		if (state.stage === 'preparing' || state.stage === 'ready') return leave(withoutNotice(state), true);
		return state.stage === 'running' ? stop(state) : only(state);
	}),
	quit: (state, at) => {
		if (state.stage === 'running') return only(confirm(state, stopQuestion('leave'), at));
		return leave(state, false);
	},
};
