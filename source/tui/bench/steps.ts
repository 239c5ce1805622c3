import {doing, only, withoutNotice} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import type {Effect} from './actions.ts';
import type {BenchState} from './state.ts';

export type BenchStep = Step<BenchState, Effect>;

/** Begins with what was planned. */
export function begin(state: BenchState): BenchStep {
	const {plan} = state;
	return plan ? doing({...state, stage: 'running', plan, result: null}, {type: 'begin', plan}) : only(state);
}

/** Ends what goes on, and writes its report. */
export function stop(state: BenchState, ...then: Effect[]): BenchStep {
	if (state.stage === 'ended') return doing(state, ...then);
	return doing({...state, stage: 'stopping', isPaused: false}, {type: 'stop'}, ...then);
}

export const leave = (state: BenchState, isInterrupted: boolean): BenchStep =>
	doing(state, {type: 'quit', isInterrupted});

/** Whether nothing is out, and nothing leaves by itself before it goes on. */
export function isAtRest({snapshot}: BenchState): boolean {
	if (snapshot === null || snapshot.providers.some(({inFlight}) => inFlight > 0)) return false;
	return snapshot.phase === 'paused' || snapshot.providers.some(({state}) => state === 'cooling-down');
}

/** To the shell: a request that is out meanwhile would seem slower than it is. */
export const suspend = (state: BenchState): BenchStep =>
	doing(withoutNotice({...state, isSuspending: false}), {type: 'suspend'});
