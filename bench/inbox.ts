import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {InboxReport} from '../source/run/inbox/inbox-report.ts';
import {openSharedParsers} from '../source/worktree/syntax/checker.ts';
import {startGitServer} from '../test/emulators/git-http.ts';
import {bot, type PullRequestBuilder, pullRequest, user} from '../test/emulators/github/data.ts';
import {startGitHub} from '../test/emulators/github/server.ts';
import {callMain} from '../test/helpers/in-process.ts';
import {virtualClock} from '../test/helpers/virtual-clock.ts';
import type {Benchmark, Machine} from './benchmark.ts';
import {runSync} from './child.ts';
import type {Figure, Measured} from './figure.ts';
import {logGit} from './git-processes.ts';
import type {Environment} from './isolation.ts';

const repositories = Array.from({length: 10}, (_, index) => `acme/app${index}`);
const inEach = 10;
const total = repositories.length * inEach;

/** Review threads of a pull request; those of one in each repository do not fit in a page. */
const threadsOf = (number: number) => (number === inEach ? 150 : 5);

const requests = {
	name: 'requests beyond a page of the search per 50 pull requests, one per 10, and one for each further page of threads',
	unit: 'requests',
	bound: 0,
	meaning: `How sparingly inbox asks GitHub for ${total} pull requests in ${repositories.length} repositories, of which ${repositories.length} have more than 100 threads.`,
} as const satisfies Figure;

const fetches = {
	name: 'runs of git fetch for each pull request',
	unit: 'runs',
	bound: 2,
	meaning: 'Whether all files of a pull request come together: one run for commits and folders, and one for files.',
} as const satisfies Figure;

export const inbox: Benchmark = {
	about: 'Counts what inbox asks of an emulated GitHub.',
	seconds: 60,
	figures: [requests, fetches],
	measure,
};

async function measure({folder, env}: Machine): Promise<Measured[]> {
	const clock = virtualClock();
	const elsewhere = join(folder, 'elsewhere');
	mkdirSync(elsewhere);
	const heads = makeRepositories(folder, env);
	const pulls = repositories.flatMap(name => heads.map((head, index) => reviewed(name, index + 1, head)));
	const listed = repositories.map(nameWithOwner => ({nameWithOwner, folder: servedAt(folder, nameWithOwner)}));
	const gitHub = await startGitHub({pullRequests: pulls, repositories: listed, points: 100_000, now: clock.now});
	const server = await startGitServer(join(folder, 'served'));
	const parsers = openSharedParsers(new AbortController().signal);
	try {
		const direct = {GIT_ALLOW_PROTOCOL: 'http', no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1'};
		const log = logGit(folder, {...env, ...direct, ...gitHub.env, GITHUB_SERVER_URL: server.url});
		const ended = await callMain(['inbox', '--json'], {cwd: elsewhere, env: log.env, clock, parsers});
		const {pullRequests} = JSON.parse(ended.stdout) as InboxReport;
		const planned = pullRequests.reduce((sum, {summary}) => sum + (summary?.planned ?? 0), 0);
		const expected = repositories.length * heads.reduce((sum, _, index) => sum + threadsOf(index + 1), 0);
		if (ended.code !== 0 || planned !== expected) throw new Error(`inbox ended with ${ended.code}: ${ended.stderr}`);
		const furtherPages = repositories.length * (Math.ceil(threadsOf(inEach) / 100) - 1);
		const needed = Math.ceil(total / 50) + Math.ceil(total / 10) + furtherPages;
		const counted = Object.entries(Object.groupBy(gitHub.requests, ({operation}) => operation));
		const kinds = counted.map(([operation, some]) => `${some!.length} ${operation}`).join(', ');
		const sent = gitHub.requests.length;
		const runs = log.commands().filter(command => command === 'fetch').length;
		return [
			{figure: requests, of: '', value: sent - needed, detail: `${sent} - ${needed}: ${kinds}`},
			{figure: fetches, of: '', value: runs / total, detail: `${runs} for ${total}`},
		];
	} finally {
		parsers.close();
		await Promise.all([gitHub.close(), server.close()]);
	}
}

const servedAt = (folder: string, name: string) => join(folder, 'served', `${name}.git`);

const path = 'src/list.txt';

/** Makes the repositories, all with the same heads; returns these. */
function makeRepositories(folder: string, env: Environment): string[] {
	const root = join(folder, 'template');
	const git = (...args: string[]) =>
		runSync('git', args, {cwd: root, env: {...env, GIT_ALLOW_PROTOCOL: 'file'}}).trim();
	const commit = (lines: string) => {
		writeFileSync(join(root, path), lines);
		git('add', '--all');
		git('commit', '--quiet', '--message', 'A version');
		return git('rev-parse', 'HEAD');
	};
	mkdirSync(dirname(join(root, path)), {recursive: true});
	git('init', '--quiet', '--initial-branch=main');
	commit('base\n');
	const heads = Array.from({length: inEach}, (_, index) => {
		git('checkout', '--quiet', '-b', branchOf(index + 1), 'main');
		return commit(Array.from({length: 200}, (_, line) => `line ${line + 1} of ${index + 1}\n`).join(''));
	});
	for (const name of repositories) {
		const bare = servedAt(folder, name);
		mkdirSync(dirname(bare), {recursive: true});
		git('clone', '--quiet', '--bare', root, bare);
		git('-C', bare, 'config', 'uploadpack.allowFilter', 'true');
	}
	return heads;
}

const branchOf = (number: number) => `change-${number}`;

function reviewed(repository: string, number: number, head: string): PullRequestBuilder {
	const place = {headRefName: branchOf(number), headRefOid: head, commits: [head]};
	const pull = pullRequest({repository, number, author: user('octocat'), ...place});
	for (let line = 1; line <= threadsOf(number); line++) {
		const seen = {commit: {oid: head}, originalCommit: {oid: head}, diffHunk: `@@ -0,0 +${line},1 @@\n+line ${line}`};
		const body = `Say more.\n\n\`\`\`suggestion\nsentence ${line}\n\`\`\``;
		pull.thread({path, line, body, author: bot('review-bot'), ...seen});
	}
	return pull;
}
