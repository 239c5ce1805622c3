import {mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {startGitServer} from '../test/emulators/git-http.ts';
import {bot, pullRequest} from '../test/emulators/github/data.ts';
import {type GitHub, startGitHub} from '../test/emulators/github/server.ts';
import {runSync} from './child.ts';
import type {Environment} from './isolation.ts';
import {makeReviewed} from './reviewed.ts';
import {type Shape, synthesize} from './synthetic.ts';

/** `octo/app#7` on an emulated host, and its repository behind HTTP. */
export type Hosted = {
	gitHub: GitHub;
	/** Leads the program to both. */
	env: Environment;
	close: () => Promise<void>;
};

const branch = 'feature';

/** A synthetic pull request on a host. @param now in milliseconds since the epoch */
export async function hostReviewed(
	folder: string,
	env: Environment,
	{shape, comments, fewestSlots, now}: {shape: Shape; comments: number; fewestSlots: number; now: () => number},
): Promise<Hosted> {
	const {root} = makeReviewed(folder, env, shape, comments, fewestSlots);
	const bare = join(folder, 'served/octo/app.git');
	mkdirSync(dirname(bare), {recursive: true});
	const git = (...args: string[]) =>
		runSync('git', args, {cwd: root, env: {...env, GIT_ALLOW_PROTOCOL: 'file'}}).trim();
	git('init', '--quiet', '--bare', '--template=', bare);
	for (const setting of ['allowFilter', 'allowAnySHA1InWant'])
		git('-C', bare, 'config', `uploadpack.${setting}`, 'true');
	git('push', '--quiet', bare, `HEAD:refs/heads/${branch}`, 'HEAD:refs/pull/7/head', 'HEAD~1:refs/heads/main');
	const [seen, head] = ['HEAD~1', 'HEAD'].map(name => git('rev-parse', name)) as [string, string];
	const pull = pullRequest({headRefName: branch, headRefOid: head, commits: [head]});
	const {reviewThreads} = synthesize(shape, comments, {seen, head}, fewestSlots).pullRequest;
	for (const {id, path, line, startLine, originalLine, originalStartLine, isOutdated, comments: all} of reviewThreads) {
		const {body, diffHunk, commit, originalCommit} = all[0]!;
		pull.thread({
			...{id: id!, path, line, startLine, originalLine, originalStartLine, isOutdated, body},
			...{author: bot('review-bot'), diffHunk: diffHunk ?? ''},
			...{commit: {oid: commit ?? head}, originalCommit: {oid: originalCommit ?? head}},
		});
	}
	const repositories = [{nameWithOwner: 'octo/app', folder: bare}];
	const gitHub = await startGitHub({pullRequests: [pull], repositories, points: 100_000, now});
	const server = await startGitServer(join(folder, 'served'));
	const direct = {GIT_ALLOW_PROTOCOL: 'http', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1'};
	return {
		gitHub,
		env: {...env, ...direct, ...gitHub.env, GITHUB_SERVER_URL: server.url},
		async close() {
			await Promise.all([gitHub.close(), server.close()]);
		},
	};
}
