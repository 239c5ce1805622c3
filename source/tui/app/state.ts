import {sentences} from '../../text/sentences.ts';
import type {Symbols} from '../theme.ts';
import type {CommandKeys} from './keymap.ts';
import type {Size} from './layout.ts';
import type {Step} from './store.ts';

export type Notice = {text: string; tone: 'plain' | 'good' | 'warning' | 'bad'};

/** State of every app: its window, open dialog, and message at the bottom. */
export type AppState<Dialog = unknown> = {
	size: Size;
	symbols: Symbols;
	keys: CommandKeys;
	dialog: Dialog | null;
	notice: Notice | null;
	/** When Ctrl-C was last pressed, in milliseconds. */
	interruptedAt: number | null;
};

export const initialApp = (size: Size, symbols: Symbols, keys: CommandKeys): AppState<never> => ({
	size,
	symbols,
	keys,
	dialog: null,
	notice: null,
	interruptedAt: null,
});

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

export type Trouble = {message: string; remedy: string};

export const notifyTrouble = <State extends Noticing>(state: State, {message, remedy}: Trouble): State =>
	notify(state, sentences(message, remedy), 'bad');
