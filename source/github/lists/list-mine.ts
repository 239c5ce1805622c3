import {endsAll} from '../../code-host/ends-all.ts';
import type {ListEnd, ListedPullRequest, MineFilter, OnListed} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {oneLine} from '../../text/shorten.ts';
import type {Client} from '../client.ts';
import type {Refusal} from '../request.ts';
import {isOfApp} from '../token.ts';
import {tokenOfApp} from '../trouble.ts';
import {readSearch, type Search, type SearchPage, searchesFor} from './search-pages.ts';

/**
 * Lists open pull requests of the token's account, the last update first. The pages of a single search are reported as they
 * arrive, the results of several together.
 * @throws Failure usage `bad-name`; authentication `app-token`, if that of an app finds nothing; failed `search-refused`, and
 * as the client's, if nothing can be searched
 */
export async function listMine(client: Client, filter: MineFilter, onPage: OnListed): Promise<ListEnd> {
	const searches = searchesFor(filter);
	const found = new Map<string, ListedPullRequest>();
	const incomplete = new Set<string>();
	const take = (page: SearchPage) => {
		for (const sentence of page.incomplete) incomplete.add(sentence);
		const fresh = page.items.filter(({id}) => !found.has(id));
		for (const item of fresh) found.set(item.id, item);
		return fresh;
	};

	/** One search sends the pages in order. */
	let isInOrder = searches.length === 1;
	let isOld = false;
	const read = async (search: Search): Promise<Refusal | null> => {
		if (!isOld) {
			const refused = await readSearch(client, search.all, page => {
				const fresh = take(page);
				if (isInOrder) onPage(fresh, page.total);
			});
			if (refused?.status !== 422) return refused;
		}
		// An old server, and one that does not find a name, refuse with the same words.
		isInOrder = false;
		const refused = await readRoles(client, search, take);
		isOld ||= refused === null;
		return refused;
	};
	const unread = new Map<string | null, Failure>();
	let end: Refusal | null = null;
	for (const search of searches) {
		const refused: Refusal | null = end ?? (await read(search));
		if (!refused) continue;
		if (refused.failure.code === 'bad-credentials') throw refused.failure;
		if (endsAll(refused.failure)) end = refused;
		unread.set(search.place, searchFailure(refused, search, client));
	}
	const [first] = unread.values();
	if (found.size === 0) {
		// An app is not found, or has nothing: which of both GitHub does not say.
		if (client.token && isOfApp(client.token) && (!first || first.code === 'search-refused'))
			throw tokenOfApp(client.token);
		if (first) throw first;
	}
	if (!isInOrder) {
		onPage(
			[...found.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0)),
			found.size,
		);
	}
	const everywhere = unread.get(null);
	if (everywhere) incomplete.add(`The list of your pull requests ended early: ${everywhere.message}`);
	return {
		incomplete: [...incomplete],
		unread: [...unread].flatMap(([place, failure]) => (place === null ? [] : {repository: place, failure})),
	};
}

/** Searches for each role by itself. Returns what the host did not accept; null if it sent all. */
async function readRoles(client: Client, {each}: Search, take: (page: SearchPage) => unknown): Promise<Refusal | null> {
	for (const {text, author} of each) {
		const isBy = (item: ListedPullRequest) => author === null || item.author?.toLowerCase() === author.toLowerCase();
		const refused = await readSearch(client, text, page => take({...page, items: page.items.filter(isBy)}));
		if (refused) return refused;
	}
	return null;
}

function searchFailure({status, failure, errors}: Refusal, {place}: Search, {host}: Client): Failure {
	if (status !== 422) return failure;
	const said = oneLine(errors.at(-1)?.message ?? '');
	return new Failure(
		'failed',
		'search-refused',
		`${host.host} cannot search ${place ?? 'for these pull requests'}: ${said}`,
		'Check the names. They may not exist, or the token may not see them.',
	);
}
