import * as z from 'zod/mini';
import type {CountedEnd, FoundPull, OnCounted} from '../../code-host/lists.ts';
import type {Location, RepositoryName} from '../../code-host/location.ts';
import type {Client} from '../client.ts';
import {newReceipt, type Receipt, readAll} from '../paging.ts';
import {aboutPullRequest} from '../request.ts';
import {listDocuments} from './list-documents.ts';
import {type ListedNode, type ListedRepository, listedRepositoryFields, listedShape, toListed} from './listed-nodes.ts';
import {hasOlder, type Selection, selected} from './selections.ts';

const repositoryShape = z.object({repository: z.object({...listedRepositoryFields, id: z.string()})});

/** Lists pull requests of a repository. @throws Failure `repository-not-found`, and as the client's */
export async function listRepository(
	client: Client,
	repository: RepositoryName,
	selection: Selection,
	onPage: OnCounted,
): Promise<CountedEnd> {
	const receipt = newReceipt();
	const name = await readRepository({client, receipt}, repository, selection, page => onPage(page, {repositories: 1}));
	return {incomplete: [...receipt.incomplete], unread: [], repositories: [name]};
}

/** Reads pull requests of a repository; every page is reported. Returns its present name, `owner/name`. @throws Failure as {@link listRepository} */
export async function readRepository(
	{client, receipt}: {client: Client; receipt: Receipt},
	{owner, name}: RepositoryName,
	selection: Selection,
	onPage: (page: readonly FoundPull[]) => void,
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
	const report = (nodes: readonly ListedNode[]) => onPage(selected(nodes, repository, selection, client.host.host));
	await readStill({client, subject, receipt}, repository, selection, report);
	return repository.nameWithOwner;
}

/** How often a list that moves is read from its beginning. */
const mostPasses = 3;

/**
 * Reads a list to its end, or to what was updated too long ago. What was updated meanwhile has moved to the beginning, so that is
 * read again, to what came first before, until it is a single page.
 */
async function readStill(
	reading: {client: Client; subject: {repository: string}; receipt: Receipt},
	{id, nameWithOwner}: ListedRepository & {id: string},
	{what, documents, variables, isByUpdate, since}: Selection,
	report: (nodes: readonly ListedNode[]) => void,
): Promise<void> {
	const pulls = {...documents.pullRequests, what: `${what} of ${nameWithOwner}`, id, variables, shape: listedShape};
	let after = since - 1;
	for (let pass = 1; pass <= mostPasses; pass += 1) {
		let first: ListedNode | undefined;
		let pages = 0;
		await readAll<ListedNode>(reading, {
			...pulls,
			key: node => node.id,
			...(isByUpdate && {isLast: nodes => hasOlder(nodes, after)}),
			onPage(_, fresh) {
				pages += 1;
				first ??= fresh[0];
				report(fresh);
			},
		});
		if (!isByUpdate || first === undefined || pages < 2) return;
		after = Date.parse(first.updatedAt);
	}
	reading.receipt.incomplete.add(`The ${pulls.what} changed while they were read: some may be missing.`);
}

/** Lists one pull request, whatever its state is. @throws Failure `pull-request-not-found`, and as {@link listRepository} */
export async function listOne(
	client: Client,
	location: Location,
	{documents}: Selection,
	onPage: OnCounted,
): Promise<CountedEnd> {
	const {data} = await client.query({
		...aboutPullRequest(location),
		document: documents.pullRequest,
		shape: z.object({repository: z.object({...listedRepositoryFields, pullRequest: listedShape})}),
	});
	const {pullRequest, ...repository} = data.repository;
	onPage([toListed(client.host.host, repository, pullRequest)], {repositories: 1});
	return {incomplete: [], unread: [], repositories: [repository.nameWithOwner]};
}
