import type {ComponentType} from 'react';
import type {ExitCode} from '../../exit-code.ts';
import type {Hands, RunEffect} from './effects.ts';
import type {CommandKeys} from './keymap.ts';
import type {Size} from './layout.ts';
import type {AppState, Step} from './state.ts';
import type {TerminalAction} from './update.ts';
import type {AppProps} from './use-app.ts';

/** An app, drawn or as lines. */
export type AppOf<State extends {size: Size}, Action, Effect> = {
	keys: CommandKeys;
	/** Its state before anything is read, with what every app has. */
	initial: (app: AppState<never>) => State;
	update: (state: State, action: Action | TerminalAction) => Step<State, Effect>;
	effects: (hands: Hands) => RunEffect<Effect, Action | TerminalAction>;
	/** Text that stays on the normal screen. */
	summary: (state: State) => string;
	exitCode: (state: State) => ExitCode;
	/** Loads the component with Ink, which takes longer than everything loaded before. */
	load: () => Promise<ComponentType<AppProps<State, Action>>>;
};

export type AppExit<State> = {exitCode: ExitCode; state: State};
