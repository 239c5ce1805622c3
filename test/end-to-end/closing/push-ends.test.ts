import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {fault} from '../../emulators/github/faults.ts';
import {newFolder} from '../../helpers/folders.ts';
import {exactly} from './committing.ts';
import {gitThat, realGit} from './git-that.ts';
import {type Pushing, pushing} from './pushing.ts';

/** The end of a text report: what became of the run. */
async function textOf({call}: Pushing, env: Record<string, string> = {}) {
	const {code, stdout} = await call(['apply', '7', '--push'], env);
	return {code, lines: stdout.slice(stdout.indexOf('Applied')).trimEnd().split('\n')};
}

const lost = 'echo "fatal: the remote end hung up unexpectedly" >&2; exit 128';

describe('where git gets no answer', () => {
	test.each([
		['the push was made', `${realGit} "$@" >/dev/null 2>&1`],
		['somebody else has pushed the same commit', `${realGit} "$@" >/dev/null 2>&1; ${realGit} "$@"; exit`],
		[
			'a push of the same commit, left by a killed run, came first',
			`${realGit} "$@" >/dev/null 2>&1; printf '!\\tHEAD:refs/heads/feature/limits\\t[remote rejected] (failed to update ref)\\n'; exit 1`,
		],
	])('although %s, it counts', async (_, script) => {
		const opened = await pushing();
		const {code, lines} = await textOf(opened, gitThat('push', `${script}; ${lost}`).env);
		const {tree, there} = opened;
		expect([code, there()]).toEqual([0, tree.head]);
		expect(lines).toContain(
			`Pushed octo/app feature/limits ${exactly(tree, 'rev-parse', 'HEAD^').slice(0, 10)}..${tree.head.slice(0, 10)}.`,
		);
	});

	test('the commit stays, and --continue pushes it, once', async () => {
		const opened = await pushing();
		const {tree, there, call} = opened;
		const before = there();
		const {code, lines} = await textOf(opened, gitThat('push', lost).env);
		expect([code, there()]).toEqual([1, before]);
		expect(lines.slice(2, 5)).toEqual([
			'The push to octo/app feature/limits failed:',
			'  fatal: the remote end hung up unexpectedly',
			'The commit stays on your branch. To try again, run: pr-resolve apply --continue',
		]);
		const made = tree.head;
		expect((await call(['apply', '--continue'])).code).toBe(0);
		expect([there(), tree.head, exactly(tree, 'rev-list', '--count', `${before}..`)]).toEqual([made, made, '1\n']);
	});

	test('without a network, the commit stays', async () => {
		const opened = await pushing({url: 'https://github.com/octo/app'});
		const {tree, there} = opened;
		const before = there();
		tree.git('config', '--global', '--unset-all', `url.file://${opened.bare}.pushInsteadOf`);
		tree.git('config', 'http.proxy', 'http://127.0.0.1:9');
		const {code, lines} = await textOf(opened, {GIT_ALLOW_PROTOCOL: 'https'});
		expect([code, there(), exactly(tree, 'rev-parse', 'HEAD^').trim()]).toEqual([1, before, before]);
		expect(lines[3]).toMatch(/^ {2}fatal: unable to access 'https:\/\/github.com\/octo\/app\/?':/);
	});
});

test('a branch that is deleted meanwhile is not made again, now or by --continue', async () => {
	const opened = await pushing();
	const {tree, bare, there, call} = opened;
	const deletes = gitThat('push', `${realGit} -C ${bare} update-ref -d refs/heads/feature/limits`);
	const {code, lines} = await textOf(opened, deletes.env);
	expect([code, there()]).toEqual([3, '']);
	expect(lines.slice(2, 3)).toEqual([
		'Nothing was pushed: octo/app feature/limits was deleted, perhaps because the pull request was merged. The commit stays on your branch.',
	]);
	const made = tree.head;
	await call(['apply', '--continue']);
	expect([there(), tree.head]).toEqual(['', made]);
});

