import {type MetricRow, type Totals, totalsByChoice, totalsOf} from '../../llm/metrics.ts';
import {idOfChoice} from '../../llm/providers/registry.ts';
import {pick} from '../../system/by-name.ts';
import type {AskingEnd, StoppedBy} from '../asking/asking-end.ts';
import type {RunState} from '../state.ts';
import {askingOf} from './ending.ts';

/** What of the totals is in a report, in its order. */
const accounts = [
	'requests',
	'cacheHits',
	'sharedHits',
	'tokens',
	'premiumRequests',
	'costUsd',
	'unknownCosts',
	'latency',
	'errors',
] as const;

type ModelAccounts = Pick<Totals, (typeof accounts)[number]>;

/** The accounts of the model requests of a run. Money is in US dollars, latency in milliseconds. */
export type ModelReport = ModelAccounts & {
	/** Null where no model was asked. */
	provider: string | null;
	model: string | null;
	/** Where the texts went. */
	address: string | null;
	/** Findings that a model was to be asked about. */
	questions: number;
	/** Findings that brought code of their own. */
	avoided: number;
	/** The share of all answers (kept, shared in flight, fresh; a second one after a repair counts) that came from the cache, 0 to 1; null of none. */
	cacheHitRate: number | null;
	/** What the questions were thought to cost; null where the price is not known. */
	estimateUsd: number | null;
	budgetUsd: number | null;
	/** Runs on other machines spend from the same budget. */
	budgetShared: boolean;
	stoppedBy: StoppedBy | null;
	/** How the questions of this run ended; the other figures are of all runs with the same account. Null where no model was asked. */
	asking: AskingEnd | null;
	byProvider: Record<string, ModelAccounts>;
};

export function reportModel(state: Pick<RunState, 'model' | 'findings'>): ModelReport {
	const {model} = state;
	const metrics = model?.metrics ?? null;
	const asking = askingOf(state);
	const {byProvider, ...sums} = accountsOf(metrics?.rows ?? []);
	return {
		provider: model?.provider.provider ?? null,
		model: model?.provider.model ?? null,
		address: model?.provider.address ?? null,
		questions: asking?.questions ?? 0,
		avoided: metrics?.avoided ?? 0,
		...sums,
		estimateUsd: model ? model.estimateUsd : 0,
		budgetUsd: metrics?.budget.limitUsd ?? null,
		budgetShared: metrics?.budget.isShared ?? false,
		stoppedBy: asking?.stoppedBy ?? null,
		asking,
		byProvider,
	};
}

/** The same with the accounts of these requests, which include those of other processes. */
export function withRequests(report: ModelReport, rows: readonly MetricRow[]): ModelReport {
	const own = accountsOf(rows);
	const {costUsd, unknownCosts} = own;
	const [first] = rows;
	return {
		...report,
		provider: report.provider ?? first?.choice.provider ?? null,
		model: report.model ?? first?.choice.model ?? null,
		...own,
		asking: report.asking && {...report.asking, costUsd, unknownCosts},
	};
}

function accountsOf(rows: readonly MetricRow[]) {
	const totals = totalsOf(rows);
	const byProvider = totalsByChoice(rows).map(each => [idOfChoice(each.choice), pick(each.totals, accounts)] as const);
	return {...pick(totals, accounts), cacheHitRate: hitRateOf(totals), byProvider: Object.fromEntries(byProvider)};
}

function hitRateOf({cacheHits, joined, answered}: Totals): number | null {
	const answers = cacheHits + joined + answered;
	return answers === 0 ? null : cacheHits / answers;
}

/** The share, 0 to 1, that a cache should serve: the customer's target. */
const target = 0.3;

const wholePercent = (share: number) => `${Math.round(share * 100)}%`;

/** `cache hits 41% (target above 30%)` */
export const formatCacheHits = (share: number): string =>
	`cache hits ${wholePercent(share)} (target above ${wholePercent(target)})`;
