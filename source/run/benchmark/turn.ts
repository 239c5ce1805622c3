import type {ProviderCheck} from '../../llm/providers/provider.ts';
import type {ProviderState, StopBy} from './events.ts';
import type {Entrant} from './plan.ts';
import {noProgress, type ProviderProgress} from './progress.ts';

/** Why a turn ended before all was asked. */
export type End = {by: StopBy; reason: string; remedy: string};

/** The turn of one provider: what it has done, and where it is. */
export type Turn = {
	entrant: Entrant;
	/** Checks that only an answer made possible. */
	learned: ProviderCheck[];
	progress: ProviderProgress;
	state: ProviderState;
	stop: End | null;
	inFlight: number;
	/** Requests to warm up that this run has asked. */
	warm: number;
};

/** The turn of a provider that has yet to begin, or goes on where it was. */
export const newTurn = (entrant: Entrant, before: ProviderProgress | undefined): Turn => ({
	entrant,
	learned: [],
	progress: before ?? noProgress(entrant.name),
	state: 'waiting',
	stop: null,
	inFlight: 0,
	warm: 0,
});
