import type {Metrics} from '../llm/meter.ts';
import type {ProviderCheck} from '../llm/providers/provider.ts';
import type {ModelChoice} from '../llm/providers/registry.ts';
import type {QuestionEnd, RunEvent} from './events.ts';

/** What is known of the questions to a model. */
export type ModelState = {
	provider: ModelChoice & {address: string};
	questions: number;
	/** US dollars, about; null where the price is not known. */
	estimateUsd: number | null;
	checks: ProviderCheck[];
	/** Null until there is something to tell. */
	metrics: Metrics | null;
	/** By the id of the finding, of all that were asked. */
	ends: ReadonlyMap<string, QuestionEnd>;
};

/** What was replied is about what was read before. */
export const asBefore = (ends: ModelState['ends']): ModelState['ends'] =>
	new Map([...ends].map(([id, end]) => [id, end === 'replied' ? 'replied-before' : end]));

/** Questions may be asked time and again: they have one account. */
export function withQuestions(
	before: ModelState | null,
	{provider, questions, estimateUsd}: Extract<RunEvent, {type: 'asking'}>,
): ModelState {
	if (!before) return {provider, questions, estimateUsd, checks: [], metrics: null, ends: new Map()};
	const {estimateUsd: known} = before;
	return {
		...before,
		provider,
		questions: before.questions + questions,
		estimateUsd: known === null || estimateUsd === null ? null : known + estimateUsd,
	};
}
