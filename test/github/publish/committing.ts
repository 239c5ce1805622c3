import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import type {CommitOrder, FileChange} from '../../../source/code-host/commit-order.ts';
import {openBare} from '../../emulators/github/bare.ts';
import {pullRequest} from '../../emulators/github/data.ts';
import type {RepositoryData} from '../../emulators/github/records.ts';
import type {GitHubOptions} from '../../emulators/github/server.ts';
import type {TreeEntry} from '../../emulators/github/trees.ts';
import {newFolder} from '../../helpers/folders.ts';
import {publisherOf} from './publisher-of.ts';

export type StartFile = {mode?: string; content: string | Buffer};

const branch = 'feature/limits';
const ref = `refs/heads/${branch}`;
const author = {name: 'Ann', email: 'ann@example.com'};

/** Tokens that GitHub takes, and what their commits are signed with. */
export const appToken = {login: 'fixer[bot]', scopes: null, isApp: true};

/** A branch with these files in a bare repository of an emulated GitHub, and what commits there. */
export async function committing(
	files: Readonly<Record<string, StartFile>>,
	{repository = {}, ...options}: GitHubOptions & {repository?: Partial<RepositoryData>} = {},
) {
	const folder = join(newFolder(), 'app.git');
	execFileSync('git', ['init', '-q', '--bare', '--template=', folder]);
	const bare = openBare(folder);
	const entries = Object.entries(files).map(
		([path, {mode = '100644', content}]): TreeEntry => ({path, mode, sha: bare.blob(Buffer.from(content))}),
	);
	const signature = {author, committer: author, at: 0};
	const commit = (tree: string, parents: string[], message: string) => bare.commit({tree, parents, message}, signature);
	const head = commit(bare.tree(null, entries), [], 'Start');
	execFileSync('git', ['--git-dir', folder, 'update-ref', ref, head]);
	const opened = await publisherOf(pullRequest({headRefOid: head, headRefName: branch}), {
		...options,
		repositories: [{nameWithOwner: 'octo/app', folder, ...repository}],
	});
	const git = (...args: string[]) =>
		execFileSync('git', ['--git-dir', folder, ...args])
			.toString()
			.trim();
	/** The tree of the head with these changes. `commit-tree.test.ts` shows that git makes the same. */
	const treeOf = (changes: readonly FileChange[]) =>
		bare.tree(
			head,
			changes.map(({path, mode, content}) => ({path, mode, sha: bare.blob(content)})),
		);
	const order = (changes: readonly FileChange[], more: Partial<CommitOrder> = {}): CommitOrder => ({
		...{repository: 'octo/app', branch, expected: head, files: changes},
		message: 'Apply suggestions\n\nOf two reviewers.\n\nPr-Resolve-Run: x\n',
		tree: treeOf(changes),
		...more,
	});
	return {
		...opened,
		git,
		/** Mode by path in the branch. */
		modes: () => Object.fromEntries([...bare.files(bare.head(ref)!)].map(([path, {mode}]) => [path, mode])),
		head,
		order,
		/** Where the branch is. */
		there: () => git('rev-parse', ref),
		count: () => Number(git('rev-list', '--count', ref)),
		/** A commit by somebody else on the branch. */
		moveThere: (path = 'theirs.txt') => {
			const at = bare.head(ref)!;
			const tree = bare.tree(at, [{path, mode: '100644', sha: bare.blob(Buffer.from('theirs\n'))}]);
			const oid = commit(tree, [at], 'Theirs');
			bare.move(ref, oid, at);
			return oid;
		},
		commit: (changes: readonly FileChange[], more: Partial<CommitOrder> = {}) =>
			opened.publisher.commit(order(changes, more)),
		sent: () => opened.server.requests.map(({operation}) => operation),
	};
}

export const edit = (path: string, content: string | Buffer, mode = '100644'): FileChange => ({
	...{path, mode},
	content: Buffer.from(content),
});
