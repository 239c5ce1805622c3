import {execFileSync} from 'node:child_process';
import {mkdirSync, utimesSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Review} from '../../helpers/review-of.ts';
import {eventually} from '../../helpers/wait.ts';
import {emptyRepository, plainFolder, startFiles, workTree} from '../../helpers/work-tree.ts';
import {gitThat} from '../closing/git-that.ts';
import {clonesIn, serving} from './reading.ts';

const killer = join(import.meta.dirname, '../../worktree/kill-at.mjs');

type Report = {findings: {outcome: string; reason: string}[]; error?: {code: string; message: string; remedy: string}};

const twoCommits = () => workTree({'src/list.txt': 'item one\nitem 2\nitem 3\n'});
const oneChange = {review: (review: Review) => review.suggest('src/list.txt', 2, ['item two'])};

const outcomes = (json: unknown) => (json as Report).findings.map(({outcome}) => outcome);

test('a killed run leaves a folder that only its user can read, and the next run removes it', async () => {
	const served = await serving(twoCommits(), oneChange);
	const killed = await served.read([], gitThat('--batch-check=%(objectname)', 'kill -9 $PPID; exit 1').env);
	expect(killed.code).toBe('SIGKILL');
	const [left] = clonesIn(served.env.TMPDIR);
	expect(
		execFileSync('stat', ['-c', '%a', join(served.env.TMPDIR, left!)])
			.toString()
			.trim(),
	).toBe('700');
	const other = join(served.env.TMPDIR, `pr-resolve-read-${process.pid}-living`);
	mkdirSync(other);
	expect((await served.read()).code).toBe(0);
	expect(clonesIn(served.env.TMPDIR)).toEqual([`pr-resolve-read-${process.pid}-living`]);
	// After a restart, or from another container, only its age shows that it is abandoned.
	utimesSync(other, 0, 0);
	expect((await served.read()).code).toBe(0);
	expect(clonesIn(served.env.TMPDIR)).toEqual([]);
});

test('a run that is killed at any of its first changes leaves no folder after the next run', async () => {
	const served = await serving(twoCommits(), oneChange);
	const {TMPDIR} = served.env;
	const env = {NODE_OPTIONS: `--import=${killer}`, KILL_UNDER: TMPDIR};
	for (const change of [1, 2, 3, 4]) {
		const killed = await served.read([], {...env, KILL_AT: String(change)});
		expect([killed.code, clonesIn(TMPDIR).length]).toEqual(['SIGKILL', change > 1 ? 1 : 0]);
		expect((await served.read()).code).toBe(0);
		expect(clonesIn(TMPDIR)).toEqual([]);
	}
});

test('without a temporary folder, the failure names it', async () => {
	const served = await serving(twoCommits(), oneChange);
	const {code, json} = await served.read([], {TMPDIR: process.execPath});
	const {error} = json as Report;
	expect([code, error?.code, error?.message]).toEqual([
		1,
		'no-temporary-folder',
		expect.stringContaining(process.execPath),
	]);
});

test('an interrupted run leaves nothing', async () => {
	const served = await serving(twoCommits(), oneChange);
	const {env} = gitThat('fetch', 'sleep 30');
	const ended = await served.outside.run(['analyze', served.url, '--no-checkout'], {
		env: {...served.env, ...env},
		meanwhile: child => {
			void eventually(() => expect(clonesIn(served.env.TMPDIR)).toHaveLength(1)).then(() => child.kill('SIGINT'));
		},
	});
	expect([ended.code, clonesIn(served.env.TMPDIR)]).toEqual([130, []]);
});

test('the commits of a fork are read from the repository that the pull request is for', async () => {
	const served = await serving(twoCommits(), {...oneChange, pull: {headRepository: 'ada/app'}});
	expect(outcomes((await served.read()).json)).toEqual(['planned']);
	expect(served.server.paths.every(path => path.startsWith('/octo/app.git/'))).toBe(true);
});

test('a repository with SHA-256 is read', async () => {
	const tree = plainFolder();
	tree.git('init', '-q', '--template=', '--initial-branch=main', '--object-format=sha256');
	tree.commit(startFiles).commit({'src/list.txt': 'item one\nitem 2\n'});
	expect(tree.head).toHaveLength(64);
	const served = await serving(tree, oneChange);
	expect(outcomes((await served.read()).json)).toEqual(['planned']);
});

test('a file of a submodule is refused', async () => {
	const tree = twoCommits();
	tree.git('update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},lib`);
	tree.git('commit', '-q', '-m', 'Add a submodule');
	const served = await serving(tree, {
		review: review => review.suggest('lib/a.txt', 1, ['x'], review.seen('src/list.txt', 1)),
	});
	const {findings} = (await served.read()).json as Report;
	expect(findings[0]!.reason).toContain('submodule');
});

test('the project file is that of the head, and as limited as ever', async () => {
	const file = 'severity: critical\n';
	const served = await serving(workTree({'src/list.txt': 'item one\nitem 2\n', '.pr-resolve.yaml': file}), oneChange);
	const {stdout} = await served.outside.run(['analyze', served.url, '--no-checkout'], {env: served.env});
	expect(stdout).toContain('project file .pr-resolve.yaml:1 at the head');
	const free = await served.read(['--config', '/dev/null/none.yaml']);
	expect((free.json as Report).error?.code).toBe('settings-file-missing');

	const hostile = await serving(workTree({'.pr-resolve.yaml': 'verify: rm -rf /\n'}));
	const {error} = (await hostile.read()).json as Report;
	expect([error?.code, error?.message]).toEqual([
		'forbidden-setting',
		expect.stringContaining('.pr-resolve.yaml:1 at the head'),
	]);
});

test.each([
	['outside a clone without a pull request', [], 'needs-pull-request', '--repo'],
	['a number without a repository', ['7'], 'no-repository', 'URL'],
	['a recording', ['--from', 'x.json'], 'bad-flags', 'in a clone'],
])('%s is a usage error', async (_, args, code, remedy) => {
	const folder = plainFolder();
	const {code: exit, json} = await folder.call(['analyze', '--no-checkout', '--json', ...args]);
	const {error} = json as Report;
	expect([exit, error]).toMatchObject([2, {code, remedy: expect.stringContaining(remedy)}]);
});

test('in a clone, its remotes and its branch name the pull request', async () => {
	const served = await serving(twoCommits(), oneChange);
	const clone = emptyRepository()
		.commit({a: 'a\n'})
		.branch('feature')
		.remote('origin', `${served.server.url}/octo/app.git`);
	const {code, json} = await clone.run(['analyze', '--no-checkout', '--json'], {env: served.env});
	expect([code, outcomes(json)]).toEqual([0, ['planned']]);
});

test.each([
	['a token that may not read', 401, 'fetch-denied', 4],
	['a server that fails', 500, 'fetch-failed', 1],
])('%s is reported, and no output has the token', async (_, status, code, exit) => {
	const served = await serving(twoCommits(), oneChange);
	served.server.fail = {status};
	const ended = await served.read();
	expect([ended.code, (ended.json as Report).error?.code]).toEqual([exit, code]);
	expect(`${ended.stdout}${ended.stderr}`).not.toContain(served.env.GITHUB_TOKEN);
	expect(clonesIn(served.env.TMPDIR)).toEqual([]);
});
