import type {MineFilter} from '../../code-host/lists.ts';
import {Failure} from '../../failure.ts';

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
export type SearchQuery = {text: string; author: string | null};

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
