import {execFileSync} from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	cpSync,
	globSync,
	mkdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {startGitServer} from '../../emulators/git-http.ts';
import {headOfBare} from '../../emulators/github/bare.ts';
import type {RepositoryData} from '../../emulators/github/records.ts';
import {type GitHubOptions, goodToken} from '../../emulators/github/server.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hostOf} from '../../helpers/host.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {type Environment, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, type CommitReport} from './committing.ts';

export type PushReport = CommitReport & {
	publication: {target: {repo: string; branch: string; before: string; after: string}; notes: string[]} | null;
	commits: {pushed: boolean}[];
};

const branch = 'feature/limits';

/** A clone on the branch of a pull request, the repository that it was cloned from, and the host with both. */
export type Pushing = {
	tree: WorkTree;
	/** The bare repository. */
	bare: string;
	env: Environment;
	host: Awaited<ReturnType<typeof hostOf>>;
	review: Review;
	/** Where the branch is in the bare repository; empty if it is gone. */
	there: () => string;
	/** A commit by somebody else on the branch there. */
	moveThere: () => string;
	hook: (name: string, script: string) => void;
	/** Runs `pr-resolve` with the environment of the host, a second after the last time, without the waits between writes. */
	call: (args: readonly string[], more?: Environment) => ReturnType<WorkTree['call']>;
	push: (...flags: string[]) => Promise<{code: unknown; report: PushReport; stderr: string}>;
};

type Options = {
	repository?: Partial<RepositoryData>;
	/** `owner/name`, if the head of the pull request is in a fork. */
	fork?: string;
	/** The address of the remote; it leads to the bare repository. */
	url?: string;
	env?: Environment;
	review?: (review: Review) => void;
	/** More files of the pull request. */
	files?: Record<string, string>;
	/** Whose sleeps move the time of the host. */
	clock?: ReturnType<typeof virtualClock>;
	/** Accounts of the host. */
	tokens?: GitHubOptions['tokens'];
};

const twoChanges = (review: Review) =>
	void review.suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, ['entry three']);

/** A bare repository that has the head of the tree as the only branch: copied, because a push starts git ten times. */
function pushedTo(folder: string, {root, head}: WorkTree): string {
	const bare = join(folder, 'app.git');
	cpSync(join(root, '.git/objects'), join(bare, 'objects'), {recursive: true});
	for (const name of ['hooks', 'refs/heads/feature']) mkdirSync(join(bare, name), {recursive: true});
	writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n');
	writeFileSync(join(bare, 'config'), '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n');
	writeFileSync(join(bare, 'refs/heads', branch), `${head}\n`);
	return bare;
}

export async function pushing({
	repository,
	fork,
	url,
	env: more,
	review: suggest = twoChanges,
	files = {},
	clock = virtualClock(Date.now()),
	tokens,
}: Options = {}): Promise<Pushing> {
	const tree = workTree(files).branch(branch);
	const bare = pushedTo(newFolder(), tree);
	const bareGit = (...args: string[]) =>
		execFileSync('git', ['-C', bare, ...args], {env: tree.env})
			.toString()
			.trim();
	const address = url ?? `https://github.com/${fork ?? 'octo/app'}.git`;
	tree.remote(fork ? 'mine' : 'origin', address);
	appendFileSync(join(tree.home, '.gitconfig'), `[url "file://${bare}"]\n\tpushInsteadOf = ${address}\n`);
	const review = reviewOf(tree, {headRefName: branch});
	suggest(review);
	if (fork) review.pullRequest.data.headRepository = fork;
	const head = {nameWithOwner: fork ?? 'octo/app', folder: bare, ...repository};
	const repositories = fork ? [{nameWithOwner: 'octo/app'}, {...head, parent: 'octo/app'}] : [head];
	const host = await hostOf([review], {repositories, now: clock.now, ...(tokens && {tokens})});
	const env = {...ada, ...host.env, ...more};
	const call: Pushing['call'] = async (args, other) => {
		await clock.sleep(1000);
		return tree.call(args, {env: {...env, ...other}, clock});
	};
	return {
		tree,
		bare,
		env,
		host,
		review,
		there: () => headOfBare(bare, `refs/heads/${branch}`) ?? '',
		moveThere: () => {
			const [parent, folder] = [bareGit('rev-parse', branch), `${branch}^{tree}`];
			const made = execFileSync('git', ['-C', bare, 'commit-tree', folder, '-p', parent, '-m', 'Theirs'], {
				env: {...tree.env, ...ada},
			});
			bareGit('update-ref', `refs/heads/${branch}`, made.toString().trim());
			return made.toString().trim();
		},
		hook: (name, script) => {
			writeFileSync(join(bare, 'hooks', name), `#!/bin/sh\n${script}\n`);
			chmodSync(join(bare, 'hooks', name), 0o755);
		},
		call,
		push: async (...flags) => {
			const {code, json, stderr} = await call(['apply', '7', '--push', '--json', ...flags]);
			return {code, report: json as PushReport, stderr};
		},
	};
}

export const basicAuthorization = (user: string, password: string) =>
	`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** The arguments of all processes; none where the system does not show them. */
const argumentsOfAll = () =>
	globSync('/proc/[0-9]*/cmdline').map(path => {
		try {
			return readFileSync(path, 'utf8');
		} catch {
			return '';
		}
	});

/** No remote leads to the repository, which is served over HTTP to whom is accepted. */
export async function pushingOverHttp(accepted = basicAuthorization('x-access-token', goodToken)) {
	const given = await pushing({url: 'https://example.com/no/where.git'});
	const root = newFolder();
	mkdirSync(join(root, 'octo'));
	symlinkSync(given.bare, join(root, 'octo/app.git'));
	const seen = new Set<string>();
	const server = await startGitServer(root, authorization => {
		for (const line of argumentsOfAll()) seen.add(line);
		return authorization === accepted;
	});
	onTestFinished(server.close);
	/** `seen`: what processes were started with, whenever the server is asked with a credential. */
	return {...given, root, server, seen};
}

/** The first paragraph of each reply, by thread. */
export const repliesOf = ({review}: Pick<Pushing, 'review'>): (string | undefined)[][] =>
	review.pullRequest.data.reviewThreads.map(({comments}) =>
		comments.slice(1).map(({body}) => body.split('\n\n<!--')[0]),
	);

export const resolvedOf = ({review}: Pick<Pushing, 'review'>): boolean[] =>
	review.pullRequest.data.reviewThreads.map(({isResolved}) => isResolved);
