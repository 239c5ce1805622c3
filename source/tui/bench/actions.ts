import type {BenchmarkEvent, BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import type {AppEffect} from '../app/effects.ts';
import type {Trouble} from '../app/state.ts';
import type {TerminalAction} from '../app/update.ts';

/** What happens to the screen. Times are in milliseconds. */
export type Action = TerminalAction | OwnAction;

export type OwnAction =
	/** While everything is got ready. */
	| {type: 'told'; event: BenchmarkEvent}
	/** `isAsked`: what costs waits for a yes. */
	| {type: 'planned'; plan: BenchmarkPlan; isAsked: boolean; at: number}
	| {type: 'snapshot'; snapshot: BenchmarkSnapshot; troubles: ReadonlyMap<string, string>}
	/** Its report is written. */
	| {type: 'ended'; result: BenchmarkResult}
	/** What there is was written, and it goes on. */
	| {type: 'written'}
	/** The shell has given the terminal back. */
	| {type: 'continued'}
	/** From outside: the program is to end. */
	| {type: 'terminated'}
	| {type: 'trouble'; trouble: Trouble};

/** What has to be done in the world. */
export type Effect =
	/** It leaves when all that was going on has ended. */
	| AppEffect
	| {type: 'plan'}
	| {type: 'begin'; plan: BenchmarkPlan}
	| {type: 'pause'}
	| {type: 'resume'}
	| {type: 'skip'; name: string}
	| {type: 'write'; plan: BenchmarkPlan}
	/** Ends what goes on; what was measured is written. */
	| {type: 'stop'};
