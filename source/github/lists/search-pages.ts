import * as z from 'zod/mini';
import type {ListedPullRequest, MineFilter} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';
import {explainIssue} from '../../system/explain-issue.ts';
import type {Client} from '../client.ts';
import {toAuthor} from '../nodes.ts';
import {halvesOf} from '../repository-url.ts';
import type {Refusal} from '../request.ts';
import {maybe} from '../shape.ts';
import {badAnswer} from '../trouble.ts';

const itemShape = z.object({
	node_id: z.string(),
	number: z.int(),
	html_url: z.string(),
	title: z.string(),
	user: maybe(z.object({login: z.string()})),
	draft: z._default(z.boolean(), false),
	created_at: z.string(),
	updated_at: z.string(),
	/** Ends with `/repos/owner/name`. */
	repository_url: z.string(),
});

const answerShape = z.object({total_count: z.int(), incomplete_results: z.boolean(), items: z.array(itemShape)});

/** A page of a search, newest update first. */
export type SearchPage = {
	items: ListedPullRequest[];
	/** How many the host counts. */
	total: number;
	/** Sentences on what the host did not send. */
	incomplete: string[];
};

/** The host sends no more for one search. Source: docs.github.com, "REST API endpoints for search". */
const mostResults = 1000;

/**
 * Follows a search to its end, and once more if the list has moved meanwhile. GraphQL does not report results that the host had
 * no time for, so this is the REST API. Returns what the host did not accept; null if it sent all.
 * @throws Failure failed `bad-answer`; the signal's reason
 */
export async function readSearch(
	client: Client,
	text: string,
	onPage: (page: SearchPage) => void,
): Promise<Refusal | null> {
	const {host} = client.host;
	const ids = new Set<string>();
	for (let page = 1, read = 0, isAgain = false; ; page += 1) {
		const answered = await readPage(client, text, page);
		if ('failure' in answered) return answered;
		const {total_count: total, incomplete_results: isCut, items} = answered.data;
		for (const {node_id: id} of items) ids.add(id);
		read += items.length;
		const incomplete = [...answered.incomplete];
		if (isCut) incomplete.push(`The search of ${host} timed out: pull requests may be missing.`);
		const isEnd = items.length === 0 || read >= Math.min(total, mostResults);
		const isMissed = isEnd && ids.size < Math.min(total, mostResults);
		const isLast = isEnd && (isAgain || !isMissed);
		if (isLast && ids.size < total) incomplete.push(notListed(host, ids.size, total));
		onPage({items: items.map(toListed), total, incomplete});
		if (isLast) return null;
		if (isEnd) [page, read, isAgain] = [0, 0, true];
	}
}

const notListed = (host: string, listed: number, total: number) =>
	`${host} lists only ${listed} of the ${total} pull requests that it found${total > mostResults ? ': narrow the search' : ''}.`;

async function readPage(client: Client, text: string, page: number) {
	const parameters = {q: text, sort: 'updated', order: 'desc', per_page: '100', page: String(page)};
	const grouped = text.includes('(') ? {advanced_search: 'true'} : {};
	const path = `/search/issues?${new URLSearchParams({...parameters, ...grouped})}`;
	const answered = await client.tryRest({method: 'GET', path});
	if ('failure' in answered) return answered;
	const checked = answerShape.safeParse(answered.data);
	if (!checked.success) throw badAnswer(client, explainIssue(checked.error));
	return {...answered, data: checked.data};
}

function toListed({user, repository_url, ...item}: z.infer<typeof itemShape>): ListedPullRequest {
	return {
		...halvesOf(repository_url.replace(/^.*\/repos\//, '')),
		number: item.number,
		id: item.node_id,
		url: item.html_url,
		title: item.title,
		author: toAuthor(user && {...user, __typename: null, databaseId: null})?.login ?? null,
		isDraft: item.draft,
		createdAt: item.created_at,
		updatedAt: item.updated_at,
	};
}

/** One place by one author: a name that the host refuses does not keep it from searching for the others. */
export type Search = {
	/** `owner` or `owner/name`; null: everywhere. */
	place: string | null;
	/** All in one text. */
	all: string;
	/** A text for each role, for servers without parentheses. */
	each: readonly SearchQuery[];
};

/** `author`: the login that the text cannot limit the results to. */
type SearchQuery = {text: string; author: string | null};

/** What a pull request can be to the token's account. */
const roles = ['author:@me', 'assignee:@me', 'review-requested:@me', 'reviewed-by:@me'];

/**
 * Texts for GitHub's search. Several qualifiers of one kind mean "or" or "and", depending on the server, so no text has two.
 * Source: docs.github.com, "Searching issues and pull requests", "Filtering and searching issues and pull requests".
 * @throws {Failure} usage `bad-name`, for a name that would be read as more than a name
 */
export function searchesFor({orgs, repos, authors, updatedSince}: MineFilter): Search[] {
	const names: [string, RegExp][] = [
		...orgs.map((org): [string, RegExp] => [org, /^[\w.-]+$/]),
		...repos.map((repo): [string, RegExp] => [repo, /^[\w.-]+\/[\w.-]+$/]),
		...authors.map((author): [string, RegExp] => [author, /^(?:@me|[\w.-]+(?:\[bot\])?)$/]),
	];
	const wrong = names.find(([name, form]) => !form.test(name));
	if (wrong) throw new Failure('usage', 'bad-name', `"${wrong[0]}" is not a name on GitHub.`, 'Correct it.');
	const places = [
		...orgs.map(org => ({place: org, in: `user:${org}`})),
		...repos.map(repo => ({place: repo, in: `repo:${repo}`})),
	];
	const since =
		updatedSince === null ? [] : [`updated:>=${new Date(updatedSince).toISOString().replace(/\.\d+Z$/, 'Z')}`];
	const found: Search[] = [];
	for (const {place, in: where} of orOne(places, {place: null, in: null})) {
		const fixed = ['is:pr', 'is:open', 'archived:false', ...(where === null ? [] : [where]), ...since];
		for (const author of orOne(authors, null)) {
			const by = author === null ? [] : [`author:${author.replace(/^(.+)\[bot\]$/, 'app/$1')}`];
			const each = roles.map(role => {
				if (!role.startsWith('author:')) return {text: [...fixed, ...by, role].join(' '), author: null};
				const login = author === '@me' ? null : author;
				return {text: [...fixed, role].join(' '), author: login};
			});
			found.push({place, all: [...fixed, ...by, `(${roles.join(' OR ')})`].join(' '), each});
		}
	}
	return found;
}

/** The items, or the one that stands for none. */
const orOne = <T, None>(items: readonly T[], none: None): readonly (T | None)[] => (items.length > 0 ? items : [none]);
