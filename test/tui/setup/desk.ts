import {createElement, type ReactElement} from 'react';
import {onTestFinished} from 'vitest';
import type {SetupWorld} from '../../../source/run/setup/draft.ts';
import type {Settings} from '../../../source/settings/table.ts';
import {usualKeys} from '../../../source/tui/app/keymap.ts';
import {initialApp} from '../../../source/tui/app/state.ts';
import {createStore, type Store} from '../../../source/tui/app/store.ts';
import type {TerminalAction} from '../../../source/tui/app/update.ts';

import type {Copy} from '../../../source/tui/clipboard.ts';
import {SetupApp} from '../../../source/tui/setup/app.tsx';
import {effectsOf} from '../../../source/tui/setup/effects.ts';
import {keymap} from '../../../source/tui/setup/keymap.ts';
import {menuOf} from '../../../source/tui/setup/pages.ts';
import type {Action, Effect, SetupState} from '../../../source/tui/setup/state.ts';
import {initialSetup} from '../../../source/tui/setup/steps.ts';
import {updateSetup} from '../../../source/tui/setup/update.ts';
import {symbolsFor} from '../../../source/tui/theme.ts';

/** The wizard in front of a person, with the real set-up behind it. */
export type SetupDesk = {
	store: Store<SetupState, Action | TerminalAction>;
	state: () => SetupState;
	/** Presses keys by name, a second apart. */
	press: (...keys: string[]) => void;
	/** Until nothing goes on any more. */
	idle: () => Promise<void>;
	/** The app on this store, to be mounted. */
	tree: ReactElement;
	/** `chosen`: items of menus, by Enter. */
	done: {copied: string[]; ran: string[]; quit: boolean[]; chosen: string[]};
};

type Options = {
	/** How far it has come. */
	from?: Partial<SetupState>;
	/** What comes of a command. */
	run?: (command: string) => string | null;
	/** Whether a provider was set before. */
	isAgain?: boolean;
	copy?: Copy | undefined;
};

export function setupDesk(
	settings: Settings,
	given: SetupWorld,
	{from = {}, run = () => null, isAgain = false, copy}: Options = {},
): SetupDesk {
	const controller = new AbortController();
	onTestFinished(() => controller.abort());
	const world = {...given, signal: controller.signal};
	const done: SetupDesk['done'] = {copied: [], ran: [], quit: [], chosen: []};
	const hands = {
		showDiff: async () => {},
		run: async (command: string) => {
			done.ran.push(command);
			return run(command);
		},
		copy: copy ?? ((text: string) => void done.copied.push(text)),
		browse: async () => {},
		suspend: async () => {},
		redraw: () => {},
		quit: (isInterrupted: boolean) => void done.quit.push(isInterrupted),
	};
	const store = createStore<SetupState, Action | TerminalAction, Effect>(
		{
			...initialSetup(
				initialApp({columns: 120, rows: 40}, symbolsFor(true), usualKeys(keymap)),
				settings,
				'/settings/config.json',
				isAgain,
			),
			...from,
		} as SetupState,
		(state, action) => {
			const step = updateSetup(state, action);
			const menu = action.type === 'key' && action.key === 'enter' ? menuOf(state) : null;
			const isTaken = step.state !== state || step.effects.length > 0;
			if (menu?.hasKeys && isTaken) done.chosen.push(menu.items[menu.at]!.value);
			return step;
		},
		effectsOf(hands, world),
	);
	let clock = 0;
	const tick = () => {
		clock += 1000;
		return clock;
	};
	return {
		store,
		state: store.state,
		press: (...keys) => {
			for (const key of keys) store.dispatch({type: 'key', key, at: tick()});
		},
		idle: () =>
			new Promise(resolve => {
				const look = () => {
					if (store.state().work !== null) return;
					stop();
					resolve();
				};
				const stop = store.subscribe(look);
				look();
			}),
		tree: createElement(SetupApp, {store, now: tick, onReady: () => {}}),
		done,
	};
}
