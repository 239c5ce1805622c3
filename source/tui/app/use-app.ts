import {useApp, useWindowSize} from 'ink';
import {useEffect, useLayoutEffect, useSyncExternalStore} from 'react';
import type {Size} from './layout.ts';
import type {Store} from './store.ts';
import type {TerminalAction} from './update.ts';
import {useKeys} from './use-keys.ts';

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
	const {columns, rows} = useWindowSize();
	const state = useSyncExternalStore(store.subscribe, store.state);
	useKeys(
		key => store.dispatch({type: 'key', key, at: now()}),
		text => store.dispatch({type: 'paste', text}),
	);
	useEffect(() => onReady(app), [app, onReady]);
	useLayoutEffect(() => {
		const {size} = store.state();
		if (size.columns === columns && size.rows === rows) return;
		store.dispatch({type: 'resize', size: {columns, rows}});
	}, [store, columns, rows]);
	return state;
}
