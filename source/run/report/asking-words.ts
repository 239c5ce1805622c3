import type {AnswerProgress} from '../../llm/guards/server-jobs.ts';
import {inSeconds, moneyAtMost, roughRate} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import type {AskingEnd, StoppedBy} from '../asking/asking-end.ts';

const stopWords: Record<StoppedBy, string> = {
	authentication: 'access refused',
	budget: 'budget',
	circuit: 'circuit open',
	store: 'shared state unavailable',
	limit: 'quota or rate limit',
	service: 'service failed',
	rejected: 'requests rejected',
};

/**
 * The closing line of the model stage: `model: answered 7 of 14, 3 changes, $0.003; stopped: budget`.
 * @param end null if no model was to be asked
 * @returns none if there was no question
 */
export const askingLines = (end: AskingEnd | null): string[] =>
	end === null || end.questions === 0 ? [] : [formatAskingEnd(end)];

function formatAskingEnd(end: AskingEnd): string {
	const {questions, answered, changes, costUsd, unknownCosts} = end;
	const parts = [
		`model: answered ${answered} of ${questions}`,
		...(answered > 0 ? [changes === 0 ? 'no changes' : count(changes, 'change')] : []),
		...(costUsd > 0 ? [moneyAtMost(costUsd, unknownCosts)] : []),
	];
	const why = reasonOf(end);
	return `${parts.join(', ')}${why === null ? '' : `; ${why}`}`;
}

/** Why questions have no answer; null if all have one. */
function reasonOf({stoppedBy, unanswered}: AskingEnd): string | null {
	if (stoppedBy !== null) return `stopped: ${stopWords[stoppedBy]}`;
	const reasons = Object.keys(unanswered) as StoppedBy[];
	return reasons.length === 0 ? null : `not answered: ${reasons.map(reason => stopWords[reason]).join(', ')}`;
}

/** How far an answer is: `no word yet, 80 s`, `412 tokens, 9/s`; or the model: `loading it, 12 s`. */
export function formatAnswering({what, tokens, ms, rate}: AnswerProgress): string {
	if (what === 'model') return `loading it, ${inSeconds(ms, 0)}`;
	if (tokens === 0) return `no word yet, ${inSeconds(ms, 0)}`;
	return rate === null ? count(tokens, 'token') : `${count(tokens, 'token')}, ${roughRate(rate)}`;
}

/** What a run does while a model answers. */
export const modelWait = 'waiting for the model';

/** The line of a progress. */
export const waitingForModel = (progress: AnswerProgress): string => `${modelWait}: ${formatAnswering(progress)}`;
