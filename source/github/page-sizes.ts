import type {PageSizes} from './request.ts';

/** Below this, objects in a page are seldom whole, and reading the rest of each costs more than a small page saves. */
const leastInner = 10;

/**
 * What to request if the host rejects these sizes as too large: fewer objects, and only of a single one fewer of what is in
 * it. Null if there is nothing smaller.
 */
export function smallerPages(sizes: PageSizes): PageSizes | null {
	const {first = 1, inner = 1} = sizes;
	if (first > 1) return {...sizes, first: Math.floor(first / 2)};
	return inner > leastInner ? {...sizes, inner: Math.max(leastInner, Math.floor(inner / 2))} : null;
}

/** Which sizes the pages of a list are requested with. They grow back after a page that had to be smaller. */
export type PageGrowth = {
	/** For the next page. */
	sizes: PageSizes;
	/** Of a page that the host did not reject yet. */
	full: PageSizes;
	/** Whether `sizes` are larger than what the host sent last. */
	isTrial: boolean;
	/** Pages to read before the next trial, of `waits`: twice as many each time that one is rejected. */
	left: number;
	waits: number;
};

export const fullPages = (full: PageSizes): PageGrowth => ({sizes: full, full, isTrial: false, left: 1, waits: 1});

/** The sizes for the next page. @param sent those that the host accepted for the last one */
export function afterPage({sizes, full, isTrial, left, waits}: PageGrowth, sent: PageSizes): PageGrowth {
	const isRejected = !isSame(sent, sizes);
	const now = isTrial ? (isRejected ? 2 * waits : 1) : waits;
	const rest = (isRejected || isTrial ? now : left) - 1;
	if (isSame(sent, full) || rest > 0) return {sizes: sent, full, isTrial: false, left: rest, waits: now};
	return {sizes: doubled(sent, full), full, isTrial: true, left: 0, waits: now};
}

const names = ['first', 'inner'] as const;

const isSame = (some: PageSizes, others: PageSizes) => names.every(name => some[name] === others[name]);

const doubled = (sizes: PageSizes, full: PageSizes): PageSizes =>
	Object.fromEntries(
		names.flatMap(name => {
			const [most, size] = [full[name], sizes[name]];
			return most && size ? [[name, Math.min(most, 2 * size)]] : [];
		}),
	);
