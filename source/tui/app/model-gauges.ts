import type {ModelState} from '../../run/asking/model-state.ts';
import type {RunState} from '../../run/state.ts';
import type {Gauges} from '../widgets/gauges.ts';

type CircuitGauge = NonNullable<ModelState['metrics']>['circuits'][number]['state'];

/**
 * Gauges of the model requests, with the worst breaker; null without requests.
 * @param metricsAt when the metrics came, in milliseconds. @param now milliseconds
 */
export function gaugesOf(
	{run, metricsAt}: {run: Pick<RunState, 'model'>; metricsAt: number},
	now: number,
): Gauges | null {
	const metrics = run.model?.metrics;
	if (!metrics) return null;
	const {circuits, budget, requests, cacheHits, tokens, costUsd, unknownCosts} = metrics;
	const {limitUsd: limit, settledUsd: used, reservedUsd: reserved, isShared} = budget;
	const [worst = null] = circuits.map(({state}) => state).sort((a, b) => concernOf(b) - concernOf(a));
	return {
		breaker: worst && aged(worst, Math.max(0, now - metricsAt)),
		budget: {used, reserved, limit, isShared},
		requests,
		cacheHits,
		tokens: tokens.input + tokens.output,
		costUsd,
		unknownCosts,
	};
}

/** A circuit `ms` milliseconds after its report: no event reports the end of its cooldown. */
function aged(circuit: CircuitGauge, ms: number): CircuitGauge {
	if (circuit.state !== 'open') return circuit;
	const remainingMs = circuit.remainingMs - ms;
	return remainingMs > 0 ? {...circuit, remainingMs} : {state: 'half-open', isTrying: false};
}

const concernOf = (circuit: CircuitGauge) => ({closed: 0, 'half-open': 1, open: 2})[circuit.state];
