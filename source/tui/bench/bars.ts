import type {BenchmarkSnapshot} from '../../run/benchmark/events.ts';
import {saidLine} from '../app/bars.ts';
import {keyTo} from '../app/keymap.ts';
import {emptyLine, type Line, line} from '../text/line.ts';
import type {Gauges} from '../widgets/gauges.ts';
import {isActive} from './rows.ts';
import type {BenchState} from './state.ts';

/** The message, or how many providers were skipped. */
export function benchStatus(state: BenchState): Line {
	const {leftOut, stage} = state;
	const said = saidLine(state);
	if (said) return said;
	if (leftOut.length === 0 || stage === 'preparing') return emptyLine;
	return line(` ${leftOut.length} skipped (${keyTo(state, 'about')})`, 'warning');
}

/** Gauges of all providers together, with the breaker of the running one. */
export function benchGauges({providers, budget}: BenchmarkSnapshot): Gauges {
	const sum = (value: (provider: BenchmarkSnapshot['providers'][number]) => number) =>
		providers.reduce((total, provider) => total + value(provider), 0);
	return {
		breaker: providers.find(isActive)?.circuit ?? null,
		budget: {
			used: budget.settledUsd,
			reserved: budget.reservedUsd,
			limit: budget.limitUsd,
			isShared: budget.isShared,
		},
		requests: sum(({done, warmUp}) => done + warmUp.done),
		cacheHits: null,
		tokens: sum(({figures: {tokens}}) => tokens.input + tokens.output),
		costUsd: budget.settledUsd,
	};
}

/** The snapshot with its cooldowns counted down to now. @param now milliseconds since the epoch */
export function agedSnapshot(snapshot: BenchmarkSnapshot, now: number): BenchmarkSnapshot {
	const agedMs = Math.max(0, now - snapshot.atMs);
	return {
		...snapshot,
		providers: snapshot.providers.map(provider => {
			const {circuit} = provider;
			if (circuit?.state !== 'open') return provider;
			return {...provider, circuit: {...circuit, remainingMs: Math.max(0, circuit.remainingMs - agedMs)}};
		}),
	};
}
