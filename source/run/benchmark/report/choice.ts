import {byName} from '../../../system/by-name.ts';
import {percent, seconds} from '../../../text/figures.ts';
import {formatCacheHits} from '../../report/model-report.ts';
import {isAccepted, type Verdict} from '../acceptance.ts';
import {adviceLines} from '../benchmark-document.ts';
import {costText} from '../cost-text.ts';
import {portionOf} from '../figures.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {slowest} from './measured.ts';
import {bullets, code, plain, reportTable} from './table.ts';

/** The basis of a choice: all providers at a glance, and which of them fits which use. */
export function choiceReport(result: BenchmarkResult, asked: readonly ProviderResult[]): string {
	const table = reportTable(asked, {
		provider: ({name}) => code(name),
		right: ({figures}) => percent(portionOf(figures.accuracy.all)),
		limits: ({verdicts}) => acceptedMark(verdicts),
		'comments and code': ({isLocal}) => (isLocal ? 'stay on this machine' : 'leave this machine'),
		median: ({figures}) => seconds(figures.latency?.p50Ms),
		P95: one => slowest('p95', one),
		success: ({figures}) => percent(portionOf(figures.success)),
		'1,000 requests': one => costText(one, one.monthlyUsd?.at1000 ?? null),
	});
	const uses = adviceLines(result).map(
		({label, name, text}) => `**${label}**: ${name === null ? '' : `${code(name)} - `}${plain(text)}`,
	);
	return [
		table,
		`Right: the share of usable answers that are right in every aspect (see [Accuracy](#accuracy)). Success: the share of requests with a usable answer. ${apart}`,
		'Recommendation by use:',
		bullets(uses),
	].join('\n\n');
}

const apart =
	'Two providers *cannot be told apart* in quality if a paired test on the comments that both answered (see the [method](#how-it-was-measured)) finds no difference with 95% confidence, and in latency if the intervals of their P95 overlap.';

/** Each limit with the measured value. */
export function acceptance(providers: readonly ProviderResult[]): string {
	const cellOf = (limit: Verdict['limit']) => (one: ProviderResult) =>
		one.verdicts
			.filter(verdict => verdict.limit === limit)
			.map(({verdict, value}) => `${words[verdict]}${value === null ? '' : ` (${shown[limit](one)})`}`)
			.join('');
	const limits = providers[0]?.verdicts.map(({limit}) => limit) ?? [];
	const table = reportTable(providers, {
		provider: ({name}) => code(name),
		...byName(limits, cellOf),
		all: ({verdicts}) => acceptedMark(verdicts),
		right: ({figures}) => percent(portionOf(figures.accuracy.all)),
	});
	const note =
		"The limits do not include the share of right answers. *Investigate* is not a failure, but it is worth a look. pr-resolve's own cache is off during a benchmark.";
	const hits = providers.flatMap(({name, isLocal, figures: {cachedShare}}) =>
		cachedShare === null || isLocal ? [] : [`${code(name)}: ${formatCacheHits(cachedShare)}`],
	);
	const cached = hits.length > 0 ? ['Input tokens that providers read from their own caches:', bullets(hits)] : [];
	return [table, note, ...cached].join('\n\n');
}

const words: Readonly<Record<Verdict['verdict'], string>> = {
	pass: 'PASS',
	fail: '**FAIL**',
	investigate: '*investigate*',
	unknown: 'unknown',
};

/** What is measured against each limit. */
const shown: Readonly<Record<Verdict['limit'], (provider: ProviderResult) => string>> = {
	'P95 under 5 s': one => slowest('p95', one),
	'P99 at most 10 s': one => slowest('p99', one),
	'success above 95 %': ({figures}) => percent(portionOf(figures.success)),
	'confidence above 0.7': ({figures}) => figures.confidence?.toFixed(2) ?? '',
};

function acceptedMark(verdicts: readonly Verdict[]): string {
	const verdict = isAccepted(verdicts);
	return verdict === null ? 'unknown' : verdict ? '**PASS**' : '**FAIL**';
}
