import {expect, test} from 'vitest';
import {gitThat, gitThatKills} from './git-that.ts';
import {type Pushing, pushing} from './pushing.ts';

type Answer = {
	run: {id: string} | null;
	stops: {remedy: string}[];
	error?: {code: string; message: string; remedy: string};
};

const lost = 'echo "fatal: the remote end hung up unexpectedly" >&2; exit 128';

/** Calls with `--json`. */
const caller =
	({call}: Pushing) =>
	async (args: readonly string[], env: Record<string, string> = {}) => {
		const {code, json} = await call([...args, '--json'], env);
		return {code, ...(json as Answer)};
	};

test('runs that are not finished are listed, and each is finished by its id', async () => {
	const opened = await pushing();
	const {tree, there} = opened;
	const call = caller(opened);
	const {env} = gitThat('update-ref', 'exit 128');
	const ids: string[] = [];
	for (const path of ['src/list.txt', 'src/other.txt']) {
		const {run, stops} = await call(['apply', '7', '--path', path, '--commit'], env);
		ids.push(run!.id);
		expect(stops).toMatchObject([{remedy: `To finish, run: pr-resolve apply --continue ${run!.id}`}]);
	}
	const [first, second] = ids as [string, string];
	const {stderr} = await opened.call(['apply', '7', '--dry-run']);
	expect(stderr).toContain(`Runs ${second} (commit), ${first} (commit) are not finished. To finish one, run: `);
	const several = await call(['apply', '--continue']);
	expect([several.code, several.error]).toEqual([
		2,
		{
			code: 'several-to-continue',
			message: `Several runs are not finished: ${second} (commit), ${first} (commit).`,
			remedy: 'Name one of them: pr-resolve apply --continue <run>',
		},
	]);
	expect((await call(['apply', '--continue', 'nonsense'])).error?.code).toBe('unknown-run');
	expect((await call(['apply', '--continue', second])).code).toBe(0);
	expect(tree.git('status', '--porcelain')).toBe('');
	// The commit took along what the first run had left.
	const over = await call(['apply', '--continue', first]);
	expect([over.code, over.error?.message]).toEqual([2, `Run ${first} is finished.`]);
	expect(there()).toBe(tree.git('rev-parse', 'HEAD^'));
});

test('a push of two runs is one thing to finish', async () => {
	const opened = await pushing();
	const {tree, there} = opened;
	const call = caller(opened);
	const {env} = gitThat('push', lost);
	for (const path of ['src/list.txt', 'src/other.txt']) await call(['apply', '7', '--path', path, '--push'], env);
	expect((await call(['apply', '--continue'])).code).toBe(0);
	expect(there()).toBe(tree.head);
	expect((await call(['apply', '--continue'])).error?.code).toBe('nothing-to-continue');
});

test.each([
	[
		'your branch has a commit of yours on top',
		'other-commits',
		({tree}: Pushing) => tree.commit({'mine.txt': 'mine\n'}),
	],
	['the branch on GitHub has moved', 'push-moved', ({moveThere}: Pushing) => moveThere()],
])('a push is not finished if %s', async (_, code, happens) => {
	const opened = await pushing();
	const {tree, there} = opened;
	const call = caller(opened);
	await call(['apply', '7', '--push'], gitThat('push', lost).env);
	happens(opened);
	const before = [tree.head, there()];
	const {json, code: exit} = await opened.call(['apply', '--continue', '--json']);
	expect([exit, json, tree.head, there()]).toMatchObject([3, {stops: [{step: 'push', code}]}, ...before]);
});

test('an undo on the pull request that was cut is finished, too, by the id of either run', async () => {
	const opened = await pushing();
	const {tree, there} = opened;
	const call = caller(opened);
	const {run} = await call(['apply', '7', '--push']);
	const before = there();
	const undone = await opened.call(['undo', run!.id, '--publish', '--json'], gitThat('push', lost).env);
	const by = (undone.json as {revert: {run: string}}).revert.run;
	expect([undone.code, there()]).toEqual([1, before]);
	const {code} = await call(['apply', '--continue', by]);
	expect([code, there(), tree.git('log', '-1', '--format=%s')]).toEqual([
		0,
		tree.head,
		'Revert "Apply suggestions from code review"',
	]);
	expect((await call(['undo', run!.id])).error?.code).toBe('already-undone');
});

test('an undo on the pull request ends when what it wrote is undone', async () => {
	const opened = await pushing();
	const call = caller(opened);
	const {run} = await call(['apply', '7', '--push']);
	await call(['undo', run!.id, '--publish'], gitThat('push', lost).env);
	expect((await call(['undo'])).code).toBe(0);
	expect((await call(['apply', '--continue'])).error?.code).toBe('nothing-to-continue');
});

test('an undo of what reverts a run is finished as that, and not reverted again', async () => {
	const opened = await pushing();
	const {tree, env} = opened;
	const call = caller(opened);
	const {run} = await call(['apply', '7', '--push']);
	const published = [tree.head, tree.snapshot()];
	const undone = await opened.call(['undo', run!.id, '--publish', '--json'], gitThat('push', lost).env);
	const by = (undone.json as {revert: {run: string}}).revert.run;
	expect((await tree.run(['undo', by], {env: {...env, ...gitThatKills('update-ref', 'after')}})).code).toBe('SIGKILL');
	expect((await call(['apply', '--continue', by])).code).toBe(0);
	expect([tree.head, tree.snapshot()]).toEqual(published);
	expect((await call(['apply', '--continue'])).error?.code).toBe('nothing-to-continue');
});

test('a commit that the user has pushed is undone on the pull request', async () => {
	const opened = await pushing();
	const {tree, there, call} = opened;
	const {json} = await call(['apply', '7', '--commit', '--json']);
	const {id} = (json as Answer).run!;
	tree.git('push', '-q', 'origin', 'HEAD');
	const pushed = tree.head;
	const left = await call(['undo', '--json']);
	expect([left.code, left.json, tree.head]).toMatchObject([
		3,
		{commits: {outcome: 'left', remedy: `Undo it on GitHub too: pr-resolve undo ${id} --publish`}},
		pushed,
	]);
	expect((await call(['undo', id, '--publish', '--json'])).code).toBe(0);
	expect([there(), tree.git('rev-parse', 'HEAD^')]).toEqual([tree.head, pushed]);
});

test.each([
	['a merge', ['merge', 'theirs'], 'a merge is in progress'],
	['a rebase', ['rebase', 'theirs'], 'a rebase is in progress'],
])('during %s, no commit is undone', async (_, command, what) => {
	const opened = await pushing();
	const {tree, call} = opened;
	const {json} = await call(['apply', '7', '--commit', '--json']);
	const {id} = (json as Answer).run!;
	tree.git('branch', 'theirs', 'HEAD^');
	tree.git('checkout', '-q', 'theirs');
	tree.commit({'src/list.txt': 'theirs\n'});
	tree.git('checkout', '-q', '-');
	expect(() => tree.git(...(command as string[]))).toThrow();
	const before = [tree.head, tree.snapshot(), tree.git('status', '--porcelain')];
	const ended = await call(['undo', '--json']);
	expect([ended.code, (ended.json as Answer).error]).toMatchObject([
		2,
		{code: 'cannot-undo', message: expect.stringContaining(what), remedy: expect.stringContaining(id)},
	]);
	expect([tree.head, tree.snapshot(), tree.git('status', '--porcelain')]).toEqual(before);
});
