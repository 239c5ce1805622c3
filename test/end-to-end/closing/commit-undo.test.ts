import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {applied, committed, exactly} from './committing.ts';

type Undone = {commits: {oids: string[]; outcome: string; remedy: string} | null; files: {outcome: string}[]};

async function undone(tree: WorkTree, ...args: string[]) {
	const {code, json} = await tree.call(['undo', '--json', ...args]);
	return {code, report: json as Undone};
}

test('branch, index and files are as before; later edits of the user are kept', async () => {
	const tree = workTree();
	const parent = tree.head;
	const from = reviewOf(tree).suggest('src/list.txt', 6, ['item six']).suggest('src/other.txt', 2, []).save();
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'staged\n')});
	tree.git('add', '-A');
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 11\n', 'unstaged\n')});
	const [status, index, files] = [tree.git('status', '--porcelain'), exactly(tree, 'ls-files', '-s'), tree.snapshot()];
	const {report} = await committed(tree, from, '--set', 'split=file');
	expect(report.commits).toHaveLength(2);
	tree.put({'notes.md': 'edited later\n'});
	const {stdout} = await tree.call(['runs']);
	expect(stdout).toContain(`2 changes in 2 files, commit ${tree.head.slice(0, 10)}\n`);
	const {code, report: undo} = await undone(tree);
	expect([code, undo.commits]).toMatchObject([0, {oids: report.commits.map(({oid}) => oid), outcome: 'undone'}]);
	expect([tree.head, exactly(tree, 'ls-files', '-s')]).toEqual([parent, index]);
	expect(tree.snapshot()).toEqual({...files, 'notes.md': '644 edited later\n'});
	tree.git('checkout', '--', 'notes.md');
	expect(tree.git('status', '--porcelain')).toBe(status);
});

test('what the user staged after the commit stays staged', async () => {
	const tree = workTree();
	const original = tree.read('src/list.txt');
	await committed(tree, reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save());
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 11\n', 'staged\n')});
	tree.git('add', '-A');
	expect((await undone(tree)).code).toBe(0);
	expect(exactly(tree, 'show', ':src/list.txt')).toBe(original.replace('item 11\n', 'staged\n'));
	expect(tree.git('status', '--porcelain')).toBe('M  src/list.txt');
});

test('with a commit on top nothing changes, and the remedy reverts it', async () => {
	const tree = workTree();
	const {report} = await committed(tree, reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save());
	tree.commit({'mine.txt': 'mine\n'});
	const [head, files] = [tree.head, tree.snapshot()];
	const {code, report: undo} = await undone(tree);
	const {oid} = report.commits[0]!;
	expect([code, undo.commits]).toMatchObject([3, {outcome: 'left', remedy: `Revert it with: git revert ${oid}`}]);
	expect([tree.head, tree.snapshot()]).toEqual([head, files]);
	const {stdout} = await tree.call(['undo']);
	expect(stdout).toContain('not undone');
	expect(stdout).toContain(`git revert ${oid}`);
});

test('a commit that the user took back is no obstacle', async () => {
	const tree = workTree();
	const before = tree.snapshot();
	await committed(tree, reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save());
	tree.git('reset', '-q', 'HEAD~');
	const {code, report} = await undone(tree);
	expect([code, report.commits, tree.snapshot()]).toEqual([0, null, before]);
});

test('an earlier run is undone after the run that committed it', async () => {
	const tree = workTree();
	const [parent, before] = [tree.head, tree.snapshot()];
	const one = await applied(tree, reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save());
	const two = await committed(tree, reviewOf(tree).suggest('src/list.txt', 9, ['item nine']).save('two.json'));
	const [first, second] = [one.report.run!.id, two.report.run!.id];
	const refused = await undone(tree, first);
	expect([refused.code, refused.report.commits]).toMatchObject([
		3,
		{outcome: 'left', remedy: `Undo that run first: pr-resolve undo ${second}`},
	]);
	expect((await undone(tree, second)).code).toBe(0);
	expect(tree.head).toBe(parent);
	expect(tree.git('status', '--porcelain')).toBe('M src/list.txt');
	expect((await undone(tree, first)).code).toBe(0);
	expect(tree.snapshot()).toEqual(before);
});

