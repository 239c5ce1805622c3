import type {BenchmarkSnapshot, ProviderSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import {aliasOf} from '../../settings/providers.ts';
import {answerTo, confirm, pageWithin} from '../app/dialog.ts';
import {placedHints} from '../app/hints.ts';
import {type CommandKeys, keyTo} from '../app/keymap.ts';
import {clamp, type Size, scrollTo, tooSmall} from '../app/layout.ts';
import {pageHeight, turnPage} from '../app/page.ts';
import {scrollQuestion} from '../app/question.ts';
import {doing, initialApp, notify, notifyTrouble, only} from '../app/state.ts';
import {updateOf} from '../app/update.ts';
import type {Symbols} from '../theme.ts';
import type {Action, Effect, OwnAction} from './actions.ts';
import {commands} from './commands.ts';
import {providerDetailLines} from './detail.ts';
import {type Command, keymap} from './keymap.ts';
import {benchLayout, pointAtBench} from './layout.ts';
import {benchPageLines} from './pages.ts';
import {beginQuestion} from './questions.ts';
import {cursorOf, rowsOf, selectedProvider} from './rows.ts';
import type {BenchDialog, BenchQuestion, BenchState} from './state.ts';
import {type BenchStep, begin, isAtRest, stop, suspend} from './steps.ts';
import {isSortable} from './table.ts';

export function initialBench(size: Size, symbols: Symbols, keys: CommandKeys, banner: string | null): BenchState {
	return {
		...initialApp(size, symbols, keys),
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
		selected: null,
		top: 0,
		scroll: 0,
		focus: 'list',
		isZoomed: false,
	};
}

const benchUpdate = updateOf<BenchState, OwnAction, Effect, Command>({
	keymap,
	commands,
	start: state => doing(state, {type: 'plan'}),
	intercept: (state, key, at) => (state.dialog ? answer(state, state.dialog, key, at) : null),
	paste: state => state,
	hints: state => placedHints(keymap, state),
	point: pointAtBench,
	terminate: state => stop({...state, dialog: null}, {type: 'quit', isInterrupted: true}),
	take,
});

export function updateBench(state: BenchState, action: Action): BenchStep {
	const step = benchUpdate(state, action);
	return {...step, state: settleBench(step.state, state)};
}

function take(state: BenchState, action: OwnAction): BenchStep {
	switch (action.type) {
		case 'told':
			return only(follow(state, action.event));
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
			return isAsked && plan.paid.requests > 0 ? only(confirm(ready, beginQuestion(plan), at)) : begin(ready);
		}
		case 'snapshot': {
			const next = {...state, snapshot: action.snapshot, troubles: action.troubles};
			return next.isSuspending && isAtRest(next) ? suspend(next) : only(next);
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
		case 'trouble':
			return only(notifyTrouble(state, action.trouble));
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

function follow(state: BenchState, event: Extract<Action, {type: 'told'}>['event']): BenchState {
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
		default:
			return state;
	}
}

function answer(state: BenchState, dialog: BenchDialog, key: string, at: number): BenchStep {
	if (dialog.kind === 'page') return only({...state, dialog: turnPage(dialog, key, pageHeight(state.size))});
	if (dialog.kind === 'field') return only(state);
	const scrolled = scrollQuestion(dialog, key, state.size);
	if (scrolled) return only({...state, dialog: scrolled});
	const {what} = dialog.question;
	const answered = answerTo(dialog, key, at);
	if (answered === null) return only(state);
	const closed: BenchState = {...state, dialog: null};
	if (answered === 'y') return carryOutBench(closed, what);
	if (what !== 'begin') return only(closed);
	const [start, quit] = [keyTo(state, 'begin'), keyTo(state, 'quit')];
	return only(notify(closed, `nothing was sent; press ${start} to start or ${quit} to quit`));
}

function carryOutBench(state: BenchState, what: BenchQuestion['what']): BenchStep {
	switch (what) {
		case 'begin':
			return begin(state);
		case 'stop':
			return stop(state);
		case 'leave':
			return stop(state, {type: 'quit', isInterrupted: false});
		default:
			return doing(notify(state, `skipping ${what.skip}`), {type: 'skip', name: what.skip});
	}
}

/** Keeps the cursor and the sorted column visible and the scroll within its text; another provider is shown from its first line. */
function settleBench(stepped: BenchState, before: BenchState): BenchState {
	if (stepped === before) return stepped;
	const state: BenchState = isSortable(stepped.sort, stepped.size.columns) ? stepped : {...stepped, sort: 'order'};
	const rows = rowsOf(state);
	const cursor = cursorOf(rows, state);
	const scroll = selectedProvider(state)?.name === selectedProvider(before)?.name ? state.scroll : 0;
	const {size, dialog} = state;
	if (tooSmall(size)) return state;
	const layout = benchLayout(state);
	const most = providerDetailLines(state, layout.detail.width - 2).length - layout.detail.height;
	return {
		...state,
		top: scrollTo(cursor, state.top, Math.max(1, layout.list.height - 1), rows.length),
		scroll: clamp(scroll, 0, most),
		dialog: pageWithin(dialog, size, page => benchPageLines(state, page, size.columns - 2)),
	};
}
