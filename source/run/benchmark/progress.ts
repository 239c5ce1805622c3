import {noTokens, sumOfTokens, type Tokens} from '../../llm/tokens.ts';
import type {Sample} from './sample.ts';

/** What was sent beside the requests that count. */
export type Aside = {requests: number; tokens: Tokens; costUsd: number; errors: Record<string, number>};

/** What one provider has done. */
export type ProviderProgress = {
	name: string;
	samples: Sample[];
	warmUp: Aside;
	/** Requests that were out when the run was ended: charged at worst, for what they used is not known. */
	calledOff: {requests: number; costUsd: number};
	/** Milliseconds in which requests that count were asked, without pauses. */
	activeMs: number;
};

export const noProgress = (name: string): ProviderProgress => ({
	name,
	samples: [],
	warmUp: {requests: 0, tokens: noTokens, costUsd: 0, errors: {}},
	calledOff: {requests: 0, costUsd: 0},
	activeMs: 0,
});

/** @param costUsd at worst */
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

/** What a run has done until now. */
export type Progress = {startedAtMs: number; providers: ProviderProgress[]};
