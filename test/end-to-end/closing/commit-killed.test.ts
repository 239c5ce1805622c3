import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {newFolder} from '../../helpers/folders.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {virtualClock} from '../../helpers/virtual-clock.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, type CommitReport, exactly} from './committing.ts';
import {featureBranch, subjects} from './fixing-up.ts';
import {gitThat, gitThatKills, realGit} from './git-that.ts';
import {pushing} from './pushing.ts';

const commands = ['ls-files', 'check-attr', 'unpack-objects', 'commit-tree', 'update-index', 'update-ref'];
const points = commands.flatMap(command => [
	[command, 'before'],
	[command, 'after'],
]);

test.each(points)('killed at %s, %s it: --continue makes the one commit', async (command, when) => {
	const tree = workTree();
	const parent = tree.head;
	const from = reviewOf(tree).suggest('src/list.txt', 6, ['item six']).suggest('src/other.txt', 2, []).save();
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'staged\n')});
	tree.git('add', '-A');
	const undisturbed = tree.copy();
	await undisturbed.call(['apply', '--from', from, '--commit', '--json'], {env: ada});

	const env = {...ada, ...gitThatKills(command!, when!)};
	const {code} = await tree.run(['apply', '--from', from, '--commit', '--json'], {env});
	expect(code).toBe('SIGKILL');
	const again = await tree.call(['apply', '--continue', '--json'], {env: ada});
	expect(again.code).toBe(0);
	expect(tree.git('rev-parse', 'HEAD^')).toBe(parent);
	for (const args of [
		['log', '-1', '--format=%T %an %ae %cn %ce %s'],
		['ls-files', '-s'],
		['status', '--porcelain'],
	]) {
		expect(exactly(tree, ...args)).toBe(exactly(undisturbed, ...args));
	}
	expect((await tree.call(['undo', '--json'])).code).toBe(0);
	expect([tree.head, tree.git('status', '--porcelain')]).toEqual([parent, 'M  src/list.txt']);
});

test.each(points.slice(-6, -4).concat(points.slice(-2)))(
	'fixups killed at %s, %s it: --continue makes the same ones',
	async (command, when) => {
		const tree = featureBranch();
		const base = tree.head;
		const from = reviewOf(tree).suggest('src/list.txt', 3, ['THREE']).suggest('src/list.txt', 12, ['TWELVE']).save();
		const env = {...ada, ...gitThatKills(command!, when!)};
		expect((await tree.run(['apply', '--from', from, '--commit', '--fixup'], {env})).code).toBe('SIGKILL');
		expect((await tree.call(['apply', '--continue', '--json'], {env: ada})).code).toBe(0);
		expect(subjects(tree, `${base}..HEAD`)).toEqual(['fixup! Name three', 'Apply suggestion from code review']);
		expect(tree.git('status', '--porcelain')).toBe('');
		expect((await tree.call(['undo', '--json'])).code).toBe(0);
		expect([tree.head, tree.git('status', '--porcelain')]).toEqual([base, '']);
	},
);

const staged = (tree: WorkTree) => {
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 2\n', 'staged\n')});
	tree.git('add', '-A');
	return reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save();
};

const stateOf = (tree: WorkTree) => [tree.head, exactly(tree, 'ls-files', '-s'), tree.snapshot()];

const moves = [
	['update-index', 'after'],
	['update-ref', 'before'],
	['update-ref', 'after'],
];

test.each(moves)('a commit killed at %s, %s it: undo restores branch, index and files', async (command, when) => {
	const tree = workTree();
	const from = staged(tree);
	const before = stateOf(tree);
	const env = {...ada, ...gitThatKills(command!, when!)};
	expect((await tree.run(['apply', '--from', from, '--commit'], {env})).code).toBe('SIGKILL');
	const {code, json} = await tree.call(['undo', '--json']);
	expect([code, json]).toMatchObject([0, {files: [{outcome: 'restored'}]}]);
	expect(stateOf(tree)).toEqual(before);
	expect((await tree.call(['apply', '--continue', '--json'], {env: ada})).json).toMatchObject({
		error: {code: 'nothing-to-continue'},
	});
});

test.each(
	moves.flatMap(([command, when]) => [
		[command, when, ['undo']],
		[command, when, ['apply', '--continue']],
	]),
)('an undo killed at %s, %s it, is finished by %s', async (command, when, finish) => {
	const tree = workTree();
	const from = staged(tree);
	const before = stateOf(tree);
	await tree.call(['apply', '--from', from, '--commit'], {env: ada});
	const env = {...ada, ...gitThatKills(command!, when!)};
	expect((await tree.run(['undo'], {env})).code).toBe('SIGKILL');
	expect((await tree.call([...(finish as string[]), '--json'], {env: ada})).code).toBe(0);
	expect(stateOf(tree)).toEqual(before);
});

