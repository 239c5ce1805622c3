import {clamp} from '../app/layout.ts';
import {openPage} from '../app/page.ts';
import {sortings, sortKeys} from './columns.ts';
import type {Command} from './keymap.ts';
import {beginQuestion, skipQuestion, stopQuestion} from './questions.ts';
import {cursorOf, rowsOf, selectedRow} from './rows.ts';
import type {BenchState} from './state.ts';
import {ask, type BenchStep, begin, doing, isAtRest, only, stop, suspend, tell} from './steps.ts';

/** @param at when the key came, in milliseconds */
type Handler = (state: BenchState, at: number) => BenchStep;

const moveBy =
	(step: number): Handler =>
	state => {
		if (state.focus === 'detail') return only({...state, scroll: Math.max(0, state.scroll + step)});
		const rows = rowsOf(state);
		const row = rows[clamp(cursorOf(rows, state) + step, 0, rows.length - 1)];
		return only(row ? {...state, selected: row.name} : state);
	};

/** Whichever pane has the keys: the table seldom has more than a page. */
const scrollBy =
	(pages: number): Handler =>
	state =>
		only({...state, scroll: Math.max(0, state.scroll + pages * Math.max(1, Math.floor(state.size.rows / 3)))});

const focusOn =
	(focus: BenchState['focus']): Handler =>
	state =>
		only({...state, focus});

const page =
	(name: 'help' | 'about'): Handler =>
	state =>
		only({...state, dialog: {kind: 'page', ...openPage(name)}});

export const commands: Readonly<Record<Command, Handler>> = {
	down: moveBy(1),
	up: moveBy(-1),
	'page-down': scrollBy(1),
	'page-up': scrollBy(-1),
	top: moveBy(Number.MIN_SAFE_INTEGER),
	bottom: moveBy(Number.MAX_SAFE_INTEGER),
	'next-pane': state => only({...state, focus: state.focus === 'list' ? 'detail' : 'list'}),
	'first-pane': focusOn('list'),
	'second-pane': focusOn('detail'),
	back: state => {
		if (state.isZoomed) return only({...state, isZoomed: false});
		return only(state.focus === 'detail' ? {...state, focus: 'list'} : {...state, selected: null});
	},
	zoom: state => only({...state, isZoomed: !state.isZoomed}),
	begin: (state, at) => {
		const {plan} = state;
		if (!plan) return only(state);
		return plan.paid.requests > 0 ? ask(state, beginQuestion(plan), at) : begin(state);
	},
	pause: state => {
		const isPaused = !state.isPaused;
		const next = {...state, isPaused};
		return isPaused
			? doing(tell(next, {text: 'paused: p goes on', tone: 'warning'}), {type: 'pause'})
			: doing(next, {type: 'resume'});
	},
	skip: (state, at) => {
		const row = selectedRow(state);
		return row ? ask(state, skipQuestion(row.name), at) : only(state);
	},
	stop: (state, at) => ask(state, stopQuestion('stop'), at),
	write: state => (state.plan ? doing(state, {type: 'write', plan: state.plan}) : only(state)),
	sort: state => {
		const sort = sortKeys[(sortKeys.indexOf(state.sort) + 1) % sortKeys.length]!;
		return only(tell({...state, sort, isReversed: false}, {text: `sorted ${sortings[sort].words}`, tone: 'plain'}));
	},
	reverse: state => only({...state, isReversed: !state.isReversed}),
	about: page('about'),
	help: page('help'),
	redraw: state => doing(state, {type: 'redraw'}),
	suspend: state => {
		if (state.stage !== 'running' || state.isSuspending || isAtRest(state)) return suspend(state);
		const text = 'the shell comes when what is out has come in; Ctrl-Z again: at once';
		return doing(tell({...state, isSuspending: true}, {text, tone: 'warning'}), {type: 'pause'});
	},
	interrupt,
	quit: (state, at) => {
		if (state.stage === 'running') return ask(state, stopQuestion('leave'), at);
		return doing(state, {type: 'quit', isInterrupted: false});
	},
};

/** How long the first Ctrl-C counts, in milliseconds. */
const patienceMs = 2000;

function interrupt(state: BenchState, at: number): BenchStep {
	const isSecond = state.interruptedAt !== null && at - state.interruptedAt <= patienceMs;
	const next = {...state, interruptedAt: at, dialog: null};
	// Where nothing was measured there is nothing to stay for.
	if (isSecond || state.stage === 'preparing' || state.stage === 'ready') {
		return doing(next, {type: 'quit', isInterrupted: true});
	}
	const told = tell(next, {text: 'Ctrl-C again leaves', tone: 'warning'});
	return state.stage === 'running' ? stop(told) : only(told);
}
