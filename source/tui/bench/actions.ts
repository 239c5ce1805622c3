import type {BenchmarkEvent, BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import type {Size} from '../app/layout.ts';
import type {Trouble} from '../review/actions.ts';

/** What happens to the screen. Times are in milliseconds. */
export type Action =
	| {type: 'start'}
	| {type: 'key'; key: string; at: number}
	| {type: 'paste'; text: string}
	| {type: 'resize'; size: Size}
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
	| {type: 'plan'}
	| {type: 'begin'; plan: BenchmarkPlan}
	| {type: 'pause'}
	| {type: 'resume'}
	| {type: 'skip'; name: string}
	| {type: 'write'; plan: BenchmarkPlan}
	/** Ends what goes on; what was measured is written. */
	| {type: 'stop'}
	| {type: 'suspend'}
	| {type: 'redraw'}
	/** Leaves when all that was going on has ended. `isInterrupted`: by Ctrl-C or from outside. */
	| {type: 'quit'; isInterrupted: boolean};
