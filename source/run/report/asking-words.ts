import {type Document, gap, paragraph} from '../../document/document.ts';
import type {AnswerProgress} from '../../llm/guards/server-jobs.ts';
import {aliasOf, withAlias} from '../../settings/providers.ts';
import {escapeControls} from '../../text/escape-controls.ts';
import {inSeconds, money, moneyAtMost, moneySpent, moneyUpTo, roughly, roughRate} from '../../text/figures.ts';
import {count} from '../../text/sentences.ts';
import type {AskingEnd, StoppedBy} from '../asking/asking-end.ts';
import type {RunEvent} from '../events.ts';
import {formatCacheHits} from './model-report.ts';
import type {Report} from './report.ts';

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

type Accounts = Report['llm'];

/** The line before anything is sent. */
export function formatAsking(event: Extract<RunEvent, {type: 'asking'}>): string {
	const {provider, usesSubscription, questions, estimateUsd, questionMs, workers} = event;
	const free = usesSubscription ? 'using your subscription' : 'free';
	const paid = estimateUsd === null ? 'price unknown' : moneyUpTo(estimateUsd);
	const cost = estimateUsd === 0 ? free : paid;
	const who = `${aliasOf(provider.provider)} ${provider.model} at ${provider.address}`;
	const what = `${count(questions, 'finding')} (${count(questions, 'request')})`;
	const time = questionMs === null ? '' : `, up to about ${roughly((questions * questionMs) / workers)}`;
	return escapeControls(`sending ${what} to ${who}, ${cost}${time}`);
}

/** The line once the time of a question is known. */
export const formatQuestionTime = ({questionMs, workers, left}: Extract<RunEvent, {type: 'question-time'}>): string =>
	`about ${roughly(questionMs)} a comment; ${left} left, ${roughly((left * questionMs) / workers)}`;

/** The report for `--show-metrics`. */
export function modelDocument(accounts: Accounts): Document {
	const {questions, asking, avoided, requests, tokens, budgetUsd, budgetShared, byProvider} = accounts;
	const {cacheHits, sharedHits, cacheHitRate, premiumRequests} = accounts;
	const budget = budgetUsd === null ? '' : ` of a ${budgetShared ? 'shared ' : ''}budget of ${money(budgetUsd)}`;
	const facts = [
		['Findings with code', `${avoided}`],
		['Findings for a model', `${questions}`],
		...(asking ? [['Answered', `${asking.answered} of ${asking.questions}`]] : []),
		['Requests', `${requests}`],
		['Cache hits', sharedHits > 0 ? `${cacheHits} (${sharedHits} shared)` : `${cacheHits}`],
		['Tokens', formatTokens(tokens)],
		...(premiumRequests > 0 ? [['Premium requests', formatPremium(premiumRequests)]] : []),
		['Latency', formatLatency(accounts.latency)],
		...formatErrors(accounts.errors),
		['Total cost', `${moneySpent(accounts)}${budget}`],
		...Object.entries(byProvider).map(([name, own]) => [
			`  ${withAlias(name)}`,
			`${count(own.requests, 'request')}, ${formatTokens(own.tokens)}, ${moneySpent(own)}`,
		]),
	];
	return [
		gap,
		{kind: 'rows', rows: facts.map(([label = '', value = '']) => ({labels: [label], texts: [value]}))},
		...(cacheHitRate === null ? [] : [paragraph(formatCacheHits(cacheHitRate))]),
	];
}

/** Some models count as a fraction of a request. */
const formatPremium = (requests: number) => `${Number(requests.toFixed(2))} of the subscription`;

const formatTokens = ({input, cachedInput, output}: Accounts['tokens']) =>
	`${input} in${cachedInput > 0 ? ` (${cachedInput} cached)` : ''}, ${output} out`;

function formatLatency(latency: Accounts['latency']): string {
	if (!latency) return '-';
	const shown = (ms: number) => inSeconds(ms, 2);
	const {meanMs, p50Ms, p95Ms, p99Ms} = latency;
	return `mean ${shown(meanMs)}, P50 ${shown(p50Ms)}, P95 ${shown(p95Ms)}, P99 ${shown(p99Ms)}`;
}

function formatErrors(errors: Accounts['errors']): string[][] {
	const parts = Object.entries(errors).map(([kind, times]) => `${kind} ${times}`);
	return parts.length === 0 ? [] : [['Errors', parts.join(', ')]];
}
