/** What a state becomes and what has to be done in the world for it. */
export type Step<State, Effect> = {state: State; effects: readonly Effect[]};

export type Dispatch<Action> = (action: Action) => void;

export type Store<State, Action> = {
	state: () => State;
	dispatch: Dispatch<Action>;
	/** Calls back after each change until the function that it returns is called. */
	subscribe: (listener: () => void) => () => void;
};

/**
 * Holds a state that only a pure function changes. Actions are taken one after the other, so that of several keys that
 * arrive at once each sees what the one before it did. Effects run outside, and come back as actions.
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
