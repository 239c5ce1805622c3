import {take, widthOf} from '../../text/cells.ts';
import {money, moneyAtMost} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import {type Line, type Span, span, type Tone} from '../text/line.ts';
import type {Symbols} from '../theme.ts';

/** Figures of the model requests. Money in US dollars. */
export type Gauges = {
	/** Null without a breaker. */
	breaker:
		| {state: 'closed'; failures: number; threshold: number}
		| {state: 'open'; remainingMs: number}
		| {state: 'half-open'; isTrying: boolean}
		| null;
	/** `limit` is null without a budget; `isShared`: with other machines. */
	budget: {used: number; reserved: number; limit: number | null; isShared?: boolean};
	requests: number;
	/** Null without a cache. */
	cacheHits: number | null;
	tokens: number;
	costUsd: number;
	/** Requests whose cost is unknown, so that the sums are the most that they can be; absent if it is known of all. */
	unknownCosts?: number;
};

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

export function breakerSpan(breaker: NonNullable<Gauges['breaker']>): Span {
	if (breaker.state === 'open') return span(`breaker open, retry in ${Math.ceil(breaker.remainingMs / 1000)} s`, 'bad');
	if (breaker.state === 'half-open') {
		return span(`breaker half-open, ${breaker.isTrying ? 'trying' : 'next request goes through'}`, 'warning');
	}
	const {failures, threshold} = breaker;
	return span(`breaker closed ${failures}/${threshold}`, failures > 0 ? 'warning' : 'plain');
}

function budgetOf(
	{budget: {used, reserved, limit, isShared}, costUsd, unknownCosts = 0}: Gauges,
	symbols: Symbols,
): Span {
	if (limit === null) return span(`cost ${moneyAtMost(costUsd, unknownCosts)}`);
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
