import type {BenchmarkEvent} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';

/** Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	| {type: 'told'; event: BenchmarkEvent}
	/** `isAsked`: paid requests wait for a yes. */
	| {type: 'planned'; plan: BenchmarkPlan; isAsked: boolean; at: number}
	/** The report is written. */
	| {type: 'ended'; result: BenchmarkResult}
	/** The report so far is written, and the benchmark continues. */
	| {type: 'written'}
	/** Back from the shell. */
	| {type: 'continued'}
	| {type: 'trouble'; trouble: Trouble};

export type Effect =
	/** `quit` waits until all work has ended. */
	| AppEffect
	| {type: 'plan'}
	| {type: 'begin'; plan: BenchmarkPlan}
	| {type: 'pause'}
	| {type: 'resume'}
	| {type: 'skip'; name: string}
	| {type: 'write'; plan: BenchmarkPlan}
	/** Ends the benchmark and writes its report. */
	| {type: 'stop'};
