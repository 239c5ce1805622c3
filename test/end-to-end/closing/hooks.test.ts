import {appendFileSync, existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {bot, user} from '../../emulators/github/data.ts';
import {hostOf} from '../../helpers/host.ts';
import {isRunning} from '../../helpers/is-running.ts';
import {reviewOf} from '../../helpers/review-of.ts';
import {type WorkTree, workTree} from '../../helpers/work-tree.ts';
import {ada, applied, type CommitReport, exactly} from './committing.ts';

type HookRun = {
	name: string;
	state: string;
	reason: string;
	changedFiles: string[];
	failure: {exitCode: number | null; tail: string; log: string} | null;
};
type HookReport = CommitReport & {hooks: HookRun[]; warnings: {kind: string; text: string}[]};

/** A hook of this script, in the folder of git unless another is named. */
function hook(tree: WorkTree, name: string, script: string, folder = '.git/hooks'): void {
	tree.put({[`${folder}/${name}`]: `#!/bin/sh\n${script}\n`}).chmod(`${folder}/${name}`, 0o755);
}

const twoFiles = (tree: WorkTree) =>
	reviewOf(tree).suggest('src/list.txt', 2, ['item two']).suggest('src/other.txt', 3, ['entry three']).save();

async function hooked(tree: WorkTree, ...flags: string[]) {
	const {code, report, stderr} = await applied(tree, twoFiles(tree), '--commit', '--hooks', ...flags);
	return {code, stderr, report: report as HookReport, hooks: (report as HookReport).hooks ?? []};
}

const headline = (tree: WorkTree) => tree.git('log', '-1', '--format=%s');
const notCommitted = {stops: [{step: 'commit', code: 'hook-failed'}], commits: []};

test('hooks in .husky are run only with --hooks, and one that fails keeps the commit from being made', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'test -e ../fixed || { echo "lint: item two"; exit 1; }', '.husky');
	tree.commit().git('config', 'core.hooksPath', '.husky');
	const before = tree.head;
	const {code, report, hooks} = await hooked(tree);
	expect(code).toBe(3);
	expect(report).toMatchObject(notCommitted);
	expect(report.stops[0]).toMatchObject({
		message: 'Not committed: the hook pre-commit failed (exit code 1).',
		remedy: `To try again, run: pr-resolve apply --continue ${report.run!.id}`,
	});
	expect(hooks).toMatchObject([{name: 'pre-commit', state: 'failed', reason: 'exit code 1'}]);
	expect(hooks[0]!.failure).toMatchObject({exitCode: 1, tail: 'lint: item two\n'});
	expect([tree.head, tree.git('diff', '--cached'), tree.read('src/list.txt')]).toEqual([
		before,
		'',
		expect.stringContaining('item two\n'),
	]);

	tree.put({'../fixed': ''});
	const {code: then, json} = await tree.call(['apply', '--continue', '--json'], {env: ada});
	expect([then, json]).toMatchObject([0, {commits: [{}], hooks: [{name: 'pre-commit', state: 'passed'}]}]);
	expect([tree.git('status', '--porcelain'), tree.git('rev-parse', 'HEAD^')]).toEqual(['', before]);
});

test('hooks see what is committed, as from git: its index, the root, the author, the message, and no token', async () => {
	const tree = workTree();
	hook(
		tree,
		'pre-commit',
		'pwd > ../seen; git diff --cached --name-only >> ../seen; git diff --name-only >> ../seen; env > ../env',
	);
	hook(
		tree,
		'commit-msg',
		'cat "$1" .git/COMMIT_EDITMSG > ../message; echo $# >> ../message; read line || echo no input >> ../message',
	);
	const {code, json} = await tree.run(['apply', '--from', twoFiles(tree), '--commit', '--hooks', '--json'], {
		env: {...ada, GITHUB_TOKEN: 'ghp_secret', GIT_DIR: undefined},
	});
	expect([code, (json as HookReport).hooks]).toMatchObject([
		0,
		[
			{name: 'pre-commit', state: 'passed'},
			{name: 'commit-msg', state: 'passed'},
		],
	]);
	expect(tree.read('../seen')).toBe(`${tree.root}\nsrc/list.txt\nsrc/other.txt\n`);
	const message = exactly(tree, 'log', '-1', '--format=%B').trimEnd();
	expect(tree.read('../message')).toBe(`${message}\n${message}\n1\nno input\n`);
	const env = tree.read('../env');
	expect(env).toMatch(/^GIT_AUTHOR_EMAIL=ada@example\.com$/m);
	expect(env).toMatch(/^GIT_EDITOR=:$/m);
	expect(env).not.toContain('ghp_secret');
	expect(env).not.toMatch(/^GIT_DIR=/m);
	expect(tree.git('status', '--porcelain')).toBe('');
});

