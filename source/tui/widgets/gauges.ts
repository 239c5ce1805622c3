import type {ModelState} from '../../run/asking/model-state.ts';
import type {RunState} from '../../run/state.ts';
import {take, widthOf} from '../../text/cells.ts';
import {money, moneyAtMost} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {type Line, type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

type Metrics = NonNullable<ModelState['metrics']>;

type CircuitGauge = Metrics['circuits'][number]['state'];

/** Figures of the model requests. */
export type Gauges = Pick<Metrics, 'budget' | 'requests' | 'unknownCosts'> & {
	/** Null without a breaker. */
	breaker: CircuitGauge | null;
	/** Null without a cache. */
	cacheHits: number | null;
	tokens: number;
};

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
	const {circuits, tokens} = metrics;
	const [worst = null] = circuits.map(({state}) => state).sort((a, b) => concernOf(b) - concernOf(a));
	const breaker = worst && aged(worst, Math.max(0, now - metricsAt));
	return {...metrics, breaker, tokens: tokens.input + tokens.output};
}

/** A circuit `ms` milliseconds after its report: no event reports the end of its cooldown. */
export function aged(circuit: CircuitGauge, ms: number): CircuitGauge {
	if (circuit.state !== 'open') return circuit;
	const remainingMs = circuit.remainingMs - ms;
	return remainingMs > 0 ? {...circuit, remainingMs} : {state: 'half-open', isTrying: false};
}

const concernOf = (circuit: CircuitGauge) => ({closed: 0, 'half-open': 1, open: 2})[circuit.state];

/** A bar of `cells` cells; `share` from 0 to 1. */
export function bar(share: number, cells: number, {full, empty}: Symbols): string {
	const filled = Math.round(Math.min(Math.max(share, 0), 1) * cells);
	return full.repeat(filled) + empty.repeat(cells - filled);
}

/** The gauges on one line, the most important first; empty before the first request. */
export function gaugeLine(gauges: Gauges | null, room: number, symbols: Symbols): Line {
	if (!gauges || (gauges.requests === 0 && !gauges.cacheHits)) return [];
	const parts: Span[] = [
		...(gauges.breaker ? [breakerSpan(gauges.breaker)] : []),
		budgetOf(gauges, symbols),
		span(count(gauges.requests, 'request')),
		...(gauges.cacheHits === null ? [] : [span(`${gauges.cacheHits} cached`)]),
		span(`${shortNumber(gauges.tokens)} ${gauges.tokens === 1 ? 'token' : 'tokens'}`),
	];
	const shown: Span[] = [];
	let left = room;
	for (const part of parts) {
		const gap = shown.length === 0 ? 0 : 3;
		const width = widthOf(part.text) + gap;
		if (width > left) break;
		if (gap > 0) shown.push(span(` ${symbols.dot} `, 'quiet'));
		shown.push(part);
		left -= width;
	}
	if (shown.length > 0) return shown;
	return parts.slice(0, 1).map(({text, tone}) => span(take(text, room), tone));
}

export function breakerSpan(breaker: CircuitGauge): Span {
	if (breaker.state === 'open') return span(`breaker open, retry in ${Math.ceil(breaker.remainingMs / 1000)} s`, 'bad');
	if (breaker.state === 'half-open') {
		return span(`breaker half-open, ${breaker.isTrying ? 'trying' : 'next request goes through'}`, 'warning');
	}
	const {failures, threshold} = breaker;
	return span(`breaker closed ${failures}/${threshold}`, failures > 0 ? 'warning' : 'plain');
}

function budgetOf({budget, unknownCosts}: Gauges, symbols: Symbols): Span {
	const {settledUsd: used, reservedUsd: reserved, limitUsd: limit, isShared} = budget;
	const share = limit > 0 ? (used + reserved) / limit : 1;
	const [tone, words]: [Tone, string] =
		share >= 1 ? ['bad', ', used up'] : share >= 0.8 ? ['warning', ', nearly used up'] : ['plain', ''];
	const held = reserved > 0 ? ` (${money(reserved)} held)` : '';
	const shared = isShared ? ' shared' : '';
	return span(
		`[${bar(share, 8, symbols)}] ${moneyAtMost(used, unknownCosts)}${held} of ${money(limit)}${shared}${words}`,
		tone,
	);
}

function shortNumber(number: number): string {
	if (number < 10_000) return `${number}`;
	return number < 1_000_000 ? `${Math.round(number / 1000)} k` : `${(number / 1_000_000).toFixed(1)} M`;
}
