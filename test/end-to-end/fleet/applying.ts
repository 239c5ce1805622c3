import {type ChildProcess, execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {FleetReport} from '../../../source/run/fleet/fleet-report.ts';
import {startGitServer} from '../../emulators/git-http.ts';
import {headOfBare} from '../../emulators/github/bare.ts';
import {type PullRequestInit, user} from '../../emulators/github/data.ts';
import type {GitHubOptions} from '../../emulators/github/server.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hostOf} from '../../helpers/host.ts';
import {makeBare} from '../../helpers/make-bare.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {onceSo} from '../../helpers/wait.ts';
import {type Environment, plainFolder, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {rabbit} from '../no-checkout/applying.ts';

type Wanted = {
	/** `owner/name` */
	repository: string;
	number: number;
	tree?: WorkTree;
	pull?: PullRequestInit;
	/** Default: one suggestion by a bot. */
	review?: (review: Review) => unknown;
};

export const oneSuggestion = (review: Review) => review.suggest('src/list.txt', 2, ['item two'], rabbit);

/** Pull requests of several repositories, each on a branch of its own, on a host that git reaches too. */
export async function fleetToApply(wanted: readonly Wanted[], options: Omit<GitHubOptions, 'pullRequests'> = {}) {
	const root = newFolder();
	const bareOf = (repository: string) => join(root, `${repository}.git`);
	const made = new Set<string>();
	const server = await startGitServer(root);
	onTestFinished(server.close);
	const common = workTree();
	const reviews = wanted.map(({repository, number, tree = common, pull = {}, review = oneSuggestion}) => {
		const bare = bareOf(repository);
		if (!made.has(repository)) {
			made.add(repository);
			mkdirSync(dirname(bare), {recursive: true});
			makeBare(tree, bare);
		} else if (tree !== common) execFileSync('git', ['-C', bare, 'fetch', '-q', tree.root, 'HEAD'], {env: tree.env});
		const headRefName = `change-${number}`;
		writeFileSync(join(bare, 'refs/heads', headRefName), `${tree.head}\n`);
		const url = `${server.url}/${repository}/pull/${number}`;
		const made_ = reviewOf(tree, {repository, number, url, headRefName, author: user('ada'), ...pull});
		review(made_);
		return made_;
	});
	const listed = options.repositories ?? [];
	const repositories = [...made].map(nameWithOwner => ({
		nameWithOwner,
		folder: bareOf(nameWithOwner),
		...listed.find(one => one.nameWithOwner === nameWithOwner),
	}));
	const host = await hostOf(reviews, {...options, repositories});
	const outside = plainFolder();
	const clock = virtualClock(Date.now());
	const env: Environment = {
		...host.env,
		GITHUB_SERVER_URL: server.url,
		GIT_ALLOW_PROTOCOL: 'file:http',
		TMPDIR: newFolder(),
	};
	const fleet = async (args: readonly string[], more: Environment = {}, signal?: AbortSignal, laterMs = 0) => {
		if (laterMs > 0) await clock.sleep(laterMs);
		const {code, stdout, stderr} = await outside.call(['fleet', ...args], {
			env: {...env, ...more},
			clock,
			...(signal && {signal}),
		});
		return {code, stdout, stderr, report: () => JSON.parse(stdout) as FleetReport};
	};
	return {
		...{host, server, env, outside, root, common, fleet, clock},
		/** The fleet in a process of its own, which gets a signal once the host has so many writes. */
		cutAfter: (writes: number, args: readonly string[], signal: NodeJS.Signals = 'SIGKILL') => {
			const isSo = () => host.writes.length >= writes;
			const meanwhile = (child: ChildProcess) => onceSo(isSo, () => child.kill(signal));
			return outside.run(['fleet', ...args], {env, meanwhile});
		},
		/** The head of the branch of a pull request. */
		headOf: (repository: string, number: number) => headOfBare(bareOf(repository), `refs/heads/change-${number}`)!,
		/** How many commits a branch has more than at the start. */
		commitsOn: (repository: string, number: number) =>
			Number(
				execFileSync('git', [
					...['--git-dir', bareOf(repository), 'rev-list', '--count'],
					`${common.head}..refs/heads/change-${number}`,
				]).toString(),
			),
		/** What the threads of a pull request hold after their first comment. */
		repliesTo: (number: number) =>
			host.world.pullRequests
				.filter(data => data.number === number)
				.flatMap(({reviewThreads}) => reviewThreads.map(({comments}) => comments.slice(1).length)),
	};
}

export const statesIn = ({pullRequests}: FleetReport) =>
	Object.fromEntries(pullRequests.map(({repository, number, state}) => [`${repository}#${number}`, state]));