test('hooks get the author from the settings of git', async () => {
	const tree = workTree();
	tree.git('config', 'user.name', 'Grace');
	tree.git('config', 'user.email', 'grace@example.com');
	hook(tree, 'pre-commit', 'test "$GIT_AUTHOR_NAME <$GIT_AUTHOR_EMAIL>" = "Grace <grace@example.com>"');
	const {code} = await tree.call(['apply', '--from', twoFiles(tree), '--commit', '--hooks', '--json']);
	expect([code, tree.git('log', '-1', '--format=%an %ae')]).toEqual([0, 'Grace grace@example.com']);
});

test('a file that git stores through a filter stays, and the hooks see the rest', async () => {
	const tree = workTree({'.gitattributes': 'src/other.txt filter=lfs\n'});
	hook(tree, 'pre-commit', 'git diff --cached --name-only');
	hook(tree, 'post-commit', 'exit 1');
	const {code, report, hooks} = await hooked(tree);
	expect([code, report, hooks]).toMatchObject([
		3,
		{commits: [{}], uncommitted: [{path: 'src/other.txt'}]},
		[{name: 'pre-commit', state: 'passed'}],
	]);
});

describe('commit-msg', () => {
	test('may change the message; the trailer of the run stays', async () => {
		const tree = workTree();
		hook(tree, 'commit-msg', 'printf "ABC-1: fix\\n\\n\\n\\nWhy.  \\n" > "$1"');
		const {code, report} = await hooked(tree);
		expect([code, report.commits[0]?.headline]).toEqual([0, 'ABC-1: fix']);
		expect(exactly(tree, 'log', '-1', '--format=%B')).toBe(
			`ABC-1: fix\n\nWhy.\n\nPr-Resolve-Run: ${report.run!.id}\n\n`,
		);
	});

	test('may add a trailer of its own', async () => {
		const tree = workTree();
		hook(tree, 'commit-msg', 'git interpret-trailers --in-place --trailer "Change-Id: I1" "$1"');
		const {report} = await hooked(tree);
		expect(tree.git('log', '-1', '--format=%(trailers)')).toBe(`Pr-Resolve-Run: ${report.run!.id}\nChange-Id: I1`);
	});

	test('that leaves nothing keeps the commit from being made', async () => {
		const tree = workTree();
		hook(tree, 'commit-msg', ': > "$1"');
		const {code, report, hooks} = await hooked(tree);
		expect([code, report, hooks]).toMatchObject([3, notCommitted, [{reason: 'left an empty message'}]]);
	});
});

describe('a hook that changes what git tracks keeps the commit from being made', () => {
	test.each([
		['a file of the run', 'echo formatted >> src/list.txt', ['src/list.txt']],
		['another file', 'echo formatted >> notes.md', ['notes.md']],
		[
			'its index',
			'cp notes.md ../as-is; echo formatted >> notes.md; git add notes.md; cp ../as-is notes.md',
			['notes.md'],
		],
		["the user's index", 'unset GIT_INDEX_FILE; git add src/list.txt', ['src/list.txt']],
		['and fails', 'rm notes.md; exit 1', ['notes.md']],
	])('%s', async (_, script, files) => {
		const tree = workTree();
		hook(tree, 'pre-commit', script);
		const before = tree.head;
		const {code, report, hooks} = await hooked(tree);
		expect([code, report, hooks]).toMatchObject([3, notCommitted, [{state: 'failed', changedFiles: files}]]);
		expect(report.stops[0]!.remedy).toMatch(/^Run: pr-resolve undo \S+\. Commit what the hook has left in your files/);
		expect(tree.head).toBe(before);
	});

	test('but not one that makes a file', async () => {
		const tree = workTree();
		hook(tree, 'pre-commit', 'touch .cache');
		expect(await hooked(tree)).toMatchObject({code: 0, hooks: [{state: 'passed', changedFiles: []}]});
		expect(tree.git('status', '--porcelain')).toBe('?? .cache');
	});
});

