import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {onTestFinished} from 'vitest';
import {startGitServer} from '../../emulators/git-http.ts';
import {openBare} from '../../emulators/github/bare.ts';
import {type PullRequestInit, user} from '../../emulators/github/data.ts';
import {goodToken} from '../../emulators/github/server.ts';
import {newFolder} from '../../helpers/folders.ts';
import {hostOf} from '../../helpers/host.ts';
import {makeBare} from '../../helpers/make-bare.ts';
import {type Review, reviewOf} from '../../helpers/review-of.ts';
import {plainFolder, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {basicAuthorization} from '../closing/pushing.ts';

type Pull = PullRequestInit & {
	/** `owner/name` */
	repository: string;
	number: number;
	/** What its commit contains besides the files of its base. */
	files?: Record<string, string>;
	review?: (review: Review) => unknown;
};

/** My pull requests, each with a head of its own, on a host that also serves their repositories to git. */
export async function servingInbox(pulls: readonly Pull[], options: Parameters<typeof hostOf>[1] = {}) {
	const root = newFolder();
	const accepted = basicAuthorization('x-access-token', goodToken);
	const server = await startGitServer(root, authorization => authorization === accepted);
	onTestFinished(server.close);
	const bases = new Map([...new Set(pulls.map(({repository}) => repository))].map(name => [name, workTree()]));
	const reviews = pulls.map(pull => reviewed(pull, bases.get(pull.repository)!, server.url));
	const repositories = [...bases].map(([nameWithOwner, tree]) => {
		const folder = join(root, `${nameWithOwner}.git`);
		mkdirSync(dirname(folder), {recursive: true});
		makeBare(tree, folder);
		return {nameWithOwner, folder};
	});
	/** The host finds this branch in the repository, as if it had just been pushed. */
	const pushed = (repository: string, branch: string) => {
		const [folder, ref] = [join(root, `${repository}.git`), `refs/heads/${branch}`];
		writeFileSync(join(folder, ref), execFileSync('git', ['--git-dir', folder, 'rev-parse', ref]));
	};
	const host = await hostOf(reviews, {repositories, ...options});
	const outside = plainFolder();
	const env = {...host.env, GITHUB_SERVER_URL: server.url, GIT_ALLOW_PROTOCOL: 'file:http', TMPDIR: newFolder()};
	return {
		...{host, server, env, outside, pushed},
		call: (args: readonly string[] = [], more: Record<string, string> = {}) =>
			outside.call(['inbox', ...args], {env: {...env, ...more}}),
		/** A clone of a repository, on this branch. */
		clone: (repository: string, branch: string): WorkTree => {
			const tree = plainFolder();
			tree.git('clone', '-q', '--branch', branch, join(root, `${repository}.git`), '.');
			tree.git('remote', 'set-url', 'origin', `${server.url}/${repository}.git`);
			return tree;
		},
		/** What `analyze` finds in one of them. */
		analyze: async (repository: string, number: number) => {
			const args = ['analyze', `${number}`, '--repo', repository, '--no-checkout', '--json'];
			return (await outside.call(args, {env})).json as {summary: Record<string, number>};
		},
	};
}

const tester = {name: 'A Tester', email: 'tester@example.com'};

/** With a head of one commit after the base, which is checked out; made without git, as there are up to 60. */
function reviewed({files = {}, review = () => {}, ...init}: Pull, tree: WorkTree, server: string): Review {
	const url = `${server}/${init.repository}/pull/${init.number}`;
	const branch = init.headRefName ?? `change-${init.number}`;
	const git = openBare(join(tree.root, '.git'));
	const entries = Object.entries(files).map(([path, text]) => ({
		path,
		mode: '100644',
		sha: git.blob(Buffer.from(text)),
	}));
	const facts = {tree: git.tree(tree.head, entries), parents: [tree.head], message: `A commit for ${branch}\n`};
	const head = git.commit(facts, {author: tester, committer: tester, at: Date.now()});
	const ref = join(tree.root, '.git/refs/heads', branch);
	mkdirSync(dirname(ref), {recursive: true});
	writeFileSync(ref, `${head}\n`);
	const made = reviewOf(tree, {
		...{author: user('octocat'), headRefOid: head, headRefName: branch, commits: [head], url},
		...init,
	});
	review(made);
	return made;
}
