import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {readCheckout} from '../../../source/worktree/checkout.ts';
import {readStatus, readTreeState} from '../../../source/worktree/verify/tree-state.ts';
import {newFolder} from '../../helpers/folders.ts';
import {commit, git, gitIn, newRepository, put} from '../folders.ts';

test('what stands beside the commit: staged, edited, removed, unmerged, renamed and new files', async () => {
	const names = ['staged', 'edited', 'gone', 'two words\nand lines', '# branch.head x', 'both', 'old name'];
	const root = newRepository(Object.fromEntries(names.map(name => [name, `${name}\n`])));
	git(root, 'switch', '-q', '-c', 'side');
	commit(root, {both: 'side\n'});
	git(root, 'switch', '-q', 'main');
	commit(root, {both: 'main\n'});
	expect(() => git(root, 'merge', '-q', 'side')).toThrow();
	put(root, {staged: 'new\n'});
	git(root, 'add', 'staged');
	git(root, 'mv', 'old name', 'new name');
	rmSync(join(root, 'gone'));
	put(root, {
		edited: 'new\n',
		'two words\nand lines': 'new\n',
		'# branch.head x': 'new\n',
		'1 .M new': '',
		'sub/? a': '',
	});
	expect(await readStatus(gitIn(root), 'all')).toEqual({
		checkout: {branch: 'main', head: git(root, 'rev-parse', 'HEAD')},
		entries: expect.arrayContaining([
			{code: 'M.', path: 'staged'},
			{code: '.M', path: 'edited'},
			{code: '.D', path: 'gone'},
			{code: '.M', path: 'two words\nand lines'},
			{code: '.M', path: '# branch.head x'},
			{code: 'UU', path: 'both'},
			{code: 'D.', path: 'old name'},
			{code: 'A.', path: 'new name'},
			{code: '?', path: '1 .M new'},
			{code: '?', path: 'sub/? a'},
		]),
	});
	const state = await readTreeState(gitIn(root));
	expect([state!.changed.length, state!.untracked]).toEqual([10, ['1 .M new', 'sub/? a']]);
});

test('what is checked out is the same as git tells otherwise', async () => {
	const root = newFolder();
	git(root, 'init', '-q');
	const unborn = await readTreeState(gitIn(root));
	commit(root, {'a.txt': 'a\n'});
	git(root, 'switch', '-q', '-c', 'fix/a.b');
	const onBranch = await readTreeState(gitIn(root));
	git(root, 'checkout', '-q', '--detach');
	const detached = await readTreeState(gitIn(root));
	const head = git(root, 'rev-parse', 'HEAD');
	expect([unborn, onBranch, detached].map(state => state!.checkout)).toEqual([
		{branch: 'main', head: null},
		{branch: 'fix/a.b', head},
		{branch: null, head},
	]);
	expect(await readCheckout(gitIn(root))).toEqual(detached!.checkout);
});