describe('other uncommitted edits', () => {
	test('keep the run from starting, staged or not', async () => {
		const tree = workTree();
		hook(tree, 'pre-commit', 'touch ../ran');
		appendFileSync(join(tree.root, 'notes.md'), 'Mine.\n');
		const before = tree.snapshot();
		const {code, report} = await hooked(tree);
		expect([code, report.error]).toMatchObject([
			2,
			{
				code: 'other-edits',
				message:
					'--hooks needs a working tree without other uncommitted edits, and there are some in notes.md. Nothing was applied.',
			},
		]);
		tree.git('add', 'notes.md');
		expect((await hooked(tree)).code).toBe(2);
		expect([tree.snapshot(), existsSync(join(tree.root, '../ran'))]).toEqual([before, false]);
	});

	test('do not matter where there is no hook to run, nor do files that git does not track', async () => {
		const tree = workTree().put({'scratch.txt': 'mine\n'});
		hook(tree, 'pre-commit', 'exit 0');
		expect(await hooked(tree)).toMatchObject({code: 0, hooks: [{state: 'passed'}]});
		const without = workTree().put({'notes.md': 'Mine.\n'});
		hook(without, 'post-commit', 'exit 1');
		expect(await hooked(without)).toMatchObject({code: 0, hooks: []});
	});

	test('made after a hook failed keep --continue from committing', async () => {
		const tree = workTree();
		hook(tree, 'pre-commit', 'exit 1');
		await hooked(tree);
		hook(tree, 'pre-commit', 'exit 0');
		appendFileSync(join(tree.root, 'notes.md'), 'Mine.\n');
		const {code, json} = await tree.call(['apply', '--continue', '--json'], {env: ada});
		expect([code, json]).toMatchObject([3, {commits: [], stops: [{step: 'commit', code: 'other-edits'}]}]);
		tree.git('checkout', '-q', '--', 'notes.md');
		expect((await tree.call(['apply', '--continue', '--json'], {env: ada})).code).toBe(0);
		expect(headline(tree)).toBe('Apply suggestions from code review');
	});

	test('of earlier runs go along', async () => {
		const tree = workTree();
		hook(tree, 'pre-commit', 'exit 0');
		const first = reviewOf(tree).suggest('notes.md', 3, ['1st.']).save('first.json');
		expect((await applied(tree, first)).code).toBe(0);
		const {code, report} = await hooked(tree);
		expect([code, report.committedRuns.length, tree.git('status', '--porcelain')]).toEqual([0, 1, '']);
	});
});

test('with a split, the hooks are run for each commit, and one that fails keeps all of them from being made', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'git diff --cached --name-only | tee -a ../seen');
	hook(tree, 'commit-msg', 'exit 0');
	const {code, report, hooks} = await hooked(tree, '--set', 'split=file');
	expect([code, report.commits.length]).toEqual([0, 2]);
	expect(hooks.map(({name}) => name)).toEqual(['pre-commit', 'commit-msg', 'pre-commit', 'commit-msg']);
	const other = workTree();
	hook(other, 'pre-commit', '! git diff --cached --name-only | grep other');
	const refused = await hooked(other, '--set', 'split=file');
	expect([refused.code, refused.report, refused.hooks]).toMatchObject([
		3,
		notCommitted,
		[{state: 'passed'}, {state: 'failed'}],
	]);
	expect(headline(other)).toBe('A commit');
});

test('a hook that takes too long is ended, with all that it has started', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'sleep 1000 & echo $! > ../pid; wait');
	const {code, report, hooks} = await hooked(tree, '--set', 'verify_timeout=1');
	expect([code, report, hooks]).toMatchObject([3, notCommitted, [{reason: 'took longer than 1 s'}]]);
	expect(isRunning(Number(tree.read('../pid')))).toBe(false);
});

test('warnings name what is not run', async () => {
	const tree = workTree();
	for (const name of ['prepare-commit-msg', 'commit-msg', 'post-commit']) hook(tree, name, 'exit 0');
	tree.put({'.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n'});
	const {report} = await hooked(tree);
	expect(report.warnings.filter(({kind}) => kind === 'hooks-skipped').map(({text}) => text)).toEqual([
		'these hooks were not run: prepare-commit-msg, post-commit',
		'this hook was not run: pre-commit, because git runs only executable files',
	]);
});

test('a dry run names the hooks, and runs none', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'touch ../ran');
	hook(tree, 'pre-push', 'touch ../ran');
	const {hooks} = await hooked(tree, '--dry-run');
	expect(hooks).toMatchObject([{name: 'pre-commit', state: 'planned', failure: null}]);
	expect(existsSync(join(tree.root, '../ran'))).toBe(false);
	const {stdout} = await tree.call(['apply', '--from', twoFiles(tree), '--commit', '--hooks', '--dry-run'], {env: ada});
	expect(stdout).toContain('Would run the hook pre-commit.\n');
});

test('the text shows the end of the output, without secrets and controls', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'exit 0');
	hook(tree, 'commit-msg', 'printf "bad \\033[31mmessage ghp_%036d\\n" 0; exit 7');
	const {code, stdout} = await tree.call(['apply', '--from', twoFiles(tree), '--commit', '--hooks'], {env: ada});
	expect(code).toBe(3);
	expect(stdout).toContain('Passed the hook pre-commit.\ncommit-msg: failed, exit code 7; the end of its output:\n');
	expect(stdout).toContain('Not committed: the hook commit-msg failed (exit code 7).');
	expect(stdout).toMatch(/ {4}bad .*message/);
	expect(stdout).not.toMatch(/ghp_0|\u001b/);
});

