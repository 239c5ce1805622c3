import {refusal} from './errors.ts';

export type PageArguments = {first?: number; last?: number; after?: string | null};

/**
 * A connection's page of items; only those on it are made into nodes. Cursors are opaque to clients; here they hold the
 * number of nodes before the next page.
 */
export function page<T>(
	items: readonly T[],
	{first, last, after}: PageArguments,
	cap: number,
	toNode: (item: T) => unknown = item => item,
) {
	if (last !== undefined) return {totalCount: items.length, nodes: items.slice(-last).map(toNode)};
	if (first === undefined) {
		throw refusal('MISSING_PAGINATION_BOUNDARIES', 'You must provide a `first` or `last` value.');
	}
	if (first < 1 || first > 100) throw refusal('EXCESSIVE_PAGINATION', `Requesting ${first} records exceeds the limit.`);
	const start = after ? Number(Buffer.from(after, 'base64').toString().replace('cursor:', '')) : 0;
	if (!Number.isInteger(start)) throw refusal('INVALID_CURSOR_ARGUMENTS', `\`${after}\` is not a valid cursor.`);
	const end = Math.min(start + Math.min(first, cap), items.length);
	return {
		totalCount: items.length,
		pageInfo: {
			hasNextPage: end < items.length,
			endCursor: end > start ? Buffer.from(`cursor:${end}`).toString('base64') : null,
		},
		nodes: items.slice(start, end).map(toNode),
	};
}
