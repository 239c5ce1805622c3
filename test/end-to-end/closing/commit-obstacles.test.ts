import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {emptyRepository, startFiles, type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, type CommitReport, committed} from './committing.ts';

const reviewed = (tree: WorkTree) => reviewOf(tree).suggest('src/list.txt', 2, ['item two']).save();

/** Its waits take no time. */
const impatient = (tree: WorkTree, from: string) =>
	tree.call(['apply', '--from', from, '--commit', '--json'], {env: ada, clock: virtualClock()});

async function refused(tree: WorkTree, from: string, env = ada) {
	const before = tree.snapshot();
	const {code, json} = await tree.call(['apply', '--from', from, '--commit', '--json'], {env});
	expect(tree.snapshot()).toEqual(before);
	return [code, (json as {error: {code: string; message: string; remedy: string}}).error];
}

/** Two branches whose changes to a file clash; on the first of them. */
function diverged(tree: WorkTree): void {
	tree.git('checkout', '-q', '-b', 'topic');
	for (const text of ['theirs', 'theirs, again']) tree.commit({'src/other.txt': `${text}\n`});
	tree.git('checkout', '-q', 'main');
	tree.commit({'src/other.txt': 'ours\n'});
}

/** Runs a git command that stops at a conflict. */
function stopsAtConflict(tree: WorkTree, ...args: string[]): void {
	diverged(tree);
	expect(() => tree.git(...args)).toThrow();
}

test.each<[string, (tree: WorkTree) => void]>([
	['HEAD is detached', tree => void tree.git('checkout', '-q', '--detach')],
	['a merge is in progress', tree => stopsAtConflict(tree, 'merge', 'topic')],
	['a rebase is in progress', tree => stopsAtConflict(tree, 'rebase', 'topic')],
	['a rebase is in progress', tree => stopsAtConflict(tree, 'rebase', '--apply', 'topic')],
	['a cherry-pick is in progress', tree => stopsAtConflict(tree, 'cherry-pick', 'topic')],
	['a revert is in progress', tree => stopsAtConflict(tree, 'revert', '--no-edit', 'topic~')],
	['a bisect is in progress', tree => void tree.git('bisect', 'start')],
	[
		'a series of cherry-picks or reverts is in progress',
		tree => {
			stopsAtConflict(tree, 'cherry-pick', 'topic~', 'topic');
			tree.commit({'src/other.txt': 'both\n'});
		},
	],
	[
		'`git am` is in progress',
		tree => {
			const patches = join(tree.home, 'patches');
			diverged(tree);
			tree.git('format-patch', '-q', '-1', 'topic', '-o', patches);
			expect(() => tree.git('am', join(patches, '0001-A-commit.patch'))).toThrow();
		},
	],
])('%s: named before anything is applied', async (what, put) => {
	const tree = workTree();
	const from = reviewed(tree);
	put(tree);
	const message = `Cannot commit here: ${what}. Nothing was applied.`;
	expect(await refused(tree, from)).toMatchObject([2, {code: 'cannot-commit', message}]);
});

test('a branch without a commit is named before anything is applied', async () => {
	const tree = emptyRepository().put(startFiles);
	const message = 'Cannot commit here: the branch has no commit. Nothing was applied.';
	expect(await refused(tree, reviewed(workTree()))).toMatchObject([2, {code: 'cannot-commit', message}]);
});

test.each(['switch -q -c other', 'switch -q --detach'])(
	'`git %s` during the verification: nothing is committed there, and --continue commits on the branch of the run',
	async command => {
		const tree = workTree();
		const before = tree.head;
		const {code, report} = await committed(tree, reviewed(tree), '--verify', `git ${command}`);
		expect([code, report.commits, tree.head, tree.git('rev-parse', 'main')]).toEqual([3, [], before, before]);
		const remedy = 'Run: git switch main && pr-resolve apply --continue';
		expect(report.stops).toMatchObject([{step: 'commit', code: 'branch-switched', remedy}]);
		const here = await tree.call(['apply', '--continue', '--json'], {env: ada});
		expect([here.code, here.json, tree.head]).toMatchObject([
			command.includes('detach') ? 2 : 3,
			{commits: [], stops: [{step: 'commit'}]},
			before,
		]);
		tree.git('switch', '-q', 'main');
		const there = await tree.call(['apply', '--continue', '--json'], {env: ada});
		expect([there.code, tree.git('rev-parse', 'main^'), tree.git('status', '--porcelain')]).toEqual([0, before, '']);
	},
);

test('a merge that begins during the verification is named, and the changes stay', async () => {
	const tree = workTree();
	const {code, report} = await committed(tree, reviewed(tree), '--verify', 'git rev-parse HEAD >.git/MERGE_HEAD');
	const message = 'Cannot commit here: a merge is in progress. The changes stay in your files.';
	const remedy = 'Finish or abort it, then run the command again.';
	expect([code, report.stops]).toMatchObject([2, [{code: 'cannot-commit', message, remedy}]]);
	expect(tree.read('src/list.txt')).toContain('item two');
});

