import {fineMoney, percent, seconds} from '../../../text/figures.ts';
import {formatCacheHits} from '../../report/cache-hits.ts';
import {isAccepted, type Verdict} from '../acceptance.ts';
import {portionOf} from '../figures.ts';
import type {BenchmarkResult, ProviderResult} from '../result.ts';
import {isFew} from './few.ts';
import {bullets, code, few, plain, reportTable} from './table.ts';

/** The basis of a choice: all providers at a glance, and which of them fits which use. */
export function choiceReport({advice}: BenchmarkResult, asked: readonly ProviderResult[]): string {
	const rows = asked.map(({name, figures, isLocal, isMetered, monthlyUsd, verdicts}) => [
		code(name),
		isLocal ? 'stay on this machine' : 'leave this machine',
		seconds(figures.latency?.p50Ms),
		few(seconds(figures.latency?.p95Ms), isFew.p95(figures.answered)),
		percent(portionOf(figures.success)),
		percent(portionOf(figures.accuracy.all)),
		isMetered ? fineMoney(monthlyUsd?.at1000 ?? null) : isLocal ? 'free' : 'free with subscription',
		acceptedMark(verdicts),
	]);
	const columns = ['provider', 'comments and code', 'median', 'P95', 'success', 'right', '1,000 requests', 'limits'];
	const uses = advice.map(({use, provider, why, close}) => {
		const others = close.length > 0 ? `; with so few answers, just as good: ${close.map(code).join(', ')}` : '';
		return `**${use}**: ${provider ? `${code(provider)} - ` : ''}${plain(why)}${others}`;
	});
	return [
		reportTable(columns, rows),
		'Success: usable answers. Right: usable answers that match the ground truth in every aspect.',
		'Recommendation by use:',
		bullets(uses),
	].join('\n\n');
}

/** Each limit with the measured value. */
export function acceptance(providers: readonly ProviderResult[]): string {
	const limits = providers[0]?.verdicts.map(({limit}) => limit) ?? [];
	const cell = (verdict: Verdict, answered: number) =>
		`${words[verdict.verdict]}${verdict.value === null ? '' : ` (${shown(verdict, answered)})`}`;
	const rows = providers.map(({name, verdicts, figures}) => [
		code(name),
		...verdicts.map(verdict => cell(verdict, figures.answered)),
		acceptedMark(verdicts),
	]);
	const note =
		"*Investigate* is not a failure, but it is worth a look. pr-resolve's own cache is off during a benchmark.";
	const hits = providers.flatMap(({name, isLocal, figures: {cachedShare}}) =>
		cachedShare === null || isLocal ? [] : [`${code(name)}: ${formatCacheHits(cachedShare)}`],
	);
	const cached = hits.length > 0 ? ['Input tokens that providers read from their own caches:', bullets(hits)] : [];
	return [reportTable(['provider', ...limits, 'all'], rows), note, ...cached].join('\n\n');
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
			return value!.toFixed(2);
	}
}

function acceptedMark(verdicts: readonly Verdict[]): string {
	const verdict = isAccepted(verdicts);
	return verdict === null ? 'unknown' : verdict ? '**PASS**' : '**FAIL**';
}
