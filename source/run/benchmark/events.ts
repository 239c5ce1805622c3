import type {BudgetState} from '../../llm/guards/budget.ts';
import type {CircuitState} from '../../llm/guards/circuit.ts';
import type {ModelChoice, ProviderCheck} from '../../llm/providers/provider.ts';
import type {FiguresByComplexity} from './class-figures.ts';
import type {Figures} from './figures.ts';
import type {SkippedProvider} from './lineup.ts';
import type {Sample} from './sample.ts';

/** Why a provider was asked no more, before all was asked. */
export type StopBy = 'budget' | 'circuit' | 'authentication' | 'trouble' | 'person';

export type ProviderState = 'waiting' | 'warming-up' | 'running' | 'cooling-down' | 'done' | 'stopped';

/** A row of the live screen. */
export type ProviderSnapshot = ModelChoice & {
	/** Of the row; what `Control.skip` takes. */
	name: string;
	address: string;
	isLocal: boolean;
	isMetered: boolean;
	state: ProviderState;
	stop: {by: StopBy | 'interruption'; reason: string; remedy: string} | null;
	warmUp: {done: number; of: number};
	/** Requests that ended, of those that are to be asked. */
	done: number;
	of: number;
	/** Requests that are out just now. */
	inFlight: number;
	figures: Figures;
	byComplexity: FiguresByComplexity;
	/** Of the answered requests, in their order. */
	timesMs: readonly number[];
	/** Null where circuit breakers are turned off. */
	circuit: CircuitState | null;
};

/** Everything there is to see of a benchmark, at one moment. */
export type BenchmarkSnapshot = {
	/** Milliseconds since the epoch. */
	atMs: number;
	startedAtMs: number;
	phase: 'running' | 'paused' | 'ended';
	providers: readonly ProviderSnapshot[];
	leftOut: readonly SkippedProvider[];
	budget: BudgetState;
};

export type BenchmarkEvent =
	/** Something that a person should know before the first request. */
	| {type: 'note'; text: string}
	| {type: 'provider-check'; provider: ModelChoice; check: ProviderCheck}
	| {type: 'left-out'; left: SkippedProvider}
	/** A request ended; one to warm up counts for nothing. `trouble` says what went wrong. */
	| {type: 'sample'; name: string; sample: Sample; isWarmUp: boolean; trouble: string | null}
	/** At most ten times a second, and after whatever changes the state of a provider. */
	| {type: 'snapshot'; snapshot: BenchmarkSnapshot};
