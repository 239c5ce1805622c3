/** What the host has that is not read yet, as far as it was asked. Times are in milliseconds. */
export type News = {
	/** When the host was last asked; null if it was not. */
	askedAt: number | null;
	/** How long it is left alone then. */
	waitMs: number;
	/** What waits to be read. */
	news: number;
};

const minuteMs = 60_000;
const mostMs = 60 * minuteMs;

export const noNews: News = {askedAt: null, waitMs: minuteMs, news: 0};

/** Whether the host may be asked again. */
export const isDue = ({askedAt, waitMs}: News, at: number): boolean => askedAt === null || at - askedAt >= waitMs;

/** After the host has answered; null: it was not asked. After a refusal it is left alone for twice as long. */
export function withAnswer<Of extends News>(known: Of, found: number | null | 'refused'): Of {
	if (found === null) return known;
	if (found === 'refused') return {...known, waitMs: Math.min(mostMs, known.waitMs * 2)};
	return {...known, waitMs: minuteMs, news: found};
}
