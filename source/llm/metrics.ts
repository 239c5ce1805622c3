import * as z from 'zod/mini';
import {inSeconds} from '../text/figures.ts';
import type {Stop} from './guard.ts';
import {withoutNoise} from './money.ts';
import {summarizeLatency} from './percentiles.ts';
import {idOfChoice, type ModelChoice, modelChoiceShape, nameOfChoice} from './providers/registry.ts';
import {type ModelTroubleKind, troubleKindShape} from './providers/trouble.ts';
import {sumOfTokens, tokensShape} from './providers/usage.ts';

/** Requests that did not leave. */
const unsentOutcomes = ['cache-hit', 'shared-hit', 'joined', 'budget', 'circuit', 'store'] as const;
const ownOutcomes = [...unsentOutcomes, 'answered', 'aborted', 'error'] as const;

/** How a request ended; `shared-hit`: the cache had its answer from another machine; `budget`, `circuit` and `store` name the guard that stopped it. */
export type MetricOutcome = (typeof ownOutcomes)[number] | ModelTroubleKind;

export const metricOutcomeShape = z.union([z.enum(ownOutcomes), troubleKindShape]);

/** One attempt that left, or one request that did not have to or was stopped. */
export const metricRowShape = z.object({
	choice: modelChoiceShape,
	/** What it was about: `ModelRequest.about`. */
	about: z.nullable(z.string()),
	/** Milliseconds since the epoch. */
	startedAtMs: z.number(),
	outcome: metricOutcomeShape,
	/** Null where nothing left. */
	latencyMs: z.nullable(z.number()),
	tokens: tokensShape,
	/** What it took of a subscription that counts requests. */
	premiumRequests: z.number(),
	/** US dollars. */
	costUsd: z.number(),
	/** The service did not report what it used, so this is the most that it can have cost. */
	isCostUnknown: z.boolean(),
});

export type MetricRow = z.infer<typeof metricRowShape>;

export type Spending = {
	/** US dollars; of requests of unknown cost, the most that they can have cost. */
	costUsd: number;
	unknownCosts: number;
};

export const nothingSpent: Spending = {costUsd: 0, unknownCosts: 0};

export const sumOfSpending = (one: Spending, other: Spending): Spending => ({
	costUsd: withoutNoise(one.costUsd + other.costUsd),
	unknownCosts: one.unknownCosts + other.unknownCosts,
});

/** @param before an earlier state of the same account */
export const spentSince = (before: Spending, now: Spending): Spending => ({
	costUsd: withoutNoise(now.costUsd - before.costUsd),
	unknownCosts: now.unknownCosts - before.unknownCosts,
});

const isUnsent = (outcome: MetricOutcome) => unsentOutcomes.some(one => one === outcome);

export type Totals = ReturnType<typeof totalsOf>;

export function totalsOf(rows: readonly MetricRow[]) {
	const count = (outcome: MetricOutcome) => rows.filter(row => row.outcome === outcome).length;
	const sum = (value: (row: MetricRow) => number) => rows.reduce((total, row) => total + value(row), 0);
	const sent = rows.filter(({outcome}) => !isUnsent(outcome));
	/** Attempts that left and came to nothing, by what ended them. */
	const errors: Partial<Record<MetricOutcome, number>> = {};
	for (const {outcome} of sent) if (outcome !== 'answered') errors[outcome] = (errors[outcome] ?? 0) + 1;
	return {
		/** Attempts that left. */
		requests: sent.length,
		answered: count('answered'),
		/** Requests that the cache answered. */
		cacheHits: count('cache-hit') + count('shared-hit'),
		/** Of them, those that it had from other machines. */
		sharedHits: count('shared-hit'),
		/** Requests that shared the answer of an identical one in flight. */
		joined: count('joined'),
		/** Requests that a guard stopped. */
		stopped: {budget: count('budget'), circuit: count('circuit'), store: count('store')} satisfies Record<
			Stop['guard'],
			number
		>,
		errors,
		tokens: sumOfTokens(rows.map(({tokens}) => tokens)),
		premiumRequests: sum(({premiumRequests}) => premiumRequests),
		costUsd: withoutNoise(sum(({costUsd}) => costUsd)),
		unknownCosts: rows.filter(({isCostUnknown}) => isCostUnknown).length,
		/** Of the answered attempts, without the waiting for a slot; null without any. */
		latency: summarizeLatency(sent.flatMap(row => (row.outcome === 'answered' ? (row.latencyMs ?? []) : []))),
	};
}

/** The totals of each provider, model and effort, in the order in which they were first used. */
export function totalsByChoice(rows: readonly MetricRow[]): {choice: ModelChoice; totals: Totals}[] {
	return [...Map.groupBy(rows, ({choice}) => idOfChoice(choice)).values()].flatMap(group =>
		group.slice(0, 1).map(({choice}) => ({choice, totals: totalsOf(group)})),
	);
}

export function totalsByAbout(rows: readonly MetricRow[]): {about: string; totals: Totals}[] {
	return [...Map.groupBy(rows, ({about}) => about)].flatMap(([about, group]) =>
		about === null ? [] : [{about, totals: totalsOf(group)}],
	);
}

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
