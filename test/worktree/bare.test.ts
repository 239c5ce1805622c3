import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import {expect, test} from 'vitest';
import {withBareClone} from '../../source/worktree/bare/bare-clone.ts';
import {fetchBlobs, fetchCommits} from '../../source/worktree/bare/fetch-objects.ts';
import {blobsOfLines} from '../../source/worktree/bare/needed-blobs.ts';
import {blameLines, lastChangeOf} from '../../source/worktree/blame.ts';
import {openGit} from '../../source/worktree/git.ts';
import {gitOf, type Repository} from '../../source/worktree/repository.ts';
import {newFolder} from '../helpers/folders.ts';
import {numbered, type WorkTree, workTree} from '../helpers/work-tree.ts';
import {processes} from './folders.ts';

const {signal} = new AbortController();

/** Fetches the head of a work tree into a bare clone. */
function inClone<Value>(tree: WorkTree, depth: number, work: (repository: Repository) => Promise<Value>) {
	const env = {...tree.env, TMPDIR: newFolder()};
	execFileSync('git', ['config', 'uploadpack.allowFilter', 'true'], {cwd: tree.root, env});
	const access = {url: pathToFileURL(tree.root).href, settings: []};
	const world = {env, signal};
	return withBareClone({...processes, ...world, now: Date.now}, async repository => {
		expect(await fetchCommits(repository, access, {head: tree.head, others: [], depth}, world)).toEqual([]);
		const blobs = await blobsOfLines(gitOf(repository, world), tree.head, ['src/items.txt']);
		await fetchBlobs(repository, access, blobs, world);
		return work(repository);
	});
}

test('lines are followed as in a clone through edits, renames and merges, offline', async () => {
	const tree = workTree({'src/list.txt': numbered('item', 20)});
	const base = tree.head;
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'item two\n')});
	tree.git('mv', 'src/list.txt', 'src/items.txt');
	tree.commit({'src/items.txt': tree.read('src/items.txt').replace('item 5\n', 'item five\n')});
	tree.git('checkout', '-q', '-b', 'side', 'HEAD~1');
	tree.commit({'src/list.txt': tree.read('src/list.txt').replace('item 12\n', 'item twelve\n')});
	tree.git('checkout', '-q', 'main');
	tree.git('merge', '-q', '--no-edit', 'side');
	tree.commit({'src/items.txt': tree.read('src/items.txt').replace('item 9\n', '')});
	const commits = Number(tree.git('rev-list', '--count', `${base}..HEAD`));
	const own = openGit({cwd: tree.root, env: tree.env, signal});
	await inClone(tree, commits + 1, async repository => {
		const git = gitOf(repository, {env: tree.env, signal, offline: true});
		for (const line of [1, 2, 5, 11, 19]) {
			const at = {start: line, end: line};
			const found = await blameLines(git, tree.head, 'src/items.txt', at);
			expect(found).toHaveLength(1);
			const [inFull] = await blameLines(own, tree.head, 'src/items.txt', at);
			// Of what is older than the pull request, only that is known.
			if (isAncestor(tree, inFull!, base)) expect(isAncestor(tree, found[0]!, base)).toBe(true);
			else expect(found[0]).toBe(inFull);
		}
		expect(await lastChangeOf(git, tree.head, 'src/items.txt', 'item 9')).toBe(tree.head);
	});
});

function isAncestor(tree: WorkTree, older: string, newer: string): boolean {
	try {
		tree.git('merge-base', '--is-ancestor', older, newer);
		return true;
	} catch {
		return false;
	}
}

test('runs of one process do not remove the folders of each other', async () => {
	const world = {...processes, env: {TMPDIR: newFolder()}, now: Date.now};
	const start = async (later: number) => {
		for (let turn = 0; turn < later; turn++) await setImmediate();
		return withBareClone(world, async ({records}) => {
			for (let turn = 0; turn < 20; turn++) await setImmediate();
			return existsSync(dirname(records));
		});
	};
	for (let round = 0; round < 20; round++) {
		const present = await Promise.all(Array.from({length: 8}, (_, index) => start(index % 4)));
		expect(present).toEqual(Array(8).fill(true));
	}
});
