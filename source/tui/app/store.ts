import type {Step} from './state.ts';

export type Dispatch<Action> = (action: Action) => void;

export type Store<State, Action> = {
	state: () => State;
	dispatch: Dispatch<Action>;
	/** Calls back after each change; returns the function that unsubscribes. */
	subscribe: (listener: () => void) => () => void;
};

/**
 * Holds a state that only a pure function changes. Actions are handled one by one, so each of several keys that arrive
 * at once sees the state after the one before it. Effects run outside and come back as actions.
 */
export function createStore<State, Action, Effect>(
	initial: State,
	update: (state: State, action: Action) => Step<State, Effect>,
	run: (effect: Effect, dispatch: Dispatch<Action>) => void,
): Store<State, Action> {
	let state = initial;
	const listeners = new Set<() => void>();
	const dispatch = (action: Action) => {
		const before = state;
		const step = update(state, action);
		state = step.state;
		if (state !== before) for (const listener of listeners) listener();
		for (const effect of step.effects) run(effect, dispatch);
	};
	return {
		state: () => state,
		dispatch,
		subscribe: listener => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