const committedSix = (tree: WorkTree) =>
	committed(tree, reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save());

/** Branches, index, files. */
const allOf = (tree: WorkTree) => [tree.git('show-ref'), exactly(tree, 'ls-files', '-s'), tree.snapshot()];

test('a commit that was pushed by hand is not undone', async () => {
	const tree = workTree();
	const bare = join(newFolder(), 'app.git');
	tree.git('init', '-q', '--bare', bare);
	tree.git('remote', 'add', 'fork', bare);
	const {report} = await committedSix(tree);
	tree.git('push', '-q', 'fork', 'main');
	const before = allOf(tree);
	const {code, report: undo} = await undone(tree);
	expect([code, undo.commits]).toMatchObject([
		3,
		{outcome: 'left', reason: 'its commit is pushed', remedy: `Revert it with: git revert ${report.commits[0]!.oid}`},
	]);
	expect(allOf(tree)).toEqual(before);
});

test.each([
	['a branch that has the commit too', 'HEAD'],
	['a branch without the commit', 'HEAD~'],
])('on %s nothing changes, and the remedy switches to its branch', async (_, start) => {
	const tree = workTree();
	const files = tree.snapshot();
	await committedSix(tree);
	tree.git('switch', '-q', '-c', 'other', start);
	const before = allOf(tree);
	const {code, report} = await undone(tree);
	expect([code, report.commits]).toMatchObject([
		3,
		{reason: 'its commit is on the branch main', remedy: 'Switch to that branch first: git switch main'},
	]);
	expect(allOf(tree)).toEqual(before);
	tree.git('switch', '-q', 'main');
	expect([(await undone(tree)).code, tree.snapshot()]).toEqual([0, files]);
});

test('after the branch was renamed the commit is undone there', async () => {
	const tree = workTree();
	const parent = tree.head;
	await committedSix(tree);
	tree.git('branch', '-m', 'renamed');
	expect([(await undone(tree)).code, tree.head]).toEqual([0, parent]);
});

test.each([
	['index.lock', 'index-locked'],
	['HEAD.lock', 'branch-locked'],
	['refs/heads/main.lock', 'branch-locked'],
])('while %s stays, undo names it and goes on once it is gone', async (name, code) => {
	const tree = workTree();
	const [parent, before] = [tree.head, tree.snapshot()];
	await committedSix(tree);
	const lock = join(tree.root, '.git', name);
	writeFileSync(lock, '');
	const {json} = await tree.call(['undo', '--json'], {clock: virtualClock()});
	expect(json).toMatchObject({
		error: {
			code,
			message: expect.stringMatching(new RegExp(`^Cannot undo the commit: .+ locked \\(${lock}\\)`)),
			remedy: expect.stringContaining('pr-resolve undo'),
		},
	});
	rmSync(lock);
	if (code === 'branch-locked') expect(tree.git('status', '--porcelain')).toBe('');
	expect((await undone(tree)).code).toBe(0);
	expect([tree.head, tree.snapshot(), tree.git('status', '--porcelain')]).toEqual([parent, before, '']);
});

test('files keep the flags that hide them from git', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 6, ['item six']).suggest('src/other.txt', 2, []).save();
	tree.git('update-index', '--skip-worktree', 'src/list.txt');
	tree.git('update-index', '--assume-unchanged', 'src/other.txt');
	const flags = tree.git('ls-files', '-v');
	await committed(tree, from);
	expect(tree.git('ls-files', '-v')).toBe(flags);
	await undone(tree);
	expect(tree.git('ls-files', '-v')).toBe(flags);
});
