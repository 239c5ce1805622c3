import {isMetricOutcome, type MetricRow} from '../../llm/metrics.ts';
import {isModelChoice, type ModelChoice} from '../../llm/providers/registry.ts';
import {isTokens, noTokens} from '../../llm/tokens.ts';
import {hasFields, isBoolean, isCount, isListOf, isNumber, isText, orNull} from '../../system/shape.ts';

/** What a fleet has sent to models since the last time that this was written down. */
export type SentRequests = {
	/** Those that have ended. */
	rows: readonly MetricRow[];
	/** Attempts without an answer yet, and the US dollars that are held for them; null without any. */
	underWay: {choice: ModelChoice; attempts: number; heldUsd: number} | null;
};

const isRow = hasFields<MetricRow>({
	choice: isModelChoice,
	about: orNull(isText),
	startedAtMs: isNumber,
	outcome: isMetricOutcome,
	latencyMs: orNull(isNumber),
	tokens: isTokens,
	premiumRequests: isNumber,
	costUsd: isNumber,
	isCostUnknown: isBoolean,
});

export const isSentRequests = hasFields<SentRequests>({
	rows: isListOf(isRow),
	underWay: orNull(
		hasFields<NonNullable<SentRequests['underWay']>>({
			choice: isModelChoice,
			attempts: isCount,
			heldUsd: isNumber,
		}),
	),
});

/**
 * All requests of a process, after its end. Whether what was under way then was answered is not known, so it has cost what was
 * held for it at most.
 */
export function requestsOf(sent: readonly SentRequests[]): MetricRow[] {
	const rows = sent.flatMap(line => line.rows);
	const lost = sent.at(-1)?.underWay;
	if (!lost) return rows;
	const {attempts, heldUsd} = lost;
	const row: MetricRow = {
		...{choice: lost.choice, about: null, startedAtMs: 0, outcome: 'aborted', latencyMs: null, tokens: noTokens},
		...{premiumRequests: 0, costUsd: heldUsd / attempts, isCostUnknown: true},
	};
	return [...rows, ...Array.from({length: attempts}, () => row)];
}
