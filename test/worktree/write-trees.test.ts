import {expect, test} from 'vitest';
import {openObjectStore} from '../../source/worktree/commit/object-store.ts';
import {replaceFiles} from '../../source/worktree/commit/write-trees.ts';
import {openGit} from '../../source/worktree/git.ts';
import {openObjects} from '../../source/worktree/objects.ts';
import {newFolder} from '../helpers/folders.ts';
import {env, put, git as runGit} from './folders.ts';

const names = ['a', 'a.b', 'a-b', 'deep/a', 'deep/deeper/a', 'deep/deeper.ts', 'deep/Ünïcode "x"', '-f', 'b/a/c/d/e'];

test.each(['sha1', 'sha256'])('trees and blobs in a repository of %s are those that git makes', async format => {
	const root = newFolder();
	const git = (...args: string[]) => runGit(root, ...args);
	git('init', '--quiet', `--object-format=${format}`);
	put(root, Object.fromEntries(names.map(name => [name, name])));
	git('add', '--all');
	const before = git('write-tree');

	const own = openGit({cwd: root, env, signal: new AbortController().signal, offline: true});
	const objects = openObjects(own, 1_000_000);
	const store = openObjectStore(own, objects, before);
	let [tree, size] = [before, 1];
	// Sizes around the ends of the bytes that a pack takes for them.
	for (const some of [names.slice(0, 3), names.slice(3), names]) {
		const texts = some.map(name => [name, name.repeat(size++ * 11)] as const);
		put(root, Object.fromEntries(texts));
		git('add', '--all');
		const blobs = texts.map(([name, text]) => [name, store.add('blob', Buffer.from(text))] as const);
		tree = await replaceFiles(store, tree, new Map(blobs));
		expect(tree).toBe(git('write-tree'));
	}
	const [big, empty] = [store.add('blob', Buffer.from('x'.repeat(300_000))), store.add('blob', Buffer.from(''))];
	const last = await replaceFiles(
		store,
		tree,
		new Map([
			['deep/deeper/a', big],
			['b/a/c/d/e', empty],
		]),
	);
	await store.flush();
	objects.close();
	expect(git('cat-file', '-s', `${last}:deep/deeper/a`)).toBe('300000');
	expect(git('cat-file', '-s', `${last}:b/a/c/d/e`)).toBe('0');
	expect(git('diff-tree', '-r', '--name-only', tree, last).split('\n')).toEqual(['b/a/c/d/e', 'deep/deeper/a']);
	git('fsck', '--strict');
});