test('without an email address nothing is applied, and the remedy sets it', async () => {
	const tree = workTree();
	const [code, error] = await refused(tree, reviewed(tree), {} as typeof ada);
	expect([code, error]).toMatchObject([
		2,
		{code: 'no-identity', remedy: expect.stringContaining('git config user.email')},
	]);
});

test('flags of a commit without --commit are a usage error', async () => {
	const tree = workTree();
	const flags = {
		'--signoff': ['--signoff'],
		'--message': ['--message', 'x'],
		'--set split': ['--set', 'split=file'],
		'--set co_authors': ['--set', 'co_authors=false'],
	};
	for (const [name, args] of Object.entries(flags)) {
		const {code, json} = await tree.call(['apply', '--from', reviewed(tree), '--json', ...args], {env: ada});
		expect([code, json]).toMatchObject([2, {error: {message: `${name} needs a commit.`}}]);
	}
});

test('the project file cannot set what is committed', async () => {
	const tree = workTree({'.pr-resolve.yaml': 'signoff: true\n'});
	expect(await refused(tree, reviewed(tree))).toMatchObject([
		2,
		{code: 'forbidden-setting', remedy: expect.stringContaining('user settings')},
	]);
});

test('an index that is locked for a moment is waited for', async () => {
	const tree = workTree();
	const lock = join(tree.root, '.git/index.lock');
	writeFileSync(lock, '');
	const [{code}] = await Promise.all([committed(tree, reviewed(tree)), sleep(1500).then(() => rmSync(lock))]);
	expect([code, tree.git('status', '--porcelain')]).toEqual([0, '']);
});

test('an index that stays locked: applied, not committed, and --continue commits later', async () => {
	const tree = workTree();
	const [parent, lock] = [tree.head, join(tree.root, '.git/index.lock')];
	writeFileSync(lock, '');
	const {code, json} = await impatient(tree, reviewed(tree));
	const report = json as CommitReport;
	expect([code, report.commits, tree.head]).toEqual([1, [], parent]);
	expect(report.stops).toMatchObject([{step: 'commit', code: 'index-locked', message: expect.stringContaining(lock)}]);
	expect(tree.read('src/list.txt')).toContain('item two');
	rmSync(lock);
	const again = await tree.call(['apply', '--continue', '--json'], {env: ada});
	expect([again.code, tree.git('status', '--porcelain')]).toEqual([0, '']);
	expect(tree.git('rev-parse', 'HEAD^')).toBe(parent);
});

test.each(['HEAD.lock', 'refs/heads/main.lock'])(
	'%s that stays: nothing is staged, and --continue commits later',
	async name => {
		const tree = workTree();
		const lock = join(tree.root, '.git', name);
		const from = reviewed(tree);
		writeFileSync(lock, '');
		const {code, json} = await impatient(tree, from);
		expect([code, json]).toMatchObject([
			1,
			{
				stops: [
					{
						code: 'branch-locked',
						message: expect.stringContaining(lock),
						remedy: expect.stringContaining('--continue'),
					},
				],
			},
		]);
		rmSync(lock);
		expect(tree.git('status', '--porcelain')).toBe('M src/list.txt');
		const again = await tree.call(['apply', '--continue', '--json'], {env: ada});
		expect([again.code, tree.git('status', '--porcelain')]).toEqual([0, '']);
	},
);

test('in a linked working tree, the branch there gets the commit, and undo takes it back', async () => {
	const tree = workTree();
	tree.git('worktree', 'add', '-q', '-b', 'topic', '../linked');
	const [from, cwd] = [reviewed(tree), join(tree.root, '../linked')];
	const call = (...args: string[]) => tree.call([...args, '--json'], {cwd, env: ada});
	const at = (...names: string[]) => tree.git('rev-parse', ...names).split('\n');
	expect((await call('apply', '--from', from, '--commit')).code).toBe(0);
	expect(at('topic^', 'main')).toEqual([tree.head, tree.head]);
	expect(tree.git('-C', cwd, 'status', '--porcelain')).toBe('');
	expect((await call('undo')).code).toBe(0);
	expect([...at('topic'), tree.git('-C', cwd, 'status', '--porcelain')]).toEqual([tree.head, '']);
	tree.git('-C', cwd, 'checkout', '-q', '--detach');
	expect((await call('apply', '--from', from, '--commit')).json).toMatchObject({error: {code: 'cannot-commit'}});
});

test('in a shallow clone', async () => {
	const full = workTree().commit({'src/list.txt': startFiles['src/list.txt'].replace('item 12', 'the last')});
	const shallow = full.copy();
	rmSync(shallow.root, {recursive: true});
	full.git('clone', '-q', '--depth=1', `file://${full.root}`, shallow.root);
	expect(shallow.git('rev-list', '--count', 'HEAD')).toBe('1');
	const {code, report} = await committed(shallow, reviewed(shallow));
	expect([code, report.commits[0]!.parent]).toEqual([0, full.head]);
	expect([shallow.git('status', '--porcelain'), shallow.git('fsck', '--strict')]).toEqual(['', '']);
	expect((await shallow.call(['undo'])).code).toBe(0);
	expect(shallow.head).toBe(full.head);
});
