import type {MetricOutcome} from '../../llm/metrics.ts';
import type {ServerWork} from '../../llm/providers/provider.ts';
import type {Tokens} from '../../llm/tokens.ts';
import type {Complexity} from './data-set.ts';
import type {Judgement} from './judge.ts';

/** One request and how it ended. */
export type Sample = {
	/** Index among the provider's requests, from 0, without warm-up. */
	index: number;
	/** Id of the entry. */
	entry: string;
	complexity: Complexity;
	/** `parsed`, or the kind of error: of the provider, or of the answer. */
	outcome: Judgement['outcome'] | MetricOutcome;
	/** Time from the call of the provider to its answer, without any other wait; null without an answer. */
	latencyMs: number | null;
	tokens: Tokens;
	/** US dollars. */
	costUsd: number;
	confidence: number | null;
	right: Judgement['right'] | null;
	/** Of a local server that reports it. */
	work?: ServerWork | null;
};
