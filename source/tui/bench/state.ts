import type {BenchmarkEvent, BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import type {Dialog, DialogQuestion} from '../app/dialog.ts';
import type {PanesState} from '../app/panes.ts';
import type {AppState} from '../app/state.ts';
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
export type SkippedProvider = Extract<BenchmarkEvent, {type: 'left-out'}>['left'];

export type BenchQuestion = DialogQuestion<'begin' | 'stop' | 'leave' | {skip: string}>;

export type BenchDialog = Dialog<BenchQuestion['what'], never, 'help' | 'about' | 'messages'>;

export type BenchState = AppState<BenchDialog> &
	PanesState &
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
		/** Name of the selected row; null while it follows the running provider. */
		selected: string | null;
		/** First visible row of the table, and first visible line of the detail. */
		top: number;
		scroll: number;
	};
