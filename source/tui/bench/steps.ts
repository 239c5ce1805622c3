import {doing, only, withoutNotice} from '../app/state.ts';
import type {Step} from '../app/store.ts';
import type {Effect} from './actions.ts';
import type {BenchState} from './state.ts';

export type BenchStep = Step<BenchState, Effect>;

/** Starts the planned benchmark. */
export function begin(state: BenchState): BenchStep {
	const {plan} = state;
	return plan ? doing({...state, stage: 'running', plan, result: null}, {type: 'begin', plan}) : only(state);
}

/** Ends the benchmark and writes its report. */
export function stop(state: BenchState, ...then: Effect[]): BenchStep {
	if (state.stage === 'ended') return doing(state, ...then);
	return doing({...state, stage: 'stopping', isPaused: false}, {type: 'stop'}, ...then);
}

/** Whether no request is pending and none will start by itself. */
export function isAtRest({snapshot}: BenchState): boolean {
	if (snapshot === null || snapshot.providers.some(({inFlight}) => inFlight > 0)) return false;
	return snapshot.phase === 'paused' || snapshot.providers.some(({state}) => state === 'cooling-down');
}

/** Goes to the shell. No request may be pending: it would seem slower than it is. */
export const suspend = (state: BenchState): BenchStep =>
	doing(withoutNotice({...state, isSuspending: false}), {type: 'suspend'});
