import * as z from 'zod/mini';
import type {ListEnd, OnCounted} from '../../code-host/lists.ts';
import type {Location, RepositoryName} from '../../code-host/location.ts';
import type {Client} from '../client.ts';
import {newReceipt, type Receipt, readAll} from '../paging.ts';
import {aboutPullRequest} from '../request.ts';
import {listDocuments} from './list-documents.ts';
import {type ListedRepository, listedRepositoryFields} from './listed-nodes.ts';
import type {Selection} from './selections.ts';

const repositoryShape = z.object({repository: z.object({...listedRepositoryFields, id: z.string()})});

/** Lists pull requests of a repository. @throws Failure `repository-not-found`, and as the client's */
export async function listRepository<Node extends {id: string}, Listed>(
	client: Client,
	repository: RepositoryName,
	selection: Selection<Node, Listed>,
	onPage: OnCounted<Listed>,
): Promise<ListEnd> {
	const receipt = newReceipt();
	const name = await readRepository({client, receipt}, repository, selection, page => onPage(page, {repositories: 1}));
	return {incomplete: [...receipt.incomplete], unread: [], repositories: [name]};
}

/** Reads pull requests of a repository; every page is reported. Returns its present name, `owner/name`. @throws Failure as {@link listRepository} */
export async function readRepository<Node extends {id: string}, Listed>(
	{client, receipt}: {client: Client; receipt: Receipt},
	{owner, name}: RepositoryName,
	selection: Selection<Node, Listed>,
	onPage: (page: readonly Listed[]) => void,
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
	const {isWanted, toListed} = selection;
	const report = (nodes: readonly Node[]) => onPage(nodes.filter(isWanted).map(node => toListed(repository, node)));
	await readStill({client, subject, receipt}, repository, selection, report);
	return repository.nameWithOwner;
}

/** How often a list that moves is read from its beginning. */
const mostPasses = 3;

/**
 * Reads a list to its end, or to what was updated too long ago. What was updated meanwhile has moved to the beginning, so that is
 * read again, to what came first before, until it is a single page.
 */
async function readStill<Node extends {id: string}, Listed>(
	reading: {client: Client; subject: {repository: string}; receipt: Receipt},
	{id, nameWithOwner}: ListedRepository & {id: string},
	{what, documents, variables, shape, updated, since}: Selection<Node, Listed>,
	report: (nodes: readonly Node[]) => void,
): Promise<void> {
	const pulls = {...documents.pullRequests, what: `${what} of ${nameWithOwner}`, id, variables, shape};
	let after = since - 1;
	for (let pass = 1; pass <= mostPasses; pass += 1) {
		let first: Node | undefined;
		let pages = 0;
		await readAll<Node>(reading, {
			...pulls,
			key: node => node.id,
			...(updated && {isLast: nodes => nodes.some(node => node !== null && updated(node) <= after)}),
			onPage(_, fresh) {
				pages += 1;
				first ??= fresh[0];
				report(fresh);
			},
		});
		if (updated === null || first === undefined || pages < 2) return;
		after = updated(first);
	}
	reading.receipt.incomplete.add(`The ${pulls.what} changed while they were read: some may be missing.`);
}

/** Reads one pull request as lists have it. @throws Failure `pull-request-not-found`, and as {@link listRepository} */
export async function readListed<Node, Listed>(
	client: Client,
	location: Location,
	{documents, shape, toListed}: Selection<Node, Listed>,
): Promise<Listed> {
	const {data} = await client.query({
		...aboutPullRequest(location),
		document: documents.pullRequest,
		shape: z.object({repository: z.object({...listedRepositoryFields, pullRequest: shape})}),
	});
	return toListed(data.repository, data.repository.pullRequest);
}
