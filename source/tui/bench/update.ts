import type {BenchmarkEvent, BenchmarkSnapshot, ProviderSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import {aliasOf} from '../../settings/providers.ts';
import {placedHints} from '../app/hints.ts';
import {keyTo} from '../app/keymap.ts';
import {initialList, pointAtList} from '../app/list.ts';
import {answerDialog} from '../app/question.ts';
import {type AppState, doing, notify, only} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import {type BenchStep, begin, beginAsked, commands, isAtRest, list, stop, suspend} from './commands.ts';
import {type Command, keymap} from './keymap.ts';
import {pages} from './pages.ts';
import type {BenchConfirm, BenchState, Effect, OwnAction} from './state.ts';
import {isSortable} from './table.ts';

export function initialBench(app: AppState<never>, banner: string | null): BenchState {
	return {
		...app,
		...initialList,
		banner,
		stage: 'preparing',
		isPaused: false,
		isSuspending: false,
		checked: new Map(),
		leftOut: [],
		plan: null,
		snapshot: null,
		troubles: new Map(),
		result: null,
		sort: 'order',
		isReversed: false,
	};
}

export const updateBench = updateOf<BenchState, OwnAction, Effect, Command>({
	keymap,
	commands,
	pages,
	start: state => doing(state, {type: 'plan'}),
	intercept: (state, key, at) => (state.dialog?.kind === 'confirm' ? answer(state, state.dialog, key, at) : null),
	hints: state => placedHints(keymap, state),
	point: pointAtList(list),
	terminate: state => stop({...state, dialog: null}, {type: 'quit', isInterrupted: true}),
	take,
	settle: settleBench,
});

function take(state: BenchState, action: OwnAction): BenchStep {
	switch (action.type) {
		case 'told': {
			const next = follow(state, action.event);
			return next.isSuspending && isAtRest(next) ? suspend(next) : only(next);
		}
		case 'planned': {
			const {plan, isAsked, at} = action;
			const ready: BenchState = {
				...state,
				stage: 'ready',
				plan,
				result: null,
				leftOut: plan.leftOut,
				selected: null,
			};
			return isAsked ? beginAsked(ready, plan, at) : begin(ready);
		}
		case 'continued':
			return state.stage === 'running' && !state.isPaused ? doing(state, {type: 'resume'}) : only(state);
		case 'ended': {
			const {result} = action;
			const text = result.partial
				? 'partial report written; bench --resume continues it'
				: `report written; press ${keyTo(state, 'quit')} to quit`;
			const snapshot = state.snapshot && atEnd(state.snapshot, result);
			const next: BenchState = {...state, stage: 'ended', isPaused: false, dialog: pageDialog(state), result, snapshot};
			return only(notify(next, text, result.partial ? 'warning' : 'good'));
		}
		case 'written':
			return only(notify(state, 'report so far written', 'good'));
	}
}

/** The last snapshot, with every provider done or stopped. */
function atEnd(snapshot: BenchmarkSnapshot, {providers}: BenchmarkResult): BenchmarkSnapshot {
	const ended = snapshot.providers.map((provider): ProviderSnapshot => {
		const stop = providers.find(({name}) => name === provider.name)?.stop ?? null;
		return {...provider, state: stop ? 'stopped' : 'done', stop, inFlight: 0};
	});
	return {...snapshot, providers: ended};
}

/** Closes a question about a benchmark that has ended. */
const pageDialog = ({dialog}: BenchState) => (dialog?.kind === 'page' ? dialog : null);

function follow(state: BenchState, event: BenchmarkEvent): BenchState {
	switch (event.type) {
		case 'provider-check': {
			const {provider, model} = event.provider;
			const name = `${aliasOf(provider)} ${model}`;
			const checks = [...(state.checked.get(name) ?? []), event.check];
			return {...state, checked: new Map([...state.checked, [name, checks]])};
		}
		case 'left-out': {
			const {left} = event;
			// Its full name also has the effort, which is unknown during the checks.
			const checked = new Map([...state.checked].filter(([name]) => !left.name.startsWith(name)));
			return {...state, checked, leftOut: [...state.leftOut, left]};
		}
		case 'sample': {
			const {name, trouble} = event;
			return trouble === null ? state : {...state, troubles: new Map(state.troubles).set(name, trouble)};
		}
		case 'snapshot':
			return {...state, snapshot: event.snapshot};
		case 'note':
			return state;
	}
}

function answer(state: BenchState, dialog: BenchConfirm, key: string, at: number): BenchStep {
	return answerDialog(state, dialog, key, at, (closed, what, answered) => {
		if (answered === 'y') return typeof what === 'string' ? carryOut[what](closed) : skip(closed, what.skip);
		if (what !== 'begin') return only(closed);
		const [start, quit] = [keyTo(state, 'begin'), keyTo(state, 'quit')];
		return only(notify(closed, `nothing was sent; press ${start} to start or ${quit} to quit`));
	});
}

const carryOut = {
	begin,
	stop: (state: BenchState) => stop(state),
	leave: (state: BenchState) => stop(state, {type: 'quit', isInterrupted: false}),
};

const skip = (state: BenchState, name: string): BenchStep =>
	doing(notify(state, `skipping ${name}`), {type: 'skip', name});

/** What is sorted by a column that is no longer visible is in its usual order. */
function settleBench(stepped: BenchState, before: BenchState): BenchState {
	if (stepped === before) return stepped;
	return list.settle(isSortable(stepped.sort, stepped.size.columns) ? stepped : {...stepped, sort: 'order'}, before);
}
