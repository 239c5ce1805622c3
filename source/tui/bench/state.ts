import type {BenchmarkEvent, BenchmarkSnapshot, SkippedProvider} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import type {Confirm, DialogQuestion} from '../app/dialog.ts';
import type {AppEffect} from '../app/effects.ts';
import type {KeyedListState} from '../app/list.ts';
import type {Page} from '../app/page.ts';
import type {TerminalAction} from '../app/update.ts';
import type {SortKey} from './columns.ts';

export type BenchPhase =
	| {stage: 'preparing'; plan: null; result: null}
	/** Planned, and nothing was sent yet. */
	| {stage: 'ready'; plan: BenchmarkPlan; result: null}
	| {stage: 'running'; plan: BenchmarkPlan; result: null}
	/** Requests are aborted, and the report is written if there is anything to report. */
	| {stage: 'stopping'; plan: BenchmarkPlan | null; result: null}
	/** The report is written. */
	| {stage: 'ended'; plan: BenchmarkPlan | null; result: BenchmarkResult};

export type BenchStage = BenchPhase['stage'];

export type BenchCheck = Extract<BenchmarkEvent, {type: 'provider-check'}>['check'];

export type BenchQuestion = DialogQuestion<'begin' | 'stop' | 'leave' | {skip: string}>;

export type BenchConfirm = Confirm<BenchQuestion['what']>;

export type BenchState = KeyedListState<BenchConfirm | Page<'help' | 'about' | 'messages'>> &
	BenchPhase & {
		/** Always in the title: names the services if they are not the real ones. */
		banner: string | null;
		isPaused: boolean;
		/** Suspends once all pending requests have ended. */
		isSuspending: boolean;
		/** Checks so far, by provider and model. */
		checked: ReadonlyMap<string, readonly BenchCheck[]>;
		leftOut: readonly SkippedProvider[];
		/** Null until the first request. */
		snapshot: BenchmarkSnapshot | null;
		/** The last error of each provider, by the name of its row. */
		troubles: ReadonlyMap<string, string>;
		sort: SortKey;
		isReversed: boolean;
	};

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
	| {type: 'continued'};

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
