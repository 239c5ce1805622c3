import * as z from 'zod/mini';
import {endsAll} from '../../code-host/ends-all.ts';
import type {ListedPullRequest, ReadPullRequest} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import type {Client} from '../client.ts';
import {hiddenBySso} from '../facts.ts';
import {threadSizes, viewerShape} from '../pull-request.ts';
import type {Refusal} from '../request.ts';
import {pathVariables} from '../root-files.ts';
import {wholePullRequestQuery, wholePullRequestsQuery} from './list-documents.ts';
import {completeWhole, type WholeNode, wholeShape} from './whole-nodes.ts';

/** With one request. Ten times a hundred threads with fifty comments is a tenth of the nodes that GitHub allows. */
const mostAtOnce = 10;

/** Fine-grained tokens need a permission of its own for it. */
const optional = 'statusCheckRollup';

/**
 * Reads pull requests whole, ten with a request, and then what their first pages do not hold. Those that the host refuses
 * together are read in halves; one of which a part is missing is read by itself.
 * @param names of files in their root folders; null: nothing is read that only a plan needs
 * @throws Failure as the client's, if none was read before something went wrong that is the same for all
 */
export async function readEach<Listed extends ListedPullRequest>(
	client: Client,
	listed: readonly Listed[],
	names: readonly string[] | null,
	onRead: (listed: Listed, read: ReadPullRequest | Failure) => void,
): Promise<void> {
	const waiting = inBatches(listed, mostAtOnce);
	let isAnyRead = false;
	let end: Failure | null = null;
	const report = async (one: Listed, read: () => Promise<ReadPullRequest>) => {
		const result = end ?? (await read().catch(asFailure));
		if (!(result instanceof Failure)) isAnyRead = true;
		else if (endsAll(result)) end = result;
		if (end && !isAnyRead) throw end;
		onRead(one, result);
	};
	for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
		const together = batch.length > 1 && !end ? await readTogether(client, batch, names) : [];
		if (!('failure' in together)) {
			for (const [index, one] of batch.entries()) {
				const node = together[index];
				await report(one, () => (node ? completeWhole(client, node, names ?? []) : readAlone(client, one, names)));
			}
		} else if (together.isTooLarge || !endsAll(together.failure)) {
			waiting.unshift(...inBatches(batch, together.isTooLarge ? Math.ceil(batch.length / 2) : 1));
		} else {
			for (const one of batch) await report(one, () => Promise.reject(together.failure));
		}
	}
}

function asFailure(error: unknown): Failure {
	if (error instanceof Failure && error.kind !== 'interrupted') return error;
	throw error;
}

function inBatches<T>(items: readonly T[], size: number): (readonly T[])[] {
	return Array.from({length: Math.ceil(items.length / size)}, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}

/** Null for one that the response does not have whole. */
async function readTogether(
	client: Client,
	batch: readonly ListedPullRequest[],
	names: readonly string[] | null,
): Promise<(WholeNode | null)[] | Refusal> {
	const answered = await client.tryQuery({
		document: wholePullRequestsQuery(names?.length ?? null),
		variables: {ids: batch.map(({id}) => id), ...threadSizes, ...pathVariables(names ?? [])},
		shape: z.object({viewer: viewerShape, nodes: z.array(z.unknown())}),
		required: ['nodes'],
		isDivisible: true,
		optional,
	});
	if ('failure' in answered) return answered;
	const {data, errors, facts} = answered;
	return batch.map((_, index) => {
		const isWhole = errors.every(({path}) => path?.[0] === 'nodes' && path[1] !== index);
		const checked = wholeShape.safeParse(data.nodes[index]);
		const {viewer} = data;
		return isWhole && checked.success ? {...checked.data, viewer, incomplete: hiddenBySso(facts)} : null;
	});
}

async function readAlone(
	client: Client,
	{id, owner, name, number}: ListedPullRequest,
	names: readonly string[] | null,
): Promise<ReadPullRequest> {
	const {data, incomplete} = await client.query({
		document: wholePullRequestQuery(names?.length ?? null),
		variables: {id, ...pathVariables(names ?? [])},
		shape: z.object({viewer: viewerShape, node: wholeShape}),
		required: ['node'],
		sizes: threadSizes,
		subject: {repository: `${owner}/${name}`, number},
		optional,
	});
	return completeWhole(client, {...data.node, viewer: data.viewer, incomplete}, names ?? []);
}
