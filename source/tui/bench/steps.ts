import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import {fineMoney} from '../../text/figures.ts';
import {safe} from '../../text/safe.ts';
import {count} from '../../text/sentences.ts';
import {doing, only, type Step, withoutNotice} from '../app/state.ts';
import {line} from '../text/line.ts';
import type {BenchQuestion, BenchState, Effect} from './state.ts';

export type BenchStep = Step<BenchState, Effect>;

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

/** Asked before the first paid request. */
export function beginQuestion({requests, paid, entrants, request}: BenchmarkPlan): BenchQuestion {
	const budget = fineMoney(request.settings.costBudget);
	return {
		what: 'begin',
		title: `Send ${count(requests, 'request')} to ${count(entrants.length, 'provider')}?`,
		lines: [line(`  ${paid.requests} of them are billed: about ${fineMoney(paid.estimateUsd)} of a ${budget} budget.`)],
	};
}

export const skipQuestion = (name: string): BenchQuestion => ({
	what: {skip: name},
	title: `Skip ${safe(name)}?`,
	lines: [line('  Its answers stay in the report, and the next provider starts.')],
});

export const stopQuestion = (what: 'stop' | 'leave'): BenchQuestion => ({
	what,
	title: what === 'stop' ? 'End the benchmark now?' : 'End the benchmark and quit?',
	lines: [line('  pr-resolve writes a partial report; bench --resume continues it.')],
});
