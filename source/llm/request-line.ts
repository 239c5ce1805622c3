import {inSeconds} from '../text/figures.ts';
import type {MetricRow} from './metrics.ts';
import {nameOfChoice} from './providers/registry.ts';

const withoutRequest: Partial<Record<MetricRow['outcome'], string>> = {
	'cache-hit': 'answered from the cache',
	'shared-hit': 'answered from the shared cache',
	joined: 'shared the answer to an identical request',
	budget: 'not sent: the budget is used up',
	circuit: 'not sent: the circuit breaker is open',
	store: 'not sent: what machines share cannot be used',
};

/** A request for the log: `openai gpt-6-luna (low): answered in 1.23 s, 812 tokens in (0 cached), 53 out, $0.000103, comment 7`. */
export function requestLine({choice, outcome, latencyMs, tokens, costUsd, isCostUnknown, about}: MetricRow): string {
	const {input, cachedInput, output} = tokens;
	const parts = [
		withoutRequest[outcome] ?? `${outcome} in ${inSeconds(latencyMs ?? 0, 2)}`,
		...(latencyMs === null
			? []
			: [
					`${input} tokens in (${cachedInput} cached)`,
					`${output} out`,
					`${isCostUnknown ? 'at most ' : ''}$${costUsd.toFixed(6)}`,
				]),
		...(about === null ? [] : [`comment ${about}`]),
	];
	return `${nameOfChoice(choice)}: ${parts.join(', ')}`;
}
