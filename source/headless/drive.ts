import type {RunEvent} from '../run/events.ts';
import {fold, initialState, type RunState} from '../run/state.ts';

/** Follows runs: what they tell is folded into one state and handed on. */
export type Driver = {
	state: () => RunState;
	tell: (event: RunEvent) => void;
	follow: <Result>(run: AsyncGenerator<RunEvent, Result>) => Promise<Result>;
};

export function makeDriver(onEvent: (event: RunEvent) => void): Driver {
	let state = initialState;
	const tell = (event: RunEvent) => {
		state = fold(state, event);
		onEvent(event);
	};
	return {
		state: () => state,
		tell,
		follow: async run => {
			for (;;) {
				const step = await run.next();
				if (step.done) return step.value;
				tell(step.value);
			}
		},
	};
}
