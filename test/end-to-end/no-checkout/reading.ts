import {execFileSync} from 'node:child_process';
import {lstatSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {startGitServer} from '../../emulators/git-http.ts';
import type {PullRequestInit} from '../../emulators/github/data.ts';
import type {RepositoryData} from '../../emulators/github/records.ts';
import {goodToken, type TokenData} from '../../emulators/github/server.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hostOf} from '../../helpers/host.ts';
import {makeBare} from '../../helpers/make-bare.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {plainFolder, type WorkTree} from '../../helpers/work-tree.ts';
import {gitThat} from '../closing/git-that.ts';
import {basicAuthorization} from '../closing/pushing.ts';

type Served = {
	/** Commits that the pull request has. Default: one. */
	commits?: number;
	pull?: PullRequestInit;
	review?: (review: Review) => unknown;
	/** Of the server's repository. */
	config?: Record<string, string>;
	repository?: Partial<RepositoryData>;
	/** That git accepts too. Default: `goodToken`. */
	tokens?: Record<string, TokenData>;
	/** The time of the host, in milliseconds since the epoch. Default: that of the machine. */
	now?: () => number;
};

/** A pull request whose head is that of a work tree, on a host that also serves it to git, and a folder without a clone. */
export async function serving(
	tree: WorkTree,
	{commits = 1, pull = {}, review = () => {}, config = {}, repository, tokens, now}: Served = {},
) {
	const root = newFolder();
	const bare = join(root, 'octo/app.git');
	tree.branch('feature');
	mkdirSync(join(root, 'octo'));
	makeBare(tree, bare);
	for (const [name, value] of Object.entries(config)) {
		execFileSync('git', ['-C', bare, 'config', name, value], {env: tree.env});
	}
	const accepted = Object.keys(tokens ?? {[goodToken]: null}).map(token => basicAuthorization('x-access-token', token));
	const server = await startGitServer(root, authorization => accepted.includes(authorization));
	onTestFinished(server.close);
	const url = `${server.url}/octo/app/pull/7`;
	const listed = tree.git('rev-list', '--reverse', '-n', `${commits}`, 'HEAD').split('\n');
	const made = reviewOf(tree, {url, commits: listed, ...pull});
	review(made);
	const repositories = [{nameWithOwner: 'octo/app', folder: bare, ...repository}];
	const host = await hostOf([made], {repositories, ...(tokens && {tokens}), ...(now && {now})});
	const outside = plainFolder();
	const env = {...host.env, GITHUB_SERVER_URL: server.url, GIT_ALLOW_PROTOCOL: 'file:http', TMPDIR: newFolder()};
	const spy = gitThat('fetch', ':');
	const read = (args: readonly string[] = [], more = {}) =>
		outside.run(['analyze', url, '--no-checkout', '--json', ...args], {env: {...env, ...more}});
	return {
		...{tree, bare, root, host, server, env, url, outside, read, data: made.pullRequest.data},
		/** The processes of git that fetch in a run. */
		fetches: async () => {
			const ended = await read([], spy.env);
			const calls = spy.calls().split('\n');
			return {...ended, json: ended.json, calls, fetches: calls.filter(call => / fetch /.test(call))};
		},
		/** The same in the clone. */
		inClone: (args: readonly string[] = []) => tree.run(['analyze', url, '--json', ...args], {env}),
	};
}

/** Everything in a folder, with the times of its entries. */
export const stateOf = (folder: string) =>
	readdirSync(folder, {recursive: true, withFileTypes: true}).map(entry => {
		const path = join(entry.parentPath, entry.name);
		const {mtimeMs, ctimeMs, mode} = lstatSync(path);
		return [path, mtimeMs, ctimeMs, mode, entry.isFile() ? readFileSync(path, 'latin1') : null];
	});

/** The temporary repositories that are left; the cache of the compiler is in the same folder. */
export const clonesIn = (folder: string) => readdirSync(folder).filter(name => name.startsWith('pr-resolve-read-'));

export type Report = {
	findings: {outcome: string; reason: string; path: string}[];
	changes: object[];
	warnings: object[];
};

/** What a run found and planned, without what names the run. */
export const planned = (json: unknown) => {
	const {findings, changes, conflicts, files, summary, exitCode} = json as Report & Record<string, unknown>;
	return {findings, changes, conflicts, files, summary, exitCode};
};
