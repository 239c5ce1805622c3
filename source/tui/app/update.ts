import type {Awaited} from '../../system/waits.ts';
import type {MouseInput} from '../mouse.ts';
import {hintAt, type PlacedHint} from './hints.ts';
import {type Binding, bindingOf, type Hint, isForTerminal, type Keyed, type Keymap} from './keymap.ts';
import {type Size, tooSmall} from './layout.ts';
import {isPage, openPage, turnPage} from './page.ts';
import {type Pages, withinPage, withMessage} from './pages.ts';
import {chooseCommand, pasteName, takeCommandKey} from './run-by-name.ts';
import {pageHeight} from './said-rows.ts';
import {
	type AppState,
	doing,
	leave,
	notify,
	notifyTrouble,
	only,
	type Step,
	type Trouble,
	type TroubleAction,
	withoutNotice,
} from './state.ts';

/** Actions that every app takes, most of them from the terminal. Times are in milliseconds. */
export type TerminalAction =
	| {type: 'start'}
	| {type: 'key'; key: string; at: number}
	| {type: 'mouse'; mouse: MouseInput; at: number}
	| {type: 'paste'; text: string}
	| {type: 'resize'; size: Size}
	/** A minute has passed, or the window has got the focus: something outside may have changed. */
	| {type: 'wake'; at: number}
	/** Something outside has been waited for; null: no more. */
	| {type: 'waiting'; wait: Awaited | null}
	/** A signal ends the program. */
	| {type: 'terminate'}
	| TroubleAction;

/** @param at when the key came, in milliseconds */
export type Handler<State, Effect> = (state: State, at: number) => Step<State, Effect>;

/** What differs between apps. */
export type Rules<State, Own, Effect, Command extends string> = {
	keymap: Keymap<State, Command>;
	commands: Commands<State, Effect, Command>;
	start: (state: State) => Step<State, Effect>;
	/** Keys scroll and close them; absent: the app does that itself. */
	pages?: Pages<State>;
	/** Handles a key before its command, as a question, field or menu does; null or absent if nothing does. */
	intercept?: (state: State, key: string, at: number) => Step<State, Effect> | null;
	/** Absent: there is no field. */
	paste?: (state: State, text: string) => State;
	/** The hints in the last row, which can be clicked. */
	hints: (state: State) => readonly PlacedHint[];
	/** Handles the mouse above the last row; null or absent if nothing is there for it: then the wheel presses Up and Down. */
	point?: (state: State, mouse: MouseInput, at: number) => Step<State, Effect> | null;
	/** Looks whether something outside has changed; absent: nothing does that matters. */
	wake?: (state: State, at: number) => Step<State, Effect>;
	/** Ends the work, and quits as soon as it may be left. */
	terminate: (state: State) => Step<State, Effect>;
	take: (state: State, action: Own) => Step<State, Effect>;
	/** After something beside the work has failed; absent: only its message is shown. */
	trouble?: (state: State, trouble: Trouble) => State;
	/** Keeps what is shown besides pages within its bounds, after each step. */
	settle?: (state: State, before: State) => State;
};

export type Commands<State, Effect, Command extends string> = Readonly<Record<Command, Handler<State, Effect>>>;

/** The update function of an app. Pure: effects are returned. */
export const updateOf =
	<State extends AppState, Own extends {type: string}, Effect, Command extends string>(
		rules: Rules<State, Own, Effect, Command>,
	) =>
	(state: State, action: Own | TerminalAction): Step<State, Effect> => {
		// The message before and after a step is kept; one of settling the state is kept with the next step.
		const given = withMessage(state);
		const step = isOfTerminal(action) ? takeTerminal(rules, given, action) : rules.take(given, action);
		const next = withMessage(step.state);
		const settled = rules.settle?.(next, state) ?? next;
		const {pages} = rules;
		return {...step, state: pages && !tooSmall(settled.size) ? withinPage(pages, settled) : settled};
	};

const isOfTerminal = (action: {type: string}): action is TerminalAction =>
	['start', 'key', 'mouse', 'paste', 'resize', 'wake', 'waiting', 'terminate', 'trouble'].includes(action.type);

function takeTerminal<State extends AppState, Own, Effect, Command extends string>(
	rules: Rules<State, Own, Effect, Command>,
	state: State,
	action: TerminalAction,
): Step<State, Effect> {
	switch (action.type) {
		case 'start':
			return rules.start(state);
		case 'resize':
			return only({...state, size: action.size});
		case 'wake':
			return rules.wake?.(state, action.at) ?? only(state);
		case 'waiting':
			return only({...state, awaited: action.wait});
		case 'paste':
			return only(pasteName(state, action.text) ?? rules.paste?.(state, action.text) ?? state);
		case 'key':
			return takeKey(rules, state, action.key, action.at);
		case 'mouse':
			return takeMouse(rules, state, action.mouse, action.at);
		case 'terminate':
			return rules.terminate(state);
		case 'trouble':
			return only((rules.trouble ?? notifyTrouble)(state, action.trouble));
	}
}

