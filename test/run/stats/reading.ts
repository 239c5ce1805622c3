import {onTestFinished} from 'vitest';
import {readListScope} from '../../../source/github/list-scope.ts';
import type {Context} from '../../../source/run/context.ts';
import type {CountedPull} from '../../../source/run/stats/counted.ts';
import {type CountPull, readStats, type StatsRequest} from '../../../source/run/stats/read-stats.ts';
import {bot, type PullRequestBuilder, type PullRequestInit, pullRequest} from '../../emulators/github/data.ts';
import {type GitHubOptions, startGitHub} from '../../emulators/github/server.ts';
import {newFolder} from '../../helpers/folders.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';

export const now = Date.parse('2026-03-08T10:00:00Z');

const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

/** A merged pull request with a comment. */
export function merged(repository: string, number: number, init: PullRequestInit = {}): PullRequestBuilder {
	const pull = pullRequest({repository, number, state: 'MERGED', updatedAt: hoursAgo(number), ...init});
	return pull.thread({path: 'a.ts', line: 1, body: 'Why?', author: bot('coderabbitai')});
}

/** The numbers 1 to `count` of a repository. */
export const mergedIn = (repository: string, count: number) =>
	Array.from({length: count}, (_, index) => merged(repository, index + 1));

/** A finding for each thread, undecidable. */
export const countThreads: CountPull = async ({read: {pullRequest}, listed}) => ({
	host: listed.host,
	repository: `${listed.owner}/${listed.name}`,
	number: listed.number,
	url: listed.url,
	state: listed.state,
	createdAt: listed.createdAt,
	updatedAt: listed.updatedAt,
	endedAt: listed.endedAt,
	headOid: listed.headOid,
	changedLines: listed.changedLines,
	findings: pullRequest.reviewThreads.map(({id, path}) => ({
		...{id: id ?? '', url: null, reviewer: 'coderabbit', isBot: true, severity: null, category: null, path},
		...{hasCode: false, class: 'undecidable' as const, why: 'no lines' as const, createdAt: null, answeredAt: null},
		repeats: 0,
	})),
	notCounted: {reply: 0, remark: 0, hidden: 0, repeated: 0},
	incomplete: pullRequest.completeness.incomplete,
});

type Options = Omit<GitHubOptions, 'pullRequests'> & {env?: Record<string, string | undefined>};

/** A host with these pull requests, and what `stats` reads of it with a state folder of its own. */
export async function statsOf(pullRequests: PullRequestBuilder[], {env: own = {}, ...options}: Options = {}) {
	const clock = virtualClock(now);
	const host = await startGitHub({...options, pullRequests, now: clock.now});
	onTestFinished(host.close);
	const state = newFolder();
	const temporary = newFolder();
	const logged: string[] = [];
	const context: Context = {
		...clock,
		cwd: newFolder(),
		env: {...host.env, PATH: process.env.PATH, HOME: newFolder(), XDG_STATE_HOME: state, TMPDIR: temporary, ...own},
		randomId: () => 'abc123',
		random: Math.random,
		fetch: globalThis.fetch,
		signal: new AbortController().signal,
		log: (level, message) => void (level === 'WARNING' && logged.push(message)),
		pid: process.pid,
		isAlive: () => true,
	};
	/** What a run counts, which requests it sends, and what it waits for. */
	const read = async (
		{scopes = ['acme'], ...request}: Partial<Omit<StatsRequest, 'scopes'>> & {scopes?: string[]} = {},
		count: CountPull = countThreads,
		more: Partial<Context> = {},
	) => {
		const from = host.requests.length;
		const waits: string[] = [];
		const progress: string[] = [];
		const following = {
			onFound: () => {},
			onWait: ({reason}: {reason: string}) => void waits.push(reason),
			onRead: ({done, of}: {done: number; of: number}) => void progress.push(`${done} of ${of}`),
		};
		const usual = {since: now - 90 * 86_400_000, state: 'merged', isFresh: false} as const;
		const parsed = scopes.flatMap(scope => readListScope(scope) ?? []);
		const stats = await readStats({...usual, ...request, scopes: parsed}, count, following, {...context, ...more});
		const sent = host.requests.slice(from).map(({operation}) => operation);
		return {stats, sent, waits, progress, names: namesIn(stats.pulls)};
	};
	return {host, context, state, temporary, logged, read};
}

export const namesIn = (pulls: readonly CountedPull[]) =>
	pulls.map(({repository, number}) => `${repository}#${number}`);
