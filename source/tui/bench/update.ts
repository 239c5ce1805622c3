import type {BenchmarkSnapshot, ProviderSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import {bindingOf, isForTerminal} from '../app/keymap.ts';
import {clamp, type Size, scrollTo} from '../app/layout.ts';
import {pageHeight, turnPage, within} from '../app/page.ts';
import {settleMs} from '../review/dialogs.ts';
import type {Symbols} from '../theme.ts';
import type {Action} from './actions.ts';
import {commands} from './commands.ts';
import {detailLines} from './detail.ts';
import {keymap} from './keymap.ts';
import {benchLayout} from './layout.ts';
import {pageLines} from './pages.ts';
import {beginQuestion, dialogRows} from './questions.ts';
import {cursorOf, rowsOf, selectedRow} from './rows.ts';
import type {BenchState, Dialog, Question} from './state.ts';
import {ask, type BenchStep, begin, doing, isAtRest, only, stop, suspend, tell} from './steps.ts';

export function initialBench(size: Size, symbols: Symbols, banner: string | null): BenchState {
	return {
		size,
		symbols,
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
		dialog: null,
		notice: null,
		interruptedAt: null,
	};
}

/** What an action makes of the screen. Pure: the effects are run by the app. */
export function updateBench(state: BenchState, action: Action): BenchStep {
	const step = take(state, action);
	return {...step, state: settle(step.state, state)};
}

function take(state: BenchState, action: Action): BenchStep {
	switch (action.type) {
		case 'start':
			return doing(state, {type: 'plan'});
		case 'key':
			return takeKey(state, action.key, action.at);
		case 'paste':
			return only(state);
		case 'resize':
			return only({...state, size: action.size});
		case 'told':
			return only(follow(state, action.event));
		case 'planned': {
			const {plan, isAsked, at} = action;
			const ready: BenchState = {...state, stage: 'ready', plan, leftOut: plan.leftOut, selected: null};
			return isAsked && plan.paid.requests > 0 ? ask(ready, beginQuestion(plan), at) : begin(ready);
		}
		case 'snapshot': {
			const next = {...state, snapshot: action.snapshot, troubles: action.troubles};
			return next.isSuspending && isAtRest(next) ? suspend(next) : only(next);
		}
		case 'continued':
			return state.stage === 'running' && !state.isPaused ? doing(state, {type: 'resume'}) : only(state);
		case 'ended': {
			const {result} = action;
			const words = result.partial ? 'partial: bench --resume goes on with it' : 'all was asked';
			const text = `report written (${words}); q leaves`;
			const snapshot = state.snapshot && atEnd(state.snapshot, result);
			const next: BenchState = {...state, stage: 'ended', isPaused: false, dialog: pageOf(state), result, snapshot};
			return only(tell(next, {text, tone: result.partial ? 'warning' : 'good'}));
		}
		case 'written':
			return only(tell(state, {text: 'report written, as far as it is', tone: 'good'}));
		case 'terminated':
			return stop({...state, dialog: null}, {type: 'quit', isInterrupted: true});
		case 'trouble': {
			const {message, remedy} = action.trouble;
			return only(tell(state, {text: [message, remedy].filter(Boolean).join(' '), tone: 'bad'}));
		}
	}
}

/** Nobody waits or is asked any more. */
function atEnd(snapshot: BenchmarkSnapshot, {providers}: BenchmarkResult): BenchmarkSnapshot {
	const ended = snapshot.providers.map((provider): ProviderSnapshot => {
		const stop = providers.find(({name}) => name === provider.name)?.stop ?? null;
		return {...provider, state: stop ? 'stopped' : 'done', stop, inFlight: 0};
	});
	return {...snapshot, providers: ended};
}

/** A question about what has ended meanwhile is void. */
const pageOf = ({dialog}: BenchState) => (dialog?.kind === 'page' ? dialog : null);

function follow(state: BenchState, event: Extract<Action, {type: 'told'}>['event']): BenchState {
	switch (event.type) {
		case 'provider-check': {
			const {provider, model} = event.provider;
			const name = `${provider} ${model}`;
			const checks = [...(state.checked.get(name) ?? []), event.check];
			return {...state, checked: new Map([...state.checked, [name, checks]])};
		}
		case 'left-out': {
			const {left} = event;
			// With its effort, its name is longer than what is known while it is checked.
			const checked = new Map([...state.checked].filter(([name]) => !left.name.startsWith(name)));
			return {...state, checked, leftOut: [...state.leftOut, left]};
		}
		default:
			return state;
	}
}

function takeKey(state: BenchState, key: string, at: number): BenchStep {
	const {dialog} = state;
	if (dialog && !isForTerminal(key)) return answer(state, dialog, key, at);
	const binding = bindingOf(keymap, key);
	if (!binding) return only(state);
	const reason = binding.disabled?.(state) ?? null;
	if (reason !== null) return only(tell(state, {text: reason, tone: 'warning'}));
	return commands[binding.command](tell(state, null), at);
}

function answer(state: BenchState, dialog: Dialog, key: string, at: number): BenchStep {
	if (dialog.kind === 'page') return only({...state, dialog: turnPage(dialog, key, pageHeight(state.size))});
	if (at - dialog.at < settleMs) return only(state);
	const closed: BenchState = {...state, dialog: null};
	if (key === 'y') return carryOut(closed, dialog.question.does);
	// Enter is the safe choice; any other key is no answer.
	if (!['n', 'enter', 'escape', 'q'].includes(key)) return only(state);
	const isWaiting = dialog.question.does.what === 'begin';
	return only(isWaiting ? tell(closed, {text: 'nothing was sent: b begins, q leaves', tone: 'plain'}) : closed);
}

function carryOut(state: BenchState, does: Question['does']): BenchStep {
	switch (does.what) {
		case 'begin':
			return begin(state);
		case 'skip':
			return doing(tell(state, {text: `${does.name} is asked nothing more`, tone: 'plain'}), {
				type: 'skip',
				name: does.name,
			});
		case 'stop':
			return stop(state);
		case 'leave':
			return stop(state, {type: 'quit', isInterrupted: false});
	}
}

/** Keeps the cursor in sight, and what is scrolled within its text; another provider is shown from its start. */
function settle(state: BenchState, before: BenchState): BenchState {
	if (state === before) return state;
	const rows = rowsOf(state);
	const cursor = cursorOf(rows, state);
	const scroll = selectedRow(state)?.name === selectedRow(before)?.name ? state.scroll : 0;
	const {size, focus, isZoomed, dialog} = state;
	const layout = benchLayout(size, rows.length + 1, focus, isZoomed, dialogRows(dialog));
	if (layout.kind === 'too-small') return state;
	const most = detailLines(state, layout.detail.width - 2).length - layout.detail.height;
	return {
		...state,
		top: scrollTo(cursor, state.top, Math.max(1, layout.list.height - 1), rows.length),
		scroll: clamp(scroll, 0, most),
		dialog:
			dialog?.kind === 'page'
				? within(dialog, pageLines(state, dialog, size.columns - 2).length, pageHeight(size))
				: dialog,
	};
}
