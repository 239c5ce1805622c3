import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
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

test.each([
	['a detached HEAD', (tree: WorkTree) => tree.git('checkout', '-q', '--detach'), 'HEAD is detached'],
	[
		'a merge',
		(tree: WorkTree) => writeFileSync(join(tree.root, '.git/MERGE_HEAD'), tree.head),
		'a merge is in progress',
	],
	['a rebase', (tree: WorkTree) => mkdirSync(join(tree.root, '.git/rebase-merge')), 'a rebase is in progress'],
])('%s is named before anything is applied', async (_, put, what) => {
	const tree = workTree();
	const from = reviewed(tree);
	put(tree);
	expect(await refused(tree, from)).toMatchObject([2, {code: 'cannot-commit', message: expect.stringContaining(what)}]);
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
	for (const flag of [['--signoff'], ['--message', 'x'], ['--split', 'file'], ['--no-co-authors']]) {
		const {code, json} = await tree.call(['apply', '--from', reviewed(tree), '--json', ...flag], {env: ada});
		expect([code, json]).toMatchObject([2, {error: {message: `${flag[0]} needs a commit.`}}]);
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

test('in a linked working tree and in a shallow clone', async () => {
	const tree = workTree();
	const linked = tree.copy();
	linked.git('worktree', 'add', '-q', '-b', 'topic', '../linked');
	const from = reviewed(linked);
	const {code} = await linked.call(['apply', '--from', from, '--commit', '--json'], {
		cwd: join(linked.root, '../linked'),
		env: ada,
	});
	expect([code, linked.git('rev-parse', 'topic^'), linked.git('rev-parse', 'main')]).toEqual([
		0,
		linked.head,
		linked.head,
	]);
	const shallow = tree.copy();
	shallow.git('fetch', '-q', '--depth=1', `file://${tree.root}`, 'main');
	writeFileSync(join(shallow.root, '.git/shallow'), `${shallow.head}\n`);
	expect((await committed(shallow, reviewed(shallow))).code).toBe(0);
	expect(shallow.git('status', '--porcelain')).toBe('');
});
