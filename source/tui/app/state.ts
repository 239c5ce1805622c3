import {type Remedy, type Spelling, spell} from '../../failure.ts';
import type {Awaited} from '../../system/waits.ts';
import {sentences} from '../../text/sentences.ts';
import type {Symbols} from '../theme.ts';
import {type CommandKeys, type Keyed, keyTo} from './keymap.ts';
import type {Size} from './layout.ts';

export type Notice = {text: string; tone: 'plain' | 'good' | 'warning' | 'bad'};

/** State of every app: its window, open dialog, and message at the bottom. */
export type AppState<Dialog = unknown> = {
	size: Size;
	symbols: Symbols;
	keys: CommandKeys;
	dialog: Dialog | null;
	notice: Notice | null;
	/** The latest messages, the last one at the end. */
	messages: readonly Notice[];
	/** What outside is waited for; null if nothing is, or not for long. */
	awaited: Awaited | null;
	/** When Ctrl-C was last pressed, in milliseconds. */
	interruptedAt: number | null;
};

export const initialApp = (size: Size, symbols: Symbols, keys: CommandKeys): AppState<never> => ({
	size,
	symbols,
	keys,
	dialog: null,
	notice: null,
	messages: [],
	awaited: null,
	interruptedAt: null,
});

/** The next state and the effects to run. */
export type Step<State, Effect> = {state: State; effects: readonly Effect[]};

export const only = <State>(state: State): Step<State, never> => ({state, effects: []});

export const doing = <State, Effect>(state: State, ...effects: readonly Effect[]): Step<State, Effect> => ({
	state,
	effects,
});

/** Quits as soon as the effects let go. @param isInterrupted by Ctrl-C or a signal */
export const leave = <State>(state: State, isInterrupted: boolean) =>
	doing(state, {type: 'quit', isInterrupted} as const);

type Noticing = Pick<AppState, 'notice'>;

export const notify = <State extends Noticing>(state: State, text: string, tone: Notice['tone'] = 'plain'): State => ({
	...state,
	notice: {text, tone},
});

export const withoutNotice = <State extends Noticing>(state: State): State => ({...state, notice: null});

/** `retry`: the command of the app that does again what failed, if there is one. */
export type Trouble = {message: string; remedy: Remedy; retry?: string};

/** Something beside the work has failed. */
export type TroubleAction = {type: 'trouble'; trouble: Trouble};

export const retriedBy = ({message, remedy}: Trouble, retry: string): Trouble => ({message, remedy, retry});

/** How an app spells remedies. @param retry the command that does the same again */
export const inApp = (keyed: Keyed, retry: string): Spelling => ({again: `press ${keyTo(keyed, retry)}`});

export const troubleText = ({message, remedy, retry}: Trouble, keyed: Keyed): string =>
	sentences(message, retry === undefined ? remedy : spell(remedy, inApp(keyed, retry)));

export const notifyTrouble = <State extends Noticing & Keyed>(state: State, trouble: Trouble): State =>
	notify(state, troubleText(trouble, state), 'bad');
