import * as z from 'zod/mini';

/** A value that may be null or missing; both read as null. */
export function maybe<T extends z.ZodMiniType>(schema: T) {
	return z._default(z.nullable(schema), null);
}

/** Ids come as numbers (REST), strings (GraphQL's BigInt) or, above 2^53 through Octokit, as bigint. */
export const idShape = z.pipe(
	z.union([z.string(), z.int(), z.bigint()], {error: 'expected a number or a string'}),
	z.transform(id => String(id)),
);

/** A 1-based line; 0 is how some tools write "none". */
export const lineShape = z.pipe(
	z.int().check(z.nonnegative()),
	z.transform(line => (line === 0 ? null : line)),
);

/** A list as GraphQL's connection (`{nodes: [...]}`) or as a plain array; null is empty, null nodes are skipped. */
export function listOf<T extends z.ZodMiniType>(schema: T) {
	const nodes = z.transform((value: unknown) => {
		const list = isConnection(value) ? value.nodes : value;
		return Array.isArray(list) ? list.filter(node => node !== null) : (list ?? []);
	});
	return z._default(z.pipe(nodes, z.array(schema)), []);
}

type ConnectionValue = {
	nodes: unknown;
	totalCount?: unknown;
	pageInfo?: {hasNextPage?: unknown; hasPreviousPage?: unknown} | null;
};

export const isConnection = (value: unknown): value is ConnectionValue =>
	typeof value === 'object' && value !== null && 'nodes' in value;

/** The nodes of a connection or a plain array, without null. */
export function nodesOf(list: unknown): unknown[] {
	const nodes = isConnection(list) ? list.nodes : list;
	return Array.isArray(nodes) ? nodes.filter(node => node !== null) : [];
}
