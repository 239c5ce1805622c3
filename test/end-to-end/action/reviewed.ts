import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {bot, user} from '../../emulators/github/data.ts';
import type {TokenData} from '../../emulators/github/server.ts';
import {longToken} from '../../helpers/long-token.ts';
import type {Review} from '../../helpers/review-of.ts';
import {workTree} from '../../helpers/work-tree.ts';
import {serving} from '../no-checkout/reading.ts';
import {act} from './acting.ts';

export const [jobToken, appToken, readingToken] = ['ghs_job', longToken, 'ghs_reading'];

const read = {contents: 'read', pullRequests: 'read'} as const;

const tokens: Record<string, TokenData> = {
	[jobToken]: {login: 'github-actions[bot]', scopes: null},
	[appToken]: {login: 'resolver[bot]', scopes: null},
	[readingToken]: {login: 'reader', scopes: null, permissions: read},
};

const roles = {'github-actions[bot]': 'write', 'resolver[bot]': 'write', author: 'write', octocat: 'write'} as const;

/** A pull request with two suggestions by a bot and one by a person, and a step with this token in an empty folder. */
export async function reviewed({token = appToken, ...more}: {token?: string} & Parameters<typeof serving>[1] = {}) {
	const tree = workTree();
	const accounts = structuredClone(tokens);
	const author = bot('coderabbitai');
	let made: Review | null = null;
	const suggest = (review: Review) => {
		made = review
			.suggest('src/list.txt', 2, ['item two'], {author})
			.suggest('src/other.txt', 3, ['entry three'], {author})
			.suggest('notes.md', 3, ['Theirs.'], {author: user('octocat')});
	};
	const repository = {roles, ...more.repository};
	const site = await serving(tree, {review: suggest, ...more, repository, tokens: accounts});
	site.host.env.GITHUB_TOKEN = token;
	// The host reads where the branch is, and what it has, from the repository.
	writeFileSync(join(site.bare, 'refs/heads/feature'), `${tree.head}\n`);
	delete site.data.commits;
	const git = (...args: string[]) =>
		execFileSync('git', ['-C', site.bare, ...args], {env: tree.env})
			.toString()
			.trim();
	const step = (given: Partial<Parameters<typeof act>[0]> = {}) =>
		act({tree, host: site.host, cwd: site.outside.root, ...given, env: {...site.env, ...given.env}});
	/** Adds a comment in no thread. */
	const say = (body: string, {id, login}: {id: string; login: string}) => {
		made!.pullRequest.comment({body, author: user(login)});
		site.data.comments.at(-1)!.id = id;
	};
	return {...site, git, step, say, accounts};
}
