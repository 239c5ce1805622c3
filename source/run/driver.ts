import type {RunEvent} from './events.ts';
import {follow} from './generators.ts';
import {fold, initialState, type RunState} from './state.ts';

/** Follows runs: folds their events into one state and passes them on. */
export type Driver = {
	state: () => RunState;
	tell: (event: RunEvent) => void;
	follow: <Result>(run: AsyncGenerator<RunEvent, Result>) => Promise<Result>;
};

/** @param from what is known already */
export function makeDriver(onEvent: (event: RunEvent) => void, from = initialState): Driver {
	let state = from;
	const tell = (event: RunEvent) => {
		state = fold(state, event);
		onEvent(event);
	};
	return {
		state: () => state,
		tell,
		follow: run => follow(run, tell),
	};
}
