import type {CodeHost, Connection} from '../../source/code-host/port.ts';
import {Failure} from '../../source/failure.ts';
import {parseRecording} from '../../source/github/recording.ts';
import type {PullRequest} from '../../source/review/comment.ts';
import {memoryLists} from './memory-lists.ts';
import {memoryPublisher} from './memory-publisher.ts';
import type {Review} from './review-of.ts';

/**
 * A code host that has nothing in common with GitHub: no network, remotes as `memory:owner/name`, a token in MEMORY_TOKEN.
 * @param folders with the repositories that git can read, by `owner/name`
 */
export function memoryHost(
	reviews: readonly Review[],
	tokens: readonly string[] = ['open sesame'],
	folders: Readonly<Record<string, string>> = {},
): CodeHost {
	const held = reviews.map(review => pullRequestOf(review));
	return {
		repositoryAt,
		scopeAt: text => {
			const [owner, name, ...others] = text.split('/');
			return owner && name && others.length === 0 ? {kind: 'repository', host: null, owner, name} : null;
		},
		async open({argument, pr}, {remotes, branch}, {env}, onWait): Promise<Connection> {
			const named = argument ?? pr;
			const here = remotes.flatMap(({url}) => repositoryAt(url) ?? [])[0];
			const token = env.MEMORY_TOKEN;
			const refusal = token === undefined ? noToken() : tokens.includes(token) ? null : badToken();
			const connection: Connection = {
				host: 'memory',
				async locate() {
					if (!here) throw new Failure('usage', 'no-repository', 'No remote is a repository in memory.');
					if (refusal) throw refusal;
					const {owner, name} = here;
					const found = held.find(({number, headRefName}) =>
						named ? String(number) === named : headRefName === branch,
					);
					if (!found) throw new Failure('usage', 'no-pull-request', `There is none in ${owner}/${name}.`);
					return {owner, name, number: found.number!};
				},
				async fetch({number}, onPage) {
					onWait({reason: 'remembering', ms: 0});
					const found = held.find(one => one.number === number)!;
					const threads = found.reviewThreads;
					for (const [index, thread] of threads.entries()) {
						const part = {...found, reviewThreads: [thread], reviews: [], comments: []};
						onPage({what: 'review threads', fetched: index + 1, total: threads.length}, part);
					}
					return found;
				},
				async activityOf({number}) {
					const {reviews, comments} = held.find(one => one.number === number)!;
					return reviews.length + comments.length;
				},
				publisher: async ({number}) => memoryPublisher(held.find(one => one.number === number)!, 'octocat'),
				async permissions() {
					const {owner, name, number} = await connection.locate();
					const {head, pendingReview} = await (await connection.publisher({owner, name, number})).standing();
					const {repository, branch, mayPush} = head;
					const pullRequest = `${owner}/${name}#${number}`;
					return {pullRequest, repository, branch, mayPush, pendingReview, mayResolve: true};
				},
				mayWrite: async (_, login) => login === 'owner',
				gitAccess: async repository => ({url: folders[repository] ?? `memory:${repository}`, settings: []}),
				commitsOf: async ({number}) => held.flatMap(one => (one.number === number ? (one.headRefOid ?? []) : [])),
				makersOf: async () => ['owner'],
				rootFiles: async () => [],
				check: async () => ({
					server: 'memory responds',
					token: refusal ?? {status: 'ok', detail: 'MEMORY_TOKEN, good for everything', remedy: '', command: null},
				}),
			};
			return connection;
		},
		async openLists() {
			return memoryLists(held);
		},
	};
}

function repositoryAt(url: string) {
	const [, owner, name] = /^memory:(\w+)\/(\w+)$/.exec(url) ?? [];
	return owner && name ? {host: 'memory', owner, name} : null;
}

function pullRequestOf(review: Review): PullRequest {
	const pullRequest = parseRecording(review.text(), 'a review');
	return {...pullRequest, host: 'memory', source: {kind: 'host', id: 'memory'}};
}

const noToken = () => new Failure('authentication', 'no-token', 'There is no token.', 'Set MEMORY_TOKEN.');
const badToken = () => new Failure('authentication', 'bad-credentials', 'Authentication failed', 'Set MEMORY_TOKEN.');