test('in a linked working tree, hooks get its git folder', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'git rev-parse --git-dir > ../seen; test "$(git diff --cached --name-only | wc -l)" = 2');
	tree.git('worktree', 'add', '-q', '../linked', '-b', 'other');
	const from = twoFiles(tree);
	const {code} = await tree.call(['apply', '--from', from, '--commit', '--hooks', '--json'], {
		env: ada,
		cwd: join(tree.root, '../linked'),
	});
	expect([code, tree.read('../seen').trim()]).toEqual([0, join(tree.root, '.git/worktrees/linked')]);
});

describe('who chooses', () => {
	test('the user, by variable and settings; not the project', async () => {
		const tree = workTree();
		hook(tree, 'pre-commit', 'exit 1');
		const from = twoFiles(tree);
		const {code, json} = await tree.call(['apply', '--from', from, '--commit', '--json'], {
			env: {...ada, CR_HOOKS: 'true'},
		});
		expect([code, json]).toMatchObject([3, {hooks: [{state: 'failed'}]}]);
		const other = workTree({'.pr-resolve.yaml': 'hooks: true\n'});
		const refused = await other.call(['apply', '--from', twoFiles(other), '--commit', '--json'], {env: ada});
		expect([refused.code, refused.json]).toMatchObject([2, {error: {message: expect.stringContaining('hooks')}}]);
	});

	test('--hooks needs a commit', async () => {
		const tree = workTree();
		const {code, json} = await tree.call(['apply', '--from', twoFiles(tree), '--hooks', '--json']);
		expect([code, json]).toMatchObject([2, {error: {message: '--hooks needs a commit.'}}]);
	});

	test('code by people without write access is not run unasked, unless there is no hook', async () => {
		const tree = workTree().branch('feature').remote('origin', 'https://github.com/octo/app.git');
		const review = reviewOf(tree, {author: user('stranger')}).suggest('src/list.txt', 2, ['item two'], {
			author: bot('coderabbitai'),
		});
		const {env} = await hostOf([review], {repositories: [{nameWithOwner: 'octo/app', roles: {octocat: 'admin'}}]});
		const run = (...more: string[]) =>
			tree.call(['apply', '7', '--commit', '--hooks', '--json', ...more], {env: {...ada, ...env}});
		hook(tree, 'pre-commit', 'exit 0');
		const {code, json} = await run();
		expect([code, json]).toMatchObject([
			2,
			{error: {code: 'untrusted-code', message: expect.stringMatching(/^--hooks would run code by stranger/)}},
		]);
		tree.chmod('.git/hooks/pre-commit', 0o644);
		expect((await run('--dry-run')).code).toBe(0);
		tree.chmod('.git/hooks/pre-commit', 0o755);
		const trusted = await run('--trust-code');
		expect([trusted.code, trusted.json]).toMatchObject([0, {hooks: [{state: 'passed'}], commits: [{}]}]);
	});
});

test('what has passed --verify is not verified again when a hook is tried again', async () => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'test -e ../fixed');
	const {code, report} = await hooked(tree, '--verify', 'echo run >> ../runs');
	expect([code, report]).toMatchObject([3, {...notCommitted, verification: {state: 'passed'}}]);
	tree.put({'../fixed': ''});
	expect((await tree.call(['apply', '--continue', '--json'], {env: ada})).code).toBe(0);
	expect([headline(tree), tree.read('../runs')]).toEqual(['Apply suggestions from code review', 'run\n']);
});

test.each([
	['Ctrl-C', 'SIGINT', 130],
	['a crash', 'SIGKILL', 'SIGKILL'],
] as const)('after %s during a hook, nothing is committed, and --continue commits later', async (_, signal, ended) => {
	const tree = workTree();
	hook(tree, 'pre-commit', 'echo $$ > ../pid; sleep 1000');
	const {code} = await tree.run(['apply', '--from', twoFiles(tree), '--commit', '--hooks', '--json'], {
		env: ada,
		meanwhile: async child => {
			while (!existsSync(join(tree.root, '../pid'))) await new Promise(resolve => setTimeout(resolve, 20));
			child.kill(signal);
		},
	});
	expect([code, headline(tree), tree.read('src/list.txt')]).toEqual([
		ended,
		'A commit',
		expect.stringContaining('two'),
	]);
	const pid = Number(tree.read('../pid'));
	expect(isRunning(pid)).toBe(signal === 'SIGKILL');
	if (signal === 'SIGKILL') process.kill(-pid, 'SIGKILL');
	hook(tree, 'pre-commit', 'exit 0');
	expect((await tree.call(['apply', '--continue', '--json'], {env: ada})).code).toBe(0);
	expect(headline(tree)).toBe('Apply suggestions from code review');
});
