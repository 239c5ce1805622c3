import type {Remedy} from '../../failure.ts';
import type {BudgetState} from '../../llm/guards/budget.ts';
import type {CircuitState} from '../../llm/guards/circuit.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import type {ModelChoice} from '../../llm/providers/registry.ts';
import type {ModelTroubleKind} from '../../llm/providers/trouble.ts';
import type {ProviderId} from '../../settings/providers.ts';
import type {MeasuredProvider} from './figures.ts';
import type {Sample} from './progress.ts';

/** What stopped a provider before its last request. */
export type StopBy = 'budget' | 'circuit' | 'store' | 'authentication' | 'trouble' | 'person';

export type ProviderState = 'waiting' | 'warming-up' | 'running' | 'cooling-down' | 'done' | 'stopped';

/** Why not all requests of a provider were sent. */
export type Stopped<By = StopBy | 'interruption'> = {by: By; reason: string; remedy: Remedy};

/** A row of the live screen. */
export type ProviderSnapshot = MeasuredProvider & {
	state: ProviderState;
	stop: Stopped | null;
	warmUp: {done: number; of: number};
	/** Requests that have ended. */
	done: number;
	of: number;
	inFlight: number;
	/** Null if circuit breakers are off. */
	circuit: CircuitState | null;
};

export type SkippedProvider = {
	provider: ProviderId;
	name: string;
	reason: string;
	remedy: Remedy;
	trouble: ModelTroubleKind | null;
};

/** The state of a benchmark at one moment, for screens. */
export type BenchmarkSnapshot = {
	/** Milliseconds since the epoch. */
	atMs: number;
	startedAtMs: number;
	phase: 'running' | 'paused' | 'ended';
	providers: readonly ProviderSnapshot[];
	budget: BudgetState;
};

export type BenchmarkEvent =
	/** A note to show before the first request. */
	| {type: 'note'; text: string}
	| {type: 'provider-check'; provider: ModelChoice; check: ProviderCheck}
	| {type: 'left-out'; left: SkippedProvider}
	/** A request ended; `trouble` is its error. Warm-up requests are not measured. */
	| {type: 'sample'; name: string; sample: Sample; isWarmUp: boolean; trouble: string | null}
	/** At most ten times per second, and after each change of a provider's state. */
	| {type: 'snapshot'; snapshot: BenchmarkSnapshot};
