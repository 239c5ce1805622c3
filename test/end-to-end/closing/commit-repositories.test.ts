import {symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {plainFolder, startFiles, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {committed, exactly} from './committing.ts';

function withSha256(): WorkTree {
	const tree = plainFolder();
	tree.git('init', '-q', '--object-format=sha256', '--initial-branch=main');
	return tree.commit(startFiles);
}

function withLinksAndSubmodules(): WorkTree {
	const tree = workTree();
	symlinkSync('list.txt', join(tree.root, 'src/link'));
	tree.git('add', 'src/link');
	tree.git('update-index', '--add', '--cacheinfo', `160000,${tree.head},src/module`);
	tree.git('commit', '-q', '-m', 'A link and a submodule');
	return tree;
}

function withSparseIndex(): WorkTree {
	const tree = workTree({'elsewhere/a.txt': 'a\n'});
	tree.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'src');
	return tree;
}

function withSplitIndex(): WorkTree {
	const tree = workTree();
	tree.git('config', 'core.splitIndex', 'true');
	tree.git('update-index', '--split-index');
	tree.git('gc', '-q', '--prune=now');
	return tree;
}

test.each([
	['objects named by SHA-256', withSha256],
	['links and submodules beside the files', withLinksAndSubmodules],
	['a sparse index', withSparseIndex],
	['a split index and packed objects', withSplitIndex],
])('in a repository with %s, a commit is made and undone', async (_, make) => {
	const tree = make();
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, []).save();
	const stateOf = () => [exactly(tree, 'ls-files', '-s'), tree.snapshot(), tree.head];
	const [before, status] = [stateOf(), exactly(tree, 'status', '--porcelain')];
	const {code, report} = await committed(tree, from);
	expect([code, report.stops, exactly(tree, 'status', '--porcelain')]).toEqual([0, [], status]);
	expect(exactly(tree, 'show', '--format=', '--name-only')).toBe('src/list.txt\nsrc/other.txt\n');
	expect(exactly(tree, 'fsck', '--strict', '--no-dangling')).toBe('');
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(stateOf()).toEqual(before);
});