describe('a lock that git leaves because it is killed right after it has moved the branch', () => {
	const locked = (tree: WorkTree) => {
		const lock = join(tree.root, '.git/HEAD.lock');
		return {lock, env: gitThat('update-ref', `${realGit} "$@"; touch ${lock}; kill -9 $PPID; exit 1`).env};
	};
	const called = async (tree: WorkTree, args: readonly string[]) => {
		const {code, json} = await tree.call([...args, '--json'], {env: ada, clock: virtualClock()});
		const {error, stops = [error]} = json as Record<'error', object> & {stops?: object[]};
		return {code, stops};
	};
	const named = (lock: string) => ({
		code: 1,
		stops: [{code: 'branch-locked', message: expect.stringContaining(`(${lock})`)}],
	});

	test('is named by --continue', async () => {
		const tree = workTree();
		const from = staged(tree);
		const {lock, env} = locked(tree);
		const {code} = await tree.run(['apply', '--from', from, '--commit'], {env: {...ada, ...env}});
		expect(code).toBe('SIGKILL');
		expect(await called(tree, ['apply', '--continue'])).toMatchObject(named(lock));
		rmSync(lock);
		expect((await called(tree, ['apply', '--continue'])).code).toBe(0);
		expect(tree.git('log', '--format=%s', '-1')).toBe('Apply suggestion from code review');
	});

	test.each([[['undo']], [['apply', '--continue']]])('is named by %s after an undo', async finish => {
		const tree = workTree();
		const from = staged(tree);
		const before = stateOf(tree);
		await tree.call(['apply', '--from', from, '--commit'], {env: ada});
		const {lock, env} = locked(tree);
		expect((await tree.run(['undo'], {env: {...ada, ...env}})).code).toBe('SIGKILL');
		expect(await called(tree, finish)).toMatchObject(named(lock));
		rmSync(lock);
		expect((await called(tree, finish)).code).toBe(0);
		expect(stateOf(tree)).toEqual(before);
	});
});

test('--continue names what is committed and what was left, and no file that was written before', async () => {
	const tree = workTree();
	const from = reviewOf(tree)
		.suggest('src/list.txt', 4, ['item four'])
		.suggest('src/list.txt', 9, ['item nine'])
		.save();
	tree.put({'src/list.txt': tree.read('src/list.txt').replace('item 3\n', 'mine\n')});
	const env = {...ada, ...gitThatKills('update-ref', 'before')};
	await tree.run(['apply', '--from', from, '--commit'], {env});
	const {code, stdout} = await tree.call(['apply', '--continue'], {env: ada});
	expect(code).toBe(3);
	expect(stdout).toMatch(/^Committed /);
	expect(stdout).toContain(
		`Committed ${tree.head.slice(0, 10)} Apply suggestion from code review (1 change), on main.`,
	);
	expect(stdout).toContain('left uncommitted: src/list.txt 4: next to your own uncommitted edits');
});

test('a commit that was cut after the branch has it is pushed by the next run', async () => {
	const {tree, env, there, push} = await pushing();
	const killing = {...env, ...gitThatKills('update-ref', 'after')};
	await tree.run(['apply', '7', '--commit'], {env: killing});
	const {code, report} = await push();
	expect([report.stops, code, there()]).toEqual([[], 0, tree.head]);
});

test('lines that the user commits after a kill stay committed and are not staged for removal', async () => {
	const tree = workTree();
	const from = reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save();
	const env = {...ada, ...gitThatKills('update-ref', 'before')};
	await tree.run(['apply', '--from', from, '--commit'], {env});
	tree.commit();
	const [head, index] = stateOf(tree);
	await tree.call(['undo', '--json']);
	expect(stateOf(tree).slice(0, 2)).toEqual([head, index]);
});

describe('a branch that moves while the commit is made', () => {
	async function committedMeanwhile(script: (move: string) => string) {
		const tree = workTree();
		const from = reviewOf(tree).suggest('src/list.txt', 6, ['item six']).save();
		const here = `${realGit} -C ${tree.root} -c user.name=Bob -c user.email=bob@example.com`;
		const move = `${here} update-ref HEAD $(${here} commit-tree HEAD^{tree} -p HEAD -m Theirs)`;
		const env = {...ada, ...gitThat('update-ref', script(move)).env};
		const {code, json} = await tree.call(['apply', '--from', from, '--commit', '--json'], {env});
		return {tree, code, report: json as CommitReport};
	}

	test('once: it is made on top', async () => {
		const once = join(newFolder(), 'once');
		const {tree, code} = await committedMeanwhile(move => `[ -e ${once} ] || { touch ${once}; ${move}; }`);
		expect(code).toBe(0);
		expect(tree.git('log', '--format=%s', '-2')).toBe('Apply suggestion from code review\nTheirs');
		expect(tree.git('status', '--porcelain')).toBe('');
	});

	test('twice: the changes stay, and --continue commits them', async () => {
		const {tree, code, report} = await committedMeanwhile(move => move);
		expect([code, report.commits, report.stops]).toMatchObject([
			3,
			[],
			[{code: 'branch-moved', remedy: 'Run: pr-resolve apply --continue'}],
		]);
		expect(tree.git('log', '--format=%s', '-2')).toBe('Theirs\nTheirs');
		expect(tree.git('status', '--porcelain')).toBe('M src/list.txt');
		expect((await tree.call(['apply', '--continue'], {env: ada})).code).toBe(0);
		expect(tree.git('log', '--format=%s', '-2')).toBe('Apply suggestion from code review\nTheirs');
		expect(tree.git('status', '--porcelain')).toBe('');
	});
});
