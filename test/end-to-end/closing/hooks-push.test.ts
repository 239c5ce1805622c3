import {expect, test} from 'vitest';
import type {HookRun} from '../../../source/delivery/hooks/hook-run.ts';
import {ada} from './committing.ts';
import {type PushReport, pushing} from './pushing.ts';

type Hooked = PushReport & {hooks: HookRun[]};

async function withHook(script: string, options?: Parameters<typeof pushing>[0]) {
	const made = await pushing(options);
	const {tree, push} = made;
	tree.put({'.git/hooks/pre-push': `#!/bin/sh\n${script}\n`}).chmod('.git/hooks/pre-push', 0o755);
	const hookedPush = async (...flags: string[]) => {
		const {code, report} = await push('--hooks', ...flags);
		return {code, report: report as Hooked};
	};
	return {...made, push: hookedPush};
}

test('pre-push gets what git passes, before the push, and without a credential', async () => {
	const {tree, push, there, bare, env} = await withHook('echo "$@" > ../seen; cat >> ../seen; env > ../env');
	const before = there();
	const {code, report} = await push();
	expect([code, report]).toMatchObject([0, {hooks: [{name: 'pre-push', state: 'passed'}]}]);
	const after = tree.head;
	expect(there()).toBe(after);
	const ref = 'refs/heads/feature/limits';
	expect(tree.read('../seen')).toBe(`origin file://${bare}\n${ref} ${after} ${ref} ${before}\n`);
	const seen = tree.read('../env');
	expect(env.GITHUB_TOKEN).toMatch(/./);
	expect(seen).not.toContain(env.GITHUB_TOKEN);
	expect(seen).not.toMatch(/GIT_INDEX_FILE|GIT_CONFIG_COUNT/);
});

test('pre-push gets an address without the password in it', async () => {
	const {tree, push} = await withHook('echo "$@" > ../seen; exit 1');
	tree.git('config', 'remote.origin.pushurl', 'https://me:secret@github.com/octo/app.git');
	const {code} = await push();
	expect([code, tree.read('../seen')]).toEqual([3, 'origin https://github.com/octo/app.git\n']);
});

test('a pre-push that fails: nothing is pushed, the commit stays, and --continue tries again', async () => {
	const {tree, push, there, env} = await withHook('test -e ../fixed');
	const before = there();
	const {code, report} = await push();
	expect([code, report]).toMatchObject([
		3,
		{
			commits: [{pushed: false}],
			hooks: [{name: 'pre-push', state: 'failed', reason: 'exit code 1'}],
			stops: [
				{
					step: 'push',
					code: 'hook-failed',
					message: 'Nothing was pushed: the hook pre-push failed (exit code 1).',
					remedy: expect.stringMatching(
						/^The commit stays on your branch. To try again, run: pr-resolve apply --continue \S+$/,
					),
				},
			],
		},
	]);
	expect([there(), tree.head]).toEqual([before, report.commits[0]!.oid]);
	tree.put({'../fixed': ''});
	const again = await tree.call(['apply', '--continue', '--json'], {env});
	expect([again.code, again.json]).toMatchObject([0, {hooks: [{name: 'pre-push', state: 'passed'}]}]);
	expect(there()).toBe(tree.head);
});

test('a pre-push that changes a file: nothing is pushed', async () => {
	const {tree, push, there} = await withHook('echo built >> notes.md');
	const before = there();
	const {code, report} = await push();
	expect([code, report, there()]).toMatchObject([
		3,
		{hooks: [{reason: 'changed notes.md', changedFiles: ['notes.md']}]},
		before,
	]);
	expect(tree.git('status', '--porcelain')).toBe('M notes.md');
});

test('a push of what an earlier run has committed runs pre-push too', async () => {
	const {tree, push, review, there} = await withHook('exit 1');
	const from = review.save();
	expect((await tree.call(['apply', '--from', from, '--commit', '--json'], {env: ada})).code).toBe(0);
	const before = there();
	const {code, report} = await push();
	expect([code, report, there()]).toMatchObject([
		3,
		{stops: [{remedy: expect.stringMatching(/run: pr-resolve apply --push --hooks$/)}]},
		before,
	]);
});

test('the question and the dry run name the hooks', async () => {
	const {tree, push, env} = await withHook('exit 1');
	tree.put({'.git/hooks/pre-commit': '#!/bin/sh\n'}).chmod('.git/hooks/pre-commit', 0o755);
	const {report} = await push('--dry-run');
	expect(report.hooks).toMatchObject([
		{name: 'pre-commit', state: 'planned'},
		{name: 'pre-push', state: 'planned'},
	]);
	const terminal = tree.terminal(['apply', '7', '--push', '--hooks'], {env});
	await terminal.waitFor('Apply 2 changes');
	expect(terminal.screen()).toMatch(
		/Then: run the hooks pre-commit and pre-push, commit on feature\/limits, push to octo\/app/,
	);
	terminal.press('y\r');
	expect(await terminal.ended).toBe(3);
	const screen = terminal.screen();
	expect(screen).toContain('Passed the hook pre-commit.');
	expect(screen).toContain('pre-push: failed, exit code 1');
	expect(screen).not.toContain('Would run');
	// The line that shows how long a hook takes is gone.
	expect(screen).not.toContain('hook: pre-');
});
