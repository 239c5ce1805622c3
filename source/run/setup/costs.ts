/** Questions of a team per month. */
export type Volume = {pullRequests: number; commentsEach: number};

/** For a team. */
export const usualVolume: Volume = {pullRequests: 100, commentsEach: 20};

/** US dollars; null if unknown, which is not the same as free. */
export type Cost = {perComment: number | null; perMonth: number | null; perThousandTokens: number | null};

/** Decimals of costs in tables. */
export const costParts = [
	{part: 'perComment', title: 'a comment', decimals: 4},
	{part: 'perMonth', title: 'a month', decimals: 2},
	{part: 'perThousandTokens', title: '1K tokens', decimals: 5},
] as const satisfies readonly {part: keyof Cost; title: string; decimals: number}[];

export type CostPart = (typeof costParts)[number];

/** A cost for a table: `0.0055`, or a question mark. */
export const formatCost = (cost: Cost, {part, decimals}: CostPart): string => cost[part]?.toFixed(decimals) ?? '?';

export const costOver = (perComment: number | null, perThousandTokens: number | null, volume: Volume): Cost => ({
	perComment,
	perMonth: perComment === null ? null : perComment * volume.pullRequests * volume.commentsEach,
	perThousandTokens,
});
