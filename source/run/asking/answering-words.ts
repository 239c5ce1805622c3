import type {AnswerProgress} from '../../llm/guards/server-jobs.ts';
import {inSeconds, roughRate} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';

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
