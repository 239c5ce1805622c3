import type {Metrics} from '../../llm/meter.ts';
import {nothingSpent, type Spending} from '../../llm/metrics.ts';
import type {ProviderCheck} from '../../llm/providers/provider.ts';
import type {ModelChoice} from '../../llm/providers/registry.ts';
import type {RunEvent} from '../events.ts';
import type {QuestionEnd} from './asking-end.ts';

/** What is known of the questions to a model. */
export type ModelState = {
	provider: ModelChoice & {address: string};
	/** Questions that are not answered yet. */
	pending: number;
	/** US dollars, about; null where the price is not known. */
	estimateUsd: number | null;
	checks: ProviderCheck[];
	/** Null until there is something to tell. */
	metrics: Metrics | null;
	/** By the id of the finding, of all that were asked. */
	ends: ReadonlyMap<string, QuestionEnd>;
	/** By this run, for what it has finished asking. */
	spent: Spending;
	/** The last time that questions came to their end; null after everything was read again. */
	last: Pick<Extract<RunEvent, {type: 'asked'}>, 'end' | 'unsent'> | null;
};

/** What was replied is about what was read before. */
export const asBefore = ({ends}: ModelState): Pick<ModelState, 'ends' | 'last'> => ({
	ends: new Map([...ends].map(([id, end]) => [id, end === 'replied' ? 'replied-before' : end])),
	last: null,
});

/** Questions may be asked time and again: they have one account. */
export function withQuestions(
	before: ModelState | null,
	{provider, questions, estimateUsd}: Extract<RunEvent, {type: 'asking'}>,
): ModelState {
	if (!before) {
		const nothing = {checks: [], metrics: null, ends: new Map(), spent: nothingSpent, last: null};
		return {provider, pending: questions, estimateUsd, ...nothing};
	}
	const {estimateUsd: known} = before;
	return {
		...before,
		provider,
		pending: questions,
		estimateUsd: known === null || estimateUsd === null ? null : known + estimateUsd,
	};
}
