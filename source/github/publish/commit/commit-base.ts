import * as z from 'zod/mini';
import type {CommitOrder} from '../../../code-host/commit-order.ts';
import type {Client} from '../../client.ts';
import type {Refusal} from '../../request.ts';
import {listOf, maybe} from '../../shape.ts';
import {isOfApp} from '../../token.ts';
import {commitDocuments} from './commit-documents.ts';

/** What a commit by parts is built on. */
export type CommitBase = {
	/** Node id of the repository. */
	repository: string;
	isBranch: boolean;
	/** Object id of the tree of the expected commit; null if the repository has no such commit. */
	tree: string | null;
	requiresSignatures: boolean;
	/** Whether GitHub signs what the token commits: what apps commit, also with a workflow's GITHUB_TOKEN, but not what people do. */
	isSigned: boolean;
};

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

/** @throws the signal's reason */
export async function readCommitBase(
	{repository, branch, expected}: CommitOrder,
	reader: Client,
): Promise<CommitBase | Refusal> {
	const [owner, name] = repository.split('/');
	const variables = {owner, name, branch: `refs/heads/${branch}`, expected};
	const ask = (document: string) =>
		reader.tryQuery({document, variables, shape: baseShape, required: ['repository'], subject: {repository}});
	let answered = await ask(commitDocuments.base);
	if ('failure' in answered && answered.failure.code === 'query-refused') answered = await ask(commitDocuments.oldBase);
	if ('failure' in answered) return answered;
	const {viewer, repository: found} = answered.data;
	return {
		repository: found.id,
		isBranch: found.ref !== null,
		tree: found.object?.tree?.oid ?? null,
		requiresSignatures:
			found.ref?.refUpdateRule?.requiresSignatures === true ||
			(found.ref?.rules.some(({type}) => type === 'REQUIRED_SIGNATURES') ?? false),
		isSigned: (reader.token !== null && isOfApp(reader.token)) || viewer.login.endsWith('[bot]'),
	};
}