test('each line of the server that refuses stands alone', async () => {
	const opened = await pushing();
	const rules = ['- Changes must be made through a pull request.', '- 3 of 3 required status checks are expected.'];
	const heading = 'error: GH013: Repository rule violations found for refs/heads/feature/limits.';
	opened.hook('pre-receive', `printf '%s\\n' '${heading}' '' '${rules.join("' '")}'; exit 1`);
	const before = opened.there();
	const {code, lines} = await textOf(opened);
	expect([opened.there(), opened.tree.git('rev-parse', 'HEAD^')]).toEqual([before, before]);
	expect([code, lines.slice(2, -1)]).toEqual([
		4,
		[
			'The rules of octo/app refuse the push:',
			...[heading, ...rules].map(line => `  ${line}`),
			'The commit stays on your branch. Once the rules allow it, run the command again.',
		],
	]);
});

test('rules that were bypassed are named, and nothing else that the server writes', async () => {
	const opened = await pushing();
	const notes = [
		'Bypassed rule violations for refs/heads/feature/limits:',
		'- Changes must be made through a pull request.',
	];
	opened.hook('post-receive', `printf '%s\\n' 'Welcome!' '${notes.join("' '' '")}' '' 'Visit us.'`);
	const {code, lines} = await textOf(opened);
	expect([code, lines.slice(3, -1)]).toEqual([0, notes]);
});

test('a server that has no right for the account is one of permission', async () => {
	// What GitHub answers for a fork; git itself has no hook that answers so.
	const row = "printf '!\\tHEAD:refs/heads/feature/limits\\t[remote rejected] (permission denied)\\n'; exit 1";
	const opened = await pushing();
	const {code, lines} = await textOf(opened, gitThat('push', row).env);
	expect([code, lines[2], lines[3]]).toEqual([
		4,
		'git may not push to octo/app feature/limits:',
		'  permission denied',
	]);
});

test('a token that expires before the push: the commit stays, and --continue pushes it with another one', async () => {
	const opened = await pushing();
	opened.host.faults.on('Publish', fault.none(), fault.badCredentials());
	const {code, lines} = await textOf(opened);
	expect([code, lines[2]]).toEqual([
		4,
		expect.stringMatching(/^Authentication failed .* GITHUB_TOKEN .*\. Then run: pr-resolve apply --continue \S+$/),
	]);
	expect((await opened.call(['apply', '--continue'])).code).toBe(0);
	expect(opened.there()).toBe(opened.tree.head);
});

describe('a fork', () => {
	/** A program in the place of ssh that has the repositories of the host; git-receive-pack runs here. */
	function ssh(bare: string) {
		const log = join(newFolder(), 'hosts');
		const script = `f() { shift $(($# - 2)); echo "$*" >>${log}; exec git-receive-pack ${bare}; }; f`;
		return {env: {GIT_SSH_COMMAND: script, GIT_ALLOW_PROTOCOL: 'ssh'}, isUsed: () => existsSync(log)};
	}

	test('is found among the remotes by its address as git rewrites it', async () => {
		const opened = await pushing({fork: 'ada/app', url: 'work:ada/app.git'});
		const {tree, bare, there, push} = opened;
		tree.remote('origin', 'git@github.com:octo/app.git').remote('other', 'git@gitlab.com:ada/app.git');
		tree.git('config', '--global', '--unset-all', `url.file://${bare}.pushInsteadOf`);
		tree.git('config', '--global', 'url.git@github.com:.insteadOf', 'work:');
		const program = ssh(bare);
		const {code, json} = await opened.call(['apply', '7', '--push', '--json'], program.env);
		expect([json, code, there()]).toMatchObject([{stops: []}, 0, tree.head]);
		expect(program.isUsed()).toBe(true);
		expect((await push()).report.stops).toMatchObject([{code: 'nothing-to-push'}]);
	});

	test('that you may not push to is named before anything is applied', async () => {
		const opened = await pushing({fork: 'ada/app', repository: {roles: {}}});
		opened.review.pullRequest.data.maintainerCanModify = false;
		const {code, report} = await opened.push();
		const message = 'Nothing was pushed: you may not push to the fork ada/app feature/limits. Nothing was applied.';
		expect([code, report.stops]).toMatchObject([4, [{code: 'cannot-push', message}]]);
		expect(opened.tree.git('status', '--porcelain')).toBe('');
	});
});

