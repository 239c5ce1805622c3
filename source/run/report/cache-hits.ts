/** The share, 0 to 1, that a cache should serve: the customer's target. */
const target = 0.3;

const wholePercent = (share: number) => `${Math.round(share * 100)}%`;

/** `cache hits 41% (target above 30%)` */
export const formatCacheHits = (share: number): string =>
	`cache hits ${wholePercent(share)} (target above ${wholePercent(target)})`;
