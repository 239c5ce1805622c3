import {expect, test} from 'vitest';
import {readVersions} from '../../source/worktree/commit/gather.ts';
import {openObjects} from '../../source/worktree/objects.ts';
import {git, gitIn, newRepository, put} from './folders.ts';

test('a version that is too large to read is not taken for one that is missing', async () => {
	const root = newRepository({'large.txt': 'a'.repeat(100), 'staged.txt': 'a\n', 'removed.txt': 'a\n'});
	put(root, {'staged.txt': 'b'.repeat(100)});
	git(root, 'add', 'staged.txt');
	git(root, 'rm', '-q', '--cached', 'removed.txt');
	const paths = ['large.txt', 'staged.txt', 'removed.txt', 'new.txt'];
	put(root, {'large.txt': 'a\n', 'new.txt': 'a\n'});
	const objects = openObjects(gitIn(root), 50);
	const versions = await readVersions({git: gitIn(root), root, objects}, paths).finally(objects.close);
	const unread = {reason: 'the version that git stores cannot be read here'};
	expect(paths.map(path => versions.get(path))).toEqual([
		unread,
		unread,
		{reason: 'you have removed the file from the index'},
		{reason: 'the file itself is not committed'},
	]);
});
