import {onTestFinished} from 'vitest';
import {type Clone, noClone, type PullRequestArgument} from '../../source/code-host/port.ts';
import {type Client, type ClientOptions, openClient} from '../../source/github/client.ts';
import {resolveHost} from '../../source/github/host.ts';
import {readTarget, type Target} from '../../source/github/target.ts';
import type {PullRequest} from '../../source/review/comment.ts';
import {type GitHub, type GitHubOptions, goodToken, startGitHub} from '../emulators/github/server.ts';

/** An emulated GitHub for one test. */
export async function gitHub(options: GitHubOptions = {}): Promise<GitHub> {
	const server = await startGitHub(options);
	onTestFinished(() => server.close());
	return server;
}

export type Connection = {client: Client; waits: {reason: string; ms: number}[]};

/** A client of it that sleeps no time and notes how long it would have slept. */
export async function connect(server: {url: string}, options: Partial<ClientOptions> = {}): Promise<Connection> {
	const waits: Connection['waits'] = [];
	const client = await openClient({
		host: resolveHost({GITHUB_API_URL: server.url}),
		token: {value: goodToken, source: 'GITHUB_TOKEN'},
		fetch: globalThis.fetch,
		env: {},
		signal: new AbortController().signal,
		sleep: async () => {},
		now: Date.now,
		onWait: wait => waits.push(wait),
		...options,
	});
	return {client, waits};
}

/** What was passed, and git's state, as far as it matters. */
export type Named = Partial<PullRequestArgument & Clone>;

export function readNamed(named: Named): Target {
	const all = {argument: null, pr: null, owner: null, repo: null, ...noClone, ...named};
	return readTarget(all, all);
}

export const octoApp = {owner: 'octo', name: 'app', number: 7};

/** What a test mostly looks at. */
export function bodiesOf({reviewThreads}: PullRequest): string[][] {
	return reviewThreads.map(({comments}) => comments.map(({body}) => body));
}