describe('the branch of the remote in the clone', () => {
	const lock = ({tree}: Pushing) => join(tree.root, '.git/refs/remotes/origin/feature/limits.lock');
	const tracked = ({tree}: Pushing) => tree.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/remotes');
	const ref = 'refs/remotes/origin/feature/limits';

	/** A git that pushes and notes nothing of it here, and then this. */
	const unnoted = ({tree}: Pushing, then: string) =>
		gitThat(
			'push --porcelain',
			`${realGit} "$@" >/dev/null 2>&1; ${realGit} -C ${tree.root} update-ref -d ${ref}; ${then}`,
		).env;
	const locking = (opened: Pushing) => `mkdir -p ${dirname(lock(opened))}; touch ${lock(opened)}`;
	const named = (opened: Pushing) => ({kind: 'branch-locked', text: expect.stringContaining(`(${lock(opened)})`)});

	test('is at what was pushed, also if the answer was lost', async () => {
		const opened = await pushing();
		expect((await textOf(opened, unnoted(opened, lost))).code).toBe(0);
		expect([tracked(opened), opened.there()]).toEqual([`${ref} ${opened.tree.head}`, opened.tree.head]);
	});

	async function killed(opened: Pushing, then = 'true') {
		const {tree, env} = opened;
		const killing = unnoted(opened, `${then}; kill -9 $PPID; exit 1`);
		expect((await tree.run(['apply', '7', '--push'], {env: {...env, ...killing}})).code).toBe('SIGKILL');
		expect(tracked(opened)).toBe('');
	}

	test('is at what was pushed once --continue has found it', async () => {
		const opened = await pushing();
		await killed(opened);
		expect((await opened.call(['apply', '--continue'])).code).toBe(0);
		expect(tracked(opened)).toBe(`${ref} ${opened.tree.head}`);
	});

	test('is named with the lock that a killed git has left', async () => {
		const opened = await pushing();
		await killed(opened, locking(opened));
		const {code, json} = await opened.call(['apply', '--continue', '--json']);
		expect([code, json]).toMatchObject([0, {commits: [{pushed: true}], warnings: [named(opened)]}]);
	});

	test('is named if it is locked, and the push counts', async () => {
		const opened = await pushing();
		const locked = unnoted(opened, `${locking(opened)}; ${lost}`);
		const {code, json} = await opened.call(['apply', '7', '--push', '--json'], locked);
		expect([code, json]).toMatchObject([0, {commits: [{pushed: true}], warnings: [named(opened)]}]);
		const undone = await opened.call(['undo', '--json']);
		expect(undone.json).toMatchObject({commits: {outcome: 'left', reason: 'its commit is pushed'}});
	});

	test('is where the remote fetches to', async () => {
		const opened = await pushing();
		opened.tree.git('config', 'remote.origin.fetch', '+refs/heads/feature/*:refs/remotes/origin/f/*');
		expect((await textOf(opened, unnoted(opened, lost))).code).toBe(0);
		expect(tracked(opened)).toBe(`refs/remotes/origin/f/limits ${opened.tree.head}`);
	});
});

test('a remote that mirrors is pushed to like any other', async () => {
	const opened = await pushing();
	const {tree, there, bare} = opened;
	tree.git('config', 'remote.origin.mirror', 'true');
	tree.git('branch', 'mine');
	const {code} = await textOf(opened);
	expect([code, there()]).toEqual([0, tree.head]);
	expect(tree.git('-C', bare, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/feature/limits');
});
