import {join} from 'node:path';
import {expect, test} from 'vitest';
import {hostOf} from '../helpers/host.ts';
import {reviewOf} from '../helpers/review-of.ts';
import {type WorkTree, workTree} from '../helpers/work-tree.ts';
import {serving} from './agents/serving.ts';

const killer = join(import.meta.dirname, '../worktree/kill-at.mjs');
const before = {'src/list.txt': 'one\ntwo\nthree\n', 'notes.md': 'Note.\n'};
const after = {'src/list.txt': 'one\nTWO\nthree\n', 'notes.md': 'Noted.\n'};
const paths = Object.keys(before) as (keyof typeof before)[];

function prepared(): {tree: WorkTree; from: string} {
	const tree = workTree(before);
	const from = reviewOf(tree).suggest('src/list.txt', 2, ['TWO']).suggest('notes.md', 1, ['Noted.']).save();
	return {tree, from};
}

/** Runs the program and kills it, as a power cut would, at its n-th change below the work tree. */
function killedAt(tree: WorkTree, change: number, args: readonly string[]) {
	const env = {NODE_OPTIONS: `--import=${killer}`, KILL_AT: String(change), KILL_UNDER: tree.root};
	return tree.run(args, {env});
}

const contents = (tree: WorkTree) => Object.fromEntries(paths.map(path => [path, tree.read(path)]));

/**
 * Kills it at every `step`-th of its changes, each time in a work tree of its own, until it comes to its end; then what
 * it had begun is taken back (test/worktree kills at every single one). Returns how often there was something to take back.
 */
async function crashes(start: WorkTree, args: readonly string[], step: number): Promise<number> {
	let takenBack = 0;
	for (let change = 1; ; change += step) {
		const tree = start.copy();
		const {code} = await killedAt(tree, change, args);
		for (const path of paths) expect([before[path], after[path]]).toContain(tree.read(path));
		if (code === 0) return takenBack;
		expect(code).toBe('SIGKILL');
		const undone = await tree.call(['undo', '--json']);
		if (undone.code === 0) takenBack += 1;
		else expect(undone.json).toMatchObject({error: {code: 'nothing-to-undo'}});
		expect(contents(tree)).toEqual(before);
		expect(Object.keys(tree.snapshot())).toEqual(Object.keys(start.snapshot()));
	}
}

test('apply killed at any point: files are whole, and undo restores every byte', async () => {
	const {tree, from} = prepared();
	expect(await crashes(tree, ['apply', '--from', from, '--yes'], 6)).toBeGreaterThan(1);
});

test('undo killed at any point can be repeated', async () => {
	const {tree, from} = prepared();
	await tree.call(['apply', '--from', from]);
	expect(await crashes(tree, ['undo'], 6)).toBeGreaterThan(1);
});

/** A run of which one file is written and the other is not. */
async function halfDone(): Promise<{tree: WorkTree; from: string; start: Record<string, string>}> {
	const {tree, from} = prepared();
	const start = tree.snapshot();
	let [low, high] = [1, 128];
	while (low <= high) {
		const change = (low + high) >> 1;
		const crashed = tree.copy();
		await killedAt(crashed, change, ['apply', '--from', from, '--yes']);
		const written = paths.filter(path => crashed.read(path) === after[path]).length;
		if (written === 1) return {tree: crashed, from, start};
		if (written === 0) low = change + 1;
		else high = change - 1;
	}
	throw new Error('no change stands between the first file and the second');
}

let half: ReturnType<typeof halfDone> | null = null;

async function interrupted() {
	half ??= halfDone();
	const {tree, from, start} = await half;
	return {tree: tree.copy(), from, start};
}

