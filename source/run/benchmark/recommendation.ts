import {percent} from '../../text/figures.ts';
import {type AdviceRank, type AdviceRule, adviceRules, latencyRank, limitRank, unfit} from './advice-rules.ts';
import {portionOf} from './figures.ts';
import {type Advice, type ProviderResult, uses} from './result.ts';

/** Recommends one of the providers with usable answers for each use, if possible one within the limits. */
export function advise(providers: readonly ProviderResult[]): Advice[] {
	const measured = providers.filter(({figures}) => figures.requests > 0);
	const serving = measured.filter(({figures}) => figures.success.hits > 0);
	return uses.map((use): Advice => {
		const {ranks, why, none} = adviceRules[use];
		const fitting = serving.filter(one => ranks.every(rank => rank(one) < unfit));
		const [best, ...others] = fitting.toSorted(byRanks([...ranks, latencyRank]));
		if (!best) return {use, provider: null, why: none(measured), close: [], comparedOn: null, better: []};
		return {
			use,
			provider: best.name,
			why: [...rightShare(best), why(best, measured), ...missedLimits(best)].join(', '),
			...closeTo(best, others, adviceRules[use]),
			better: betterThan(best, others, adviceRules[use]),
		};
	});
}

const byRanks = (ranks: readonly AdviceRank[]) => (one: ProviderResult, other: ProviderResult) =>
	ranks.reduce((order, rank) => order || rank(one) - rank(other), 0);

/** Those as far within the limits as the best. */
function closeTo(
	best: ProviderResult,
	others: readonly ProviderResult[],
	{compare}: AdviceRule,
): Pick<Advice, 'close' | 'comparedOn'> {
	const close = others.flatMap(other => {
		const comparison = limitRank(other) === limitRank(best) ? compare?.(best, other) : undefined;
		return comparison?.isToldApart === false ? [{name: other.name, on: comparison.on}] : [];
	});
	const [least] = close.map(({on}) => on).toSorted((a, b) => a.answers - b.answers);
	return {close: close.map(({name}) => name), comparedOn: least ?? null};
}

/** Those that only a limit keeps from being the best. */
function betterThan(best: ProviderResult, others: readonly ProviderResult[], {ranks, compare}: AdviceRule): string[] {
	const order = byRanks(ranks.filter(rank => rank !== limitRank));
	return others
		.filter(other => limitRank(other) > limitRank(best) && order(other, best) < 0)
		.filter(other => compare?.(other, best).isToldApart === true)
		.map(({name}) => name);
}

function missedLimits({verdicts}: ProviderResult): string[] {
	const missed = verdicts.filter(({verdict}) => verdict === 'fail').map(({limit}) => limit);
	return missed.length === 0 ? [] : [`misses ${missed.length === 1 ? 'a limit' : 'limits'}: ${missed.join(', ')}`];
}

/** First, because no other figure is worth anything without it; nothing if it is unknown. */
function rightShare({figures: {accuracy}}: ProviderResult): string[] {
	const share = portionOf(accuracy.all);
	return share === null ? [] : [`${percent(share)} right`];
}
