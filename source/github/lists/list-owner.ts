import * as z from 'zod/mini';
import {endsAll} from '../../code-host/ends-all.ts';
import type {CountedEnd, FoundPull, ListEnd, OnCounted} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import type {Client} from '../client.ts';
import {pageOf} from '../nodes.ts';
import {newReceipt, type PagedConnection, type PagingContext, readAll} from '../paging.ts';
import {halvesOf} from '../repository-url.ts';
import {listDocuments} from './list-documents.ts';
import {readRepository} from './list-repository.ts';
import {listedRepositoryFields, listedShape} from './listed-nodes.ts';
import {hasOlder, type Selection, selected} from './selections.ts';

const accountShape = z.object({repositoryOwner: z.object({id: z.string(), login: z.string()})});
const namedShape = z.object({nameWithOwner: z.string()});

const repositoryShape = z.object({...listedRepositoryFields, pullRequests: pageOf(listedShape)});

type RepositoryNode = z.infer<typeof repositoryShape>;

/**
 * Lists pull requests of all repositories of an account, twenty repositories with a request. One that has more than
 * fifty of them, or that a response lacks, is read by itself: a response does not name what it lacks.
 * @throws Failure `account-not-found`, and as the client's if nothing can be listed
 */
export async function listOwner(
	client: Client,
	login: string,
	selection: Selection,
	onPage: OnCounted,
): Promise<CountedEnd> {
	const {account, incomplete} = await findAccount(client, login);
	const reading = {client, subject: {account: login}};
	const owned = {
		id: account.id,
		what: `repositories of ${account.login}`,
		key: ({nameWithOwner}: {nameWithOwner: string}) => nameWithOwner,
	};
	/** Names of repositories, each with whether the response had all of it. */
	const found = new Map<string, boolean>();
	const repositories: string[] = [];
	const pages = await readFarthest(reading, {
		...owned,
		...selection.documents.repositories,
		variables: selection.variables,
		shape: repositoryShape,
		sizes: {first: 20, inner: 50},
		onPage(_, nodes) {
			for (const node of nodes) found.set(node.nameWithOwner, isWhole(node, selection));
			const whole = nodes.filter(node => isWhole(node, selection));
			repositories.push(...whole.map(({nameWithOwner}) => nameWithOwner));
			const listed = whole.flatMap(node => selected(pullRequestsOf(node), node, selection, client.host.host));
			onPage(listed, {repositories: repositories.length});
		},
	});
	if (pages.gaps.length > 0) {
		const names = await readFarthest(reading, {
			...owned,
			...listDocuments.repositoryNames,
			shape: namedShape,
			onPage(_, nodes) {
				for (const {nameWithOwner} of nodes) if (!found.has(nameWithOwner)) found.set(nameWithOwner, false);
			},
		});
		if (names.failure && found.size === 0) throw names.failure;
		if (names.gaps.length > 0) incomplete.push(...pages.gaps, ...names.gaps);
	}
	const receipt = newReceipt();
	const unread: ListEnd['unread'][number][] = [];
	let end: Failure | null = null;
	for (const [repository, isRead] of found) {
		if (isRead) continue;
		try {
			if (end) throw end;
			const onOne = (page: readonly FoundPull[]) => onPage(page, {repositories: repositories.length});
			await readRepository({client, receipt}, halvesOf(repository), selection, onOne);
			repositories.push(repository);
			onOne([]);
		} catch (error) {
			if (!(error instanceof Failure) || error.kind === 'interrupted' || error.code === 'bad-credentials') throw error;
			if (endsAll(error)) end = error;
			unread.push({repository, failure: error});
		}
	}
	return {incomplete: [...new Set([...incomplete, ...receipt.incomplete])], unread, repositories};
}

async function findAccount(client: Client, login: string) {
	const {data, incomplete} = await client.query({
		document: listDocuments.account,
		variables: {login},
		shape: accountShape,
		required: ['repositoryOwner'],
		subject: {account: login},
	});
	return {account: data.repositoryOwner, incomplete};
}

/** Reads a list as far as it goes. `gaps` are sentences on what is missing. */
async function readFarthest<Node>(
	about: Omit<PagingContext, 'receipt'>,
	connection: PagedConnection<Node>,
): Promise<{gaps: string[]; failure: Failure | null}> {
	const receipt = newReceipt();
	const failure = await readAll({...about, receipt}, connection).then(
		() => null,
		(error: unknown) => {
			if (error instanceof Failure && error.kind === 'failed') return error;
			throw error;
		},
	);
	const end = failure ? [`The list of ${connection.what} ended early: ${failure.message}`] : [];
	return {gaps: [...receipt.incomplete, ...end], failure};
}

/** Whether the first page of its pull requests has all of them. */
function isWhole({pullRequests: {pageInfo, nodes}}: RepositoryNode, {isByUpdate, since}: Selection): boolean {
	if (nodes === null || nodes.includes(null)) return false;
	return !pageInfo.hasNextPage || (isByUpdate && hasOlder(nodes, since - 1));
}

const pullRequestsOf = ({pullRequests: {nodes}}: RepositoryNode) => (nodes ?? []).filter(node => node !== null);
