import * as z from 'zod/mini';
import type {CountedPullRequest, ListEnd, OnCounted} from '../../code-host/lists.ts';
import type {Location, RepositoryName} from '../../code-host/location.ts';
import type {Client} from '../client.ts';
import {newReceipt, type Receipt, readAll} from '../paging.ts';
import {listDocuments} from './list-documents.ts';
import {countedShape, listedRepositoryFields, toCounted} from './listed-nodes.ts';

const repositoryShape = z.object({repository: z.object({...listedRepositoryFields, id: z.string()})});

/** Lists the open pull requests of a repository. @throws Failure `repository-not-found`, and as the client's */
export async function listRepository(client: Client, repository: RepositoryName, onPage: OnCounted): Promise<ListEnd> {
	const receipt = newReceipt();
	const name = await readRepository(client, repository, receipt, page => onPage(page, {repositories: 1}));
	return {incomplete: [...receipt.incomplete], unread: [], repositories: [name]};
}

/** Reads the open pull requests of a repository; every page is reported. Returns its present name, `owner/name`. @throws Failure as {@link listRepository} */
export async function readRepository(
	client: Client,
	{owner, name}: RepositoryName,
	receipt: Receipt,
	onPage: (page: readonly CountedPullRequest[]) => void,
): Promise<string> {
	const subject = {repository: `${owner}/${name}`};
	const {data, incomplete} = await client.query({
		document: listDocuments.repository,
		variables: {owner, name},
		shape: repositoryShape,
		required: ['repository'],
		subject,
	});
	const {repository} = data;
	for (const sentence of incomplete) receipt.incomplete.add(sentence);
	await readAll(
		{client, subject, receipt},
		{
			what: `open pull requests of ${repository.nameWithOwner}`,
			document: listDocuments.pullRequests,
			id: repository.id,
			field: 'pullRequests',
			shape: countedShape,
			key: ({id}) => id,
			sizes: {first: 100},
			onPage: (_, fresh) => onPage(fresh.map(node => toCounted(repository, node))),
		},
	);
	return repository.nameWithOwner;
}

const oneShape = z.object({repository: z.object({...listedRepositoryFields, pullRequest: countedShape})});

/** Reads one pull request as lists have it. @throws Failure `pull-request-not-found`, and as {@link listRepository} */
export async function readListed(client: Client, {owner, name, number}: Location): Promise<CountedPullRequest> {
	const {data} = await client.query({
		document: listDocuments.pullRequest,
		variables: {owner, name, number},
		shape: oneShape,
		required: ['repository', 'pullRequest'],
		subject: {repository: `${owner}/${name}`, number},
	});
	return toCounted(data.repository, data.repository.pullRequest);
}