const takeKey = <State extends AppState, Own, Effect, Command extends string>(
	rules: Rules<State, Own, Effect, Command>,
	state: State,
	key: string,
	at: number,
): Step<State, Effect> =>
	takeCommandKey(rules.keymap, state, key, (closed, binding) => runBinding(rules, closed, binding, at)) ??
	(isForTerminal(key) ? null : (takePageKey(rules, state, key) ?? rules.intercept?.(state, key, at))) ??
	press(rules, state, key, at);

function takePageKey<State extends AppState>(
	{pages}: {pages?: Pages<State>},
	state: State,
	key: string,
): Step<State, never> | null {
	const {dialog} = state;
	if (!pages || !isPage(dialog)) return null;
	return only<State>({...state, dialog: turnPage(dialog, key, pageHeight({...state, dialog}))});
}

/** Lines of text for each turn of the wheel. */
export const linesPerTurn = 3;

function takeMouse<State extends AppState, Own, Effect, Command extends string>(
	rules: Rules<State, Own, Effect, Command>,
	state: State,
	mouse: MouseInput,
	at: number,
): Step<State, Effect> {
	if (tooSmall(state.size)) return only(state);
	if (mouse.kind === 'click' && mouse.row === state.size.rows - 1) {
		const press = hintAt(rules.hints(state), mouse.column)?.press;
		return press === undefined ? only(state) : takeKey(rules, state, press, at);
	}
	const pointed = rules.point?.(state, mouse, at);
	if (pointed) return pointed;
	if (mouse.kind === 'click') return only(state);
	let step: Step<State, Effect> = only(state);
	for (let turned = 0; turned < linesPerTurn; turned++) {
		const next = takeKey(rules, step.state, mouse.kind === 'wheel-down' ? 'down' : 'up', at);
		step = {state: next.state, effects: [...step.effects, ...next.effects]};
	}
	return step;
}

/** Runs the command of a key, or shows why it is disabled. @param at when it came, in milliseconds */
export function press<State extends AppState, Effect, Command extends string>(
	{keymap, commands}: Pick<Rules<State, never, Effect, Command>, 'keymap' | 'commands'>,
	state: State,
	key: string,
	at: number,
): Step<State, Effect> {
	const binding = bindingOf(keymap, state, key);
	return binding ? runBinding({commands}, state, binding, at) : only(state);
}

/** Runs a command, or shows why it is disabled. @param at when it was asked for, in milliseconds */
function runBinding<State extends AppState, Effect, Command extends string>(
	{commands}: {commands: Commands<State, Effect, Command>},
	state: State,
	{command, disabled}: Binding<State, Command>,
	at: number,
): Step<State, Effect> {
	const reason = disabled?.(state) ?? null;
	if (reason !== null) return only(notify(state, reason, 'warning'));
	return commands[command](withoutNotice(state), at);
}

export const showPage =
	<Name extends string>(page: Name, hints: (keyed: Keyed) => readonly Hint[] = () => []) =>
	<State extends AppState>(state: State) =>
		only<State>({...state, dialog: openPage(page, hints(state))});

/** Commands that do the same in every app that has them. */
export const appCommands = {
	help: showPage('help'),
	messages: showPage('messages'),
	about: showPage('about'),
	'run-command': chooseCommand,
	quit: <State>(state: State) => leave(state, false),
	redraw: <State>(state: State) => doing(state, {type: 'redraw'} as const),
	suspend: <State>(state: State) => doing(state, {type: 'suspend'} as const),
};

/** Commands on an address, if there is one. */
export const urlCommands = <State extends AppState>(urlOf: (state: State) => string | null) => ({
	browse: (state: State) => {
		const url = urlOf(state);
		return url === null ? only(state) : doing(state, {type: 'browse', url} as const);
	},
	copy: (state: State) => {
		const text = urlOf(state);
		return text === null ? only(state) : doing(notify(state, 'copied the URL'), {type: 'copy', text} as const);
	},
});

/** A second Ctrl-C within this time, in milliseconds, quits. */
const secondInterruptMs = 2000;

/** Ctrl-C: the second one quits at once. @param first what the first one does in addition */
export const interrupt =
	<State extends AppState, Effect>(first: (state: State) => Step<State, Effect>) =>
	(state: State, at: number): Step<State, Effect | {type: 'quit'; isInterrupted: boolean}> => {
		const next: State = {...state, interruptedAt: at, dialog: null};
		const isSecond = state.interruptedAt !== null && at - state.interruptedAt <= secondInterruptMs;
		if (isSecond) return leave(next, true);
		return first(notify(next, 'press Ctrl-C again to quit', 'warning'));
	};
