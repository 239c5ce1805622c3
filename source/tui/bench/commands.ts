import {confirm} from '../app/dialog.ts';
import {keyTo} from '../app/keymap.ts';
import {keyedList, listCommands, scrollDetail} from '../app/list.ts';
import {goBack} from '../app/panes.ts';
import {doing, leave, notify, only, withoutNotice} from '../app/state.ts';
import {appCommands, type Commands, type Handler, interrupt} from '../app/update.ts';
import {sortings, sortKeys} from './columns.ts';
import {providerDetailLines} from './detail.ts';
import type {Command} from './keymap.ts';
import {recommendationOf} from './recommendation.ts';
import {cursorOf, type Row, rowsOf, selectedProvider} from './rows.ts';
import type {BenchState, Effect} from './state.ts';
import {begin, beginQuestion, isAtRest, skipQuestion, stop, stopQuestion, suspend} from './steps.ts';
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

export const commands: Commands<BenchState, Effect, Command> = {
	...appCommands,
	...listCommands(list),
	'page-down': scrollBy(1),
	'page-up': scrollBy(-1),
	back: goBack(state => ({...state, selected: null})),
	begin: (state, at) => {
		const {plan} = state;
		if (!plan) return only(state);
		return plan.paid.requests > 0 ? only(confirm(state, beginQuestion(plan), at)) : begin(state);
	},
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
