import {byName} from '../../../system/by-name.ts';
import {percent, seconds} from '../../../text/figures.ts';
import {formatCacheHits} from '../../report/model-report.ts';
import {isAccepted, type Verdict} from '../acceptance.ts';
import {adviceLines} from '../benchmark-document.ts';
import {costText} from '../cost-text.ts';
import {portionOf} from '../figures.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {isFew} from './measured.ts';
import {bullets, code, few, plain, reportTable} from './table.ts';

/** The basis of a choice: all providers at a glance, and which of them fits which use. */
export function choiceReport(result: BenchmarkResult, asked: readonly ProviderResult[]): string {
	const table = reportTable(asked, {
		provider: ({name}) => code(name),
		right: ({figures}) => percent(portionOf(figures.accuracy.all)),
		limits: ({verdicts}) => acceptedMark(verdicts),
		'comments and code': ({isLocal}) => (isLocal ? 'stay on this machine' : 'leave this machine'),
		median: ({figures}) => seconds(figures.latency?.p50Ms),
		P95: ({figures}) => few(seconds(figures.latency?.p95Ms), isFew.p95(figures.answered)),
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
	const cell = (verdict: Verdict, answered: number) =>
		`${words[verdict.verdict]}${verdict.value === null ? '' : ` (${shown(verdict, answered)})`}`;
	const cellOf =
		(limit: Verdict['limit']) =>
		({verdicts, figures}: ProviderResult) =>
			verdicts.map(verdict => (verdict.limit === limit ? cell(verdict, figures.answered) : '')).join('');
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

function shown({limit, value}: Verdict, answered: number): string {
	switch (limit) {
		case 'P95 under 5 s':
			return few(seconds(value), isFew.p95(answered));
		case 'P99 at most 10 s':
			return few(seconds(value), isFew.p99(answered));
		case 'success above 95 %':
			return percent(value);
		case 'confidence above 0.7':
			return value?.toFixed(2) ?? '';
	}
}

function acceptedMark(verdicts: readonly Verdict[]): string {
	const verdict = isAccepted(verdicts);
	return verdict === null ? 'unknown' : verdict ? '**PASS**' : '**FAIL**';
}
