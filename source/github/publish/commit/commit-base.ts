import * as z from 'zod/mini';
import type {CommitOrder} from '../../../code-host/commit-order.ts';
import type {Client} from '../../client.ts';
import type {Refusal} from '../../request.ts';
import {listOf, maybe} from '../../shape.ts';
import {isOfApp} from '../../token.ts';
import {commitDocuments} from './commit-documents.ts';
import type {TriedCommit} from './refused-commit.ts';

/** What a commit by parts is built on: node id of the repository, and object id of the tree of the expected commit. */
type CommitBase = {repository: string; tree: string};

const refShape = z.object({
	refUpdateRule: maybe(z.object({requiresSignatures: maybe(z.boolean())})),
	rules: listOf(z.object({type: z.string()})),
});

const baseShape = z.object({
	viewer: z.object({login: z.string()}),
	repository: z.object({
		id: z.string(),
		object: maybe(z.object({tree: maybe(z.object({oid: z.string()}))})),
		ref: maybe(refShape),
	}),
});

/** @returns how the commit ends, if there can be none. @throws the signal's reason */
export async function readCommitBase(
	{repository, branch, expected}: CommitOrder,
	reader: Client,
): Promise<CommitBase | Refusal | TriedCommit> {
	const [owner, name] = repository.split('/');
	const variables = {owner, name, branch: `refs/heads/${branch}`, expected};
	const ask = (document: string) =>
		reader.tryQuery({document, variables, shape: baseShape, required: ['repository'], subject: {repository}});
	let answered = await ask(commitDocuments.base);
	if ('failure' in answered && answered.failure.code === 'query-refused') answered = await ask(commitDocuments.oldBase);
	if ('failure' in answered) return answered;
	const {viewer, repository: found} = answered.data;
	const {ref} = found;
	if (ref === null) return {kind: 'gone'};
	const tree = found.object?.tree ?? null;
	if (tree === null) return {kind: 'unclear', otherwise: {kind: 'stale', head: expected}, isTooSlow: false};
	const requiresSignatures =
		ref.refUpdateRule?.requiresSignatures === true || ref.rules.some(({type}) => type === 'REQUIRED_SIGNATURES');
	// GitHub signs what apps commit, also with a workflow's GITHUB_TOKEN, but not what people do.
	const isSigned = (reader.token !== null && isOfApp(reader.token)) || viewer.login.endsWith('[bot]');
	if (requiresSignatures && !isSigned) return {kind: 'unsigned'};
	return {repository: found.id, tree: tree.oid};
}