test('after a crash, commands that write stop and name both remedies', async () => {
	const {tree, from} = await interrupted();
	const left = tree.snapshot();
	const {code, stdout, stderr} = await tree.run(['apply', '--from', from]);
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).toMatch(/^pr-resolve: The run \S+ \(octo\/app#7\) was interrupted\.$/m);
	expect(stderr).toMatch(/^Run \S+ left 1 file changed and not committed: \S+\.$/m);
	expect(stderr).toMatch(/^To finish it, run: pr-resolve apply --continue \S+\nTo undo it, run: pr-resolve undo \S+$/m);
	expect((await tree.call(['apply', '--from', from, '--json'])).json).toMatchObject({
		error: {code: 'interrupted-run', remedy: expect.stringContaining('apply --continue')},
		exitCode: 1,
	});
	expect(tree.snapshot()).toEqual(left);
});

test('after a crash, commands that only read work with a warning', async () => {
	const {tree, from} = await interrupted();
	const left = tree.snapshot();
	for (const args of [['analyze'], ['apply', '--dry-run'], ['apply', '--mode', 'dry-run']]) {
		const {code, stderr, json} = await tree.call([...args, '--from', from, '--json']);
		expect([code, json]).toMatchObject([0, {summary: {planned: 1, alreadyApplied: 1}}]);
		expect(stderr).toMatch(/^WARNING The run \S+ .*was interrupted.*pr-resolve apply --continue.*pr-resolve undo/m);
	}
	expect(tree.snapshot()).toEqual(left);
});

test('after a crash, apply --continue finishes, and undo still reverts everything', async () => {
	const {tree, from, start} = await interrupted();
	const {code, stdout} = await tree.run(['apply', '--continue']);
	expect(code).toBe(0);
	expect(stdout).toContain('2 files written, 0 skipped');
	expect(contents(tree)).toEqual(after);
	expect(Object.keys(tree.snapshot())).toEqual(Object.keys(start));
	const again = await tree.call(['apply', '--continue', '--json']);
	expect([again.code, again.json]).toMatchObject([2, {error: {code: 'nothing-to-continue'}}]);
	expect((await tree.call(['apply', '--from', from, '--json'])).json).toMatchObject({summary: {alreadyApplied: 2}});
	expect((await tree.call(['undo'])).code).toBe(0);
	expect(tree.snapshot()).toEqual(start);
});

test("after a crash, both remedies keep the user's later edits", async () => {
	for (const args of [['apply', '--continue'], ['undo']]) {
		const {tree} = await interrupted();
		const untouched = paths.find(path => tree.read(path) === before[path])!;
		tree.put({[untouched]: 'mine alone\n'});
		expect((await tree.call(args)).code).toBe(3);
		expect(tree.read(untouched)).toBe('mine alone\n');
	}
});

test('apply --continue with options of a new run is a usage error and writes nothing', async () => {
	const {tree} = await interrupted();
	const left = tree.snapshot();
	const others = ['--dry-run', '--mode=dry-run', '--from=x.json', '--owner=octo', '--decisions=x.json'];
	const runs = others.map(async other => {
		const {code, json} = await tree.call(['apply', '--continue', '--json', other]);
		expect([other, code, json]).toMatchObject([other, 2, {error: {code: 'bad-flags'}}]);
	});
	await Promise.all(runs);
	expect(tree.snapshot()).toEqual(left);
});

test('a coding agent hears how to go on after a crash, and does', async () => {
	const {tree, from} = await interrupted();
	const {call} = await serving({cwd: tree.root, env: tree.env}, ['--from', from]);
	await call('list_findings');
	expect((await call('status')).text).toMatch(/Next: apply with continue, because run \S+ was interrupted/);
	expect((await call('apply')).text).toMatch(/^interrupted-run: /);
	expect(await call('apply', {continue: true})).toMatchObject({isError: false});
	expect(contents(tree)).toEqual(after);
	expect((await call('status')).text).not.toContain('continue');
});

test('doctor and runs name the interrupted run', async () => {
	const {tree} = await interrupted();
	const {env} = await hostOf([]);
	expect((await tree.call(['doctor'], {env})).stdout).toMatch(/warning {2,}runs {2,}run \S+ was interrupted/);
	expect((await tree.call(['runs'])).stdout).toContain('interrupted');
});

test.each(['--yes', '--json'])('in a terminal with %s nothing is asked', async flag => {
	const {tree, from} = await interrupted();
	const terminal = tree.terminal(['apply', '--from', from, flag]);
	expect(await terminal.ended).toBe(1);
	expect(terminal.screen()).toContain('apply --continue');
	expect(terminal.screen()).not.toContain('stop here?');
});

test.each([
	['finish\r', 0, after],
	['undo\r', 3, before],
	['stop\r', 1, null],
	['\r', 1, null],
	['\x03', 130, null],
])('in a terminal the next apply offers to finish, undo or stop: %j', async (keys, code, expected) => {
	const {tree, from} = await interrupted();
	const left = contents(tree);
	const terminal = tree.terminal(['apply', '--from', from]);
	await terminal.waitFor('Finish it, undo it, or stop here? [finish/undo/STOP]');
	terminal.press(keys);
	if (keys === 'undo\r') {
		await terminal.waitFor('Apply 2 changes to 2 files?');
		terminal.press('no\r');
	}
	expect(await terminal.ended).toBe(code);
	expect(contents(tree)).toEqual(expected ?? left);
});
