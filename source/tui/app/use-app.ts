import {useApp, useInput, usePaste} from 'ink';
import {useEffect, useSyncExternalStore} from 'react';
import {keysOf} from '../keys.ts';
import type {Size} from './layout.ts';
import type {Store} from './store.ts';
import type {TerminalAction} from './update.ts';

export type AppHandle = ReturnType<typeof useApp>;

export type AppProps<State, Action> = {
	store: Store<State, Action | TerminalAction>;
	/** Milliseconds since the epoch. */
	now: () => number;
	/** Gets Ink's own handle once there is one. */
	onReady: (app: AppHandle) => void;
};

/** Connects a store to the keys and the window size; returns the state to draw. */
export function useAppState<State extends {size: Size}, Action>({store, now, onReady}: AppProps<State, Action>): State {
	const app = useApp();
	const state = useSyncExternalStore(store.subscribe, store.state);
	useKeys(
		key => store.dispatch({type: 'key', key, at: now()}),
		text => store.dispatch({type: 'paste', text}),
	);
	useEffect(() => onReady(app), [app, onReady]);
	return state;
}

/**
 * Passes on each key by name and each paste as one text. The handlers may only dispatch: within one read, the state
 * that React rendered for them is stale.
 */
export function useKeys(onKey: (key: string) => void, onPaste: (text: string) => void): void {
	useInput((input, key) => {
		for (const name of keysOf(input, key)) onKey(name);
	});
	usePaste(onPaste);
}
