import type {ModelState} from '../../run/state.ts';
import type {Gauges} from '../widgets/gauges.ts';
import type {ReviewState} from './state.ts';

type Circuit = NonNullable<ModelState['metrics']>['circuits'][number]['state'];

/**
 * The gauges of the model requests; null where none were made. The breaker is that of the model in most trouble.
 * @param now milliseconds, by the clock of the run's events
 */
export function gaugesOf({run, metricsAt}: Pick<ReviewState, 'run' | 'metricsAt'>, now: number): Gauges | null {
	const metrics = run.model?.metrics;
	if (!metrics) return null;
	const {circuits, budget, requests, cacheHits, tokens, costUsd} = metrics;
	const {limitUsd: limit, settledUsd: used, reservedUsd: reserved} = budget;
	const [worst = null] = circuits.map(({state}) => state).sort((a, b) => troubleOf(b) - troubleOf(a));
	return {
		breaker: worst && aged(worst, Math.max(0, now - metricsAt)),
		budget: {used, reserved, limit},
		requests,
		cacheHits,
		tokens: tokens.input + tokens.output,
		costUsd,
	};
}

/** A circuit so many milliseconds after it was reported: nothing is reported when its cooldown ends. */
function aged(circuit: Circuit, ms: number): Circuit {
	if (circuit.state !== 'open') return circuit;
	const remainingMs = circuit.remainingMs - ms;
	return remainingMs > 0 ? {...circuit, remainingMs} : {state: 'half-open', isTrying: false};
}

const troubleOf = (circuit: Circuit) => ({closed: 0, 'half-open': 1, open: 2})[circuit.state];
