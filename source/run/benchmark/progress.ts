import {noTokens, sumOfTokens, type Tokens} from '../../llm/tokens.ts';
import type {Sample} from './sample.ts';

/** Requests that are not measured. */
export type Aside = {requests: number; tokens: Tokens; costUsd: number; errors: Record<string, number>};

/** The progress of one provider. */
export type ProviderProgress = {
	name: string;
	samples: Sample[];
	warmUp: Aside;
	/** Requests in flight at the interruption. Their maximum is charged, because their usage is unknown. */
	calledOff: {requests: number; costUsd: number};
	/** Milliseconds with measured requests in flight, without pauses. */
	activeMs: number;
};

export const noProgress = (name: string): ProviderProgress => ({
	name,
	samples: [],
	warmUp: {requests: 0, tokens: noTokens, costUsd: 0, errors: {}},
	calledOff: {requests: 0, costUsd: 0},
	activeMs: 0,
});

/** @param costUsd the maximum */
export function callOff({calledOff}: ProviderProgress, costUsd: number): void {
	calledOff.requests += 1;
	calledOff.costUsd += costUsd;
}

export function addAside(aside: Aside, {outcome, tokens, costUsd}: Sample): void {
	aside.requests += 1;
	aside.costUsd += costUsd;
	aside.tokens = sumOfTokens([aside.tokens, tokens]);
	if (outcome !== 'parsed') aside.errors[outcome] = (aside.errors[outcome] ?? 0) + 1;
}

/** The progress of a run. */
export type Progress = {startedAtMs: number; providers: ProviderProgress[]};
