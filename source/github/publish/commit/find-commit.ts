import * as z from 'zod/mini';
import type {CommitEnd, CommitOrder} from '../../../code-host/commit-order.ts';
import {runTrailersIn} from '../../../resolve/commit-message.ts';
import type {Client} from '../../client.ts';
import {listOf, maybe} from '../../shape.ts';
import {refusedWrite} from '../refused-write.ts';
import {commitDocuments} from './commit-documents.ts';

const oidShape = z.object({oid: z.string()});

const commitShape = z.extend(oidShape, {
	url: maybe(z.string()),
	parents: listOf(oidShape),
	tree: oidShape,
	message: z.string(),
	signature: maybe(z.object({isValid: z.boolean()})),
});

const historyShape = z.object({
	repository: z.object({ref: maybe(z.object({target: z.extend(oidShape, {history: listOf(commitShape)})}))}),
});

/** Where a branch is now, or the commit of the order if it is on it. */
export type FoundCommit =
	| Pick<Extract<CommitEnd, {kind: 'made'}>, 'kind' | 'oid' | 'url' | 'isSigned'>
	| {kind: 'at'; head: string}
	| Extract<CommitEnd, {kind: 'gone' | 'unknown'}>;

/**
 * Looks for the commit of an order on its branch, even if others were pushed after it. Another run may have made the same one,
 * but under its own id. @throws the signal's reason
 */
export async function findCommit(order: CommitOrder, reader: Client): Promise<FoundCommit> {
	const {repository, branch, expected, tree} = order;
	const trailers = runTrailersIn(order.message);
	const [owner, name] = repository.split('/');
	const answered = await reader.tryQuery({
		document: commitDocuments.history,
		variables: {owner, name, branch: `refs/heads/${branch}`},
		shape: historyShape,
		required: ['repository'],
		subject: {repository},
	});
	if ('failure' in answered) {
		const refused = refusedWrite(answered.failure, 0);
		return refused.kind === 'gone' ? refused : {kind: 'unknown', failure: answered.failure};
	}
	const {ref} = answered.data.repository;
	if (ref === null) return {kind: 'gone'};
	const {oid: head, history} = ref.target;
	const ours = history.find(
		({parents, tree: {oid}, message}) =>
			oid === tree &&
			parents.length === 1 &&
			parents[0]?.oid === expected &&
			trailers.every(trailer => message.includes(trailer)),
	);
	if (!ours) return {kind: 'at', head};
	return {kind: 'made', oid: ours.oid, url: ours.url, isSigned: ours.signature?.isValid ?? false};
}
