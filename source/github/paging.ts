import * as z from 'zod/mini';
import type {Client} from './client.ts';
import {pageOf} from './nodes.ts';
import {afterPage, fullPages} from './page-sizes.ts';
import type {ConnectionQuery} from './queries.ts';
import type {PageSizes} from './request.ts';
import {badAnswer, type Subject} from './trouble.ts';

/** Pages read so far, and sentences on what is missing. */
export type Receipt = {pages: number; incomplete: Set<string>};

export const newReceipt = (): Receipt => ({pages: 0, incomplete: new Set()});

/** Progress through a connection. `what` in plain words: `review threads`. */
export type PageProgress = {what: string; fetched: number; total: number};

export type Page<Node> = z.infer<ReturnType<typeof pageOf<z.ZodMiniType<Node>>>>;

export type PagedConnection<Node> = ConnectionQuery & {
	/** Name for progress and for sentences on what is missing. */
	what: string;
	/** Node id of the object that the connection belongs to. */
	id: string;
	/** Of the document, besides those of paging. */
	variables?: Record<string, unknown>;
	shape: z.ZodMiniType<Node>;
	/** Identity of a node, which can appear on two pages: a list can change while it is read. */
	key: (node: Node) => string;
	/** Default: a hundred nodes. */
	sizes?: PageSizes;
	/** First page, if it came with another response. */
	first?: Page<Node> | null;
	/** Called after every requested page, with the nodes that are new. */
	onPage?: (progress: PageProgress, fresh: Node[]) => void;
	/** Whether nothing after this page is wanted. If it is asked, a total says nothing about what is missing. Default: no. */
	isLast?: (nodes: readonly (Node | null)[]) => boolean;
};

export type PagingContext = {client: Client; subject: Subject; receipt: Receipt};

/** A list that changes while it is read can repeat a page and grow a little. Beyond these bounds it has no end. */
const mostIdle = 3;
const mostNodes = (total: number) => 2 * total + 1000;

/**
 * Follows a connection to its end, to the last page that is wanted, or until it proves to have none. The receipt lists what the host did not send.
 * Null if it did not send the connection at all.
 * @throws Failure as the client's; failed `bad-answer` if a cursor does not advance
 */
export async function readAll<Node>(reading: PagingContext, connection: PagedConnection<Node>): Promise<Node[] | null> {
	const {client, receipt} = reading;
	const {what, key, onPage, isLast} = connection;
	const nodes = new Map<string, Node>();
	const cursors = new Set<string | null>();
	let growth = fullPages(connection.sizes ?? {first: 100});
	let page = connection.first ?? null;
	let after: string | null = null;
	let idle = 0;
	let most = Number.POSITIVE_INFINITY;
	const readNext = async () => {
		const sent = await readPage(reading, connection, growth.sizes, after);
		growth = afterPage(growth, sent.sizes);
		return sent.page;
	};
	for (;;) {
		page ??= await readNext();
		if (!page) {
			receipt.incomplete.add(`${client.host.host} did not send the ${what}.`);
			return nodes.size > 0 ? [...nodes.values()] : null;
		}
		const known = nodes.size;
		most = Math.min(most, mostNodes(page.totalCount));
		for (const node of page.nodes ?? []) if (node) nodes.set(key(node), node);
		const progress = {what, fetched: nodes.size, total: page.totalCount};
		if (page !== connection.first) onPage?.(progress, [...nodes.values().drop(known)]);
		const {hasNextPage, endCursor} = page.pageInfo;
		if (!hasNextPage) break;
		if (isLast?.(page.nodes ?? [])) return [...nodes.values()];
		if (endCursor === null || cursors.has(endCursor) || !page.nodes?.length) {
			throw badAnswer(client, `there are more ${what}, but the cursor for them is missing`);
		}
		idle = nodes.size > known ? 0 : idle + 1;
		if (idle === mostIdle || nodes.size > most) {
			receipt.incomplete.add(
				`${client.host.host} kept sending more pages of ${what}; reading stopped at ${nodes.size}.`,
			);
			break;
		}
		cursors.add(endCursor);
		after = endCursor;
		page = null;
	}
	if (isLast === undefined && nodes.size < page.totalCount) {
		receipt.incomplete.add(`Only ${nodes.size} of ${page.totalCount} ${what} could be read.`);
	}
	return [...nodes.values()];
}

/** `sizes`: those that the host accepted. */
type SentPage<Node> = {page: Page<Node> | null; sizes: PageSizes};

async function readPage<Node>(
	{client, subject, receipt}: PagingContext,
	{document, id, variables, field, shape}: PagedConnection<Node>,
	asked: PageSizes,
	after: string | null,
): Promise<SentPage<Node>> {
	const {data, incomplete, sizes} = await client.query({
		document,
		variables: {...variables, id, after},
		shape: z.object({node: z.record(z.string(), z.nullable(pageOf(shape)))}),
		required: ['node'],
		sizes: asked,
		subject,
	});
	receipt.pages += 1;
	for (const sentence of incomplete) receipt.incomplete.add(sentence);
	const page = data.node[field];
	if (page === undefined) throw badAnswer(client, `node.${field} is missing`);
	return {page, sizes};
}
