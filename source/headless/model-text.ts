import {formatCacheHits} from '../run/report/model-report.ts';
import type {Report} from '../run/report/report.ts';
import {aliasOf, withAlias} from '../settings/providers.ts';
import {cut, padEnd, widestOf} from '../text/cells.ts';
import {escapeControls} from '../text/escape-controls.ts';
import {inSeconds, money, moneySpent, moneyUpTo, roughly} from '../text/figures.ts';
import {shownIn} from '../text/safe.ts';
import {count} from '../text/sentences.ts';
import {hang} from '../text/wrap.ts';

type Accounts = Report['llm'];

/** The line before anything is sent. */
export function formatAsking({
	provider,
	usesSubscription,
	questions,
	estimateUsd,
	questionMs,
	workers,
}: {
	provider: {provider: string; model: string; address: string};
	usesSubscription: boolean;
	questions: number;
	estimateUsd: number | null;
	questionMs: number | null;
	workers: number;
}): string {
	const free = usesSubscription ? 'using your subscription' : 'free';
	const paid = estimateUsd === null ? 'price unknown' : moneyUpTo(estimateUsd);
	const cost = estimateUsd === 0 ? free : paid;
	const who = `${aliasOf(provider.provider)} ${provider.model} at ${provider.address}`;
	const what = `${count(questions, 'finding')} (${count(questions, 'request')})`;
	const time = questionMs === null ? '' : `, up to about ${roughly((questions * questionMs) / workers)}`;
	return escapeControls(`sending ${what} to ${who}, ${cost}${time}`);
}

/** The line once the time of a question is known. */
export const formatQuestionTime = ({
	questionMs,
	workers,
	left,
}: {
	questionMs: number;
	workers: number;
	left: number;
}): string => `about ${roughly(questionMs)} a comment; ${left} left, ${roughly((left * questionMs) / workers)}`;

/** The text for `--show-metrics`. */
export function formatModelMetrics(accounts: Accounts, room: number): string {
	const {questions, asking, avoided, requests, tokens, budgetUsd, budgetShared, byProvider} = accounts;
	const {cacheHits, sharedHits, cacheHitRate, premiumRequests} = accounts;
	const rows: [string, string][] = [
		['Findings with code', `${avoided}`],
		['Findings for a model', `${questions}`],
		...(asking ? [['Answered', `${asking.answered} of ${asking.questions}`] satisfies [string, string]] : []),
		['Requests', `${requests}`],
		['Cache hits', sharedHits > 0 ? `${cacheHits} (${sharedHits} shared)` : `${cacheHits}`],
		['Tokens', formatTokens(tokens)],
		...(premiumRequests > 0 ? [['Premium requests', formatPremium(premiumRequests)] satisfies [string, string]] : []),
		['Latency', formatLatency(accounts.latency)],
		...formatErrors(accounts.errors),
		[
			'Total cost',
			`${moneySpent(accounts)}${budgetUsd === null ? '' : ` of a ${budgetShared ? 'shared ' : ''}budget of ${money(budgetUsd)}`}`,
		],
		...Object.entries(byProvider).map(([name, own]): [string, string] => [
			cut(`  ${shownIn(room, withAlias(name))}`, room / 2),
			`${count(own.requests, 'request')}, ${formatTokens(own.tokens)}, ${moneySpent(own)}`,
		]),
	];
	const width = widestOf(rows.map(([name]) => name));
	const lines = rows.map(([name, value]) => hang(`${padEnd(name, width)}  `, width + 2, [value], room));
	return `${lines.join('')}${cacheHitRate === null ? '' : `${formatCacheHits(cacheHitRate)}\n`}`;
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

function formatErrors(errors: Accounts['errors']): [string, string][] {
	const parts = Object.entries(errors).map(([kind, times]) => `${kind} ${times}`);
	return parts.length === 0 ? [] : [['Errors', parts.join(', ')]];
}
