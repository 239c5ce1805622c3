import type {Remedy} from '../../failure.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import type {ProviderState, StopBy} from './events.ts';
import type {Entrant} from './plan.ts';
import {noProgress, type ProviderProgress} from './progress.ts';

/** Why a turn ended early. */
export type End = {by: StopBy; reason: string; remedy: Remedy};

/** The turn of one provider: its progress and its state. */
export type Turn = {
	entrant: Entrant;
	/** Results of checks that need an answer first. */
	learned: ProviderCheck[];
	progress: ProviderProgress;
	state: ProviderState;
	stop: End | null;
	inFlight: number;
	/** Warm-up requests sent by this run. */
	warm: number;
};

/** A turn that begins, or continues the progress `before`. */
export const newTurn = (entrant: Entrant, before: ProviderProgress | undefined): Turn => ({
	entrant,
	learned: [],
	progress: before ?? noProgress(entrant.name),
	state: 'waiting',
	stop: null,
	inFlight: 0,
	warm: 0,
});
