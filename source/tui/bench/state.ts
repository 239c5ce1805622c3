import type {BenchmarkEvent, BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import type {BenchmarkPlan} from '../../run/benchmark/plan.ts';
import type {BenchmarkResult} from '../../run/benchmark/result.ts';
import type {Dialog, Question} from '../app/dialog.ts';
import type {PanesState} from '../app/panes.ts';
import type {AppState} from '../app/state.ts';
import type {SortKey} from './columns.ts';

export type Phase =
	| {stage: 'preparing'; plan: null; result: null}
	/** Everything is known, and nothing was sent. */
	| {stage: 'ready'; plan: BenchmarkPlan; result: null}
	| {stage: 'running'; plan: BenchmarkPlan; result: null}
	/** What is out is called off, and the report written where there is something to report. */
	| {stage: 'stopping'; plan: BenchmarkPlan | null; result: null}
	/** The report is there. */
	| {stage: 'ended'; plan: BenchmarkPlan | null; result: BenchmarkResult};

export type Stage = Phase['stage'];

export type Check = Extract<BenchmarkEvent, {type: 'provider-check'}>['check'];
export type LeftOut = Extract<BenchmarkEvent, {type: 'left-out'}>['left'];

export type BenchQuestion = Question<'begin' | 'stop' | 'leave' | {skip: string}>;

export type BenchDialog = Dialog<BenchQuestion['what'], never, 'help' | 'about'>;

export type BenchState = AppState<BenchDialog> &
	PanesState &
	Phase & {
		/** Stands in the title whatever is shown: what services these are, where they are not the real ones. */
		banner: string | null;
		isPaused: boolean;
		/** The shell is to come back when what is out has come in. */
		isSuspending: boolean;
		/** What was checked until now, by provider and model. */
		checked: ReadonlyMap<string, readonly Check[]>;
		leftOut: readonly LeftOut[];
		/** Null until the first request. */
		snapshot: BenchmarkSnapshot | null;
		/** The last error of each provider, by the name of its row. */
		troubles: ReadonlyMap<string, string>;
		sort: SortKey;
		isReversed: boolean;
		/** Name of the row with the cursor; null while it goes along with what is being asked. */
		selected: string | null;
		/** First row of the table that is seen, and first line of the detail. */
		top: number;
		scroll: number;
	};
