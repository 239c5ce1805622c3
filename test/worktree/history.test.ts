import {chmodSync, existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {type History, openHistory} from '../../source/worktree/history.ts';
import {openRepository} from '../../source/worktree/repository.ts';
import {newFolder} from '../helpers/folders.ts';
import {commit, git, gitIn, newRepository, put} from './folders.ts';

const opened: History[] = [];
afterEach(() => {
	for (const history of opened.splice(0)) history.close();
});

async function historyOf(root: string, env: Record<string, string> = {}, signal?: AbortSignal): Promise<History> {
	const runner = gitIn(root, env, signal);
	const history = openHistory(runner, await openRepository(runner));
	opened.push(history);
	return history;
}

const nowhere = '0123456789'.repeat(4);

describe('files of a commit', () => {
	it('are read byte by byte, many at a time and in any order', async () => {
		const contents: Record<string, string | Buffer> = {
			'a b/ü.txt': 'one\r\ntwo',
			empty: '',
			binary: Buffer.from([0, 10, 255, 10, 0]),
			large: 'line\n'.repeat(100_000),
			'-n': 'dash\n',
			':(top)a': 'magic\n',
			'two\nlines': 'line end\n',
			'return\r': 'carriage return\n',
		};
		const root = newRepository(contents);
		const head = git(root, 'rev-parse', 'HEAD');
		const history = await historyOf(root);
		const wanted = Object.entries(contents).flatMap(entry => [entry, ['none', null] as const]);
		const found = await Promise.all(wanted.map(([path]) => history.fileAt(head, path)));
		expect(found).toEqual(wanted.map(([, content]) => (content === null ? null : Buffer.from(content))));
	});

	it('are those of the commit, not of today', async () => {
		const root = newRepository({'a.txt': 'old\n'});
		const old = git(root, 'rev-parse', 'HEAD');
		commit(root, {'a.txt': 'new\n'});
		put(root, {'a.txt': 'dirty\n'});
		expect(String(await (await historyOf(root)).fileAt(old, 'a.txt'))).toBe('old\n');
	});

	it('are none where commit or path is unknown, a folder, too large, or tries to be something else', async () => {
		const root = newRepository({'dir/a.txt': 'a\n', huge: Buffer.alloc(16 * 1024 * 1024 + 1)});
		const head = git(root, 'rev-parse', 'HEAD');
		const history = await historyOf(root);
		const asked: [string, string][] = [
			[nowhere, 'dir/a.txt'],
			[head, 'none'],
			[head, 'dir'],
			[head, 'huge'],
			[head, 'dir/a.txt\nHEAD:dir/a.txt'],
			[head, './dir/a.txt'],
			[head, '../a.txt'],
			['HEAD', 'dir/a.txt'],
			['--all', 'dir/a.txt'],
			[head.slice(0, 12), 'dir/a.txt'],
		];
		for (const [oid, path] of asked) expect([oid, path, await history.fileAt(oid, path)]).toEqual([oid, path, null]);
		expect(String(await history.fileAt(head, 'dir/a.txt'))).toBe('a\n');
	});

	it('are not read after an abort', async () => {
		const root = newRepository();
		const head = git(root, 'rev-parse', 'HEAD');
		const abort = new AbortController();
		const history = await historyOf(root, {}, abort.signal);
		await history.fileAt(head, 'a.txt');
		const pending = history.fileAt(head, 'a.txt');
		abort.abort(new Error('stopped by the user'));
		await expect(pending).rejects.toThrow('stopped by the user');
		await expect(history.fileAt(head, 'a.txt')).rejects.toThrow('stopped by the user');
	});
});

describe('renames since a commit', () => {
	const text = Array.from({length: 40}, (_, line) => `line ${line}\n`).join('');

	it('are followed through later commits and what is staged', async () => {
		const root = newRepository({'old name.ts': text, 'second.ts': `${text}two`, 'kept.ts': 'k\n', 'gone.ts': 'g\n'});
		const old = git(root, 'rev-parse', 'HEAD');
		git(root, 'mv', 'old name.ts', 'middle.ts');
		git(root, 'rm', '-q', 'gone.ts');
		commit(root, {});
		commit(root, {'middle.ts': `${text}more\n`});
		git(root, 'mv', 'middle.ts', 'new name.ts');
		git(root, 'mv', 'second.ts', 'moved.ts');
		const history = await historyOf(root);
		const paths = ['old name.ts', 'second.ts', 'kept.ts', 'gone.ts', 'never.ts'];
		const today = await Promise.all(paths.map(path => history.renamedTo(old, path)));
		expect(today).toEqual(['new name.ts', 'moved.ts', 'kept.ts', null, null]);
		expect(await history.renamedTo(nowhere, 'kept.ts')).toBeNull();
	});

	it('are relative to the root also in a subfolder, whatever diff settings the user has', async () => {
		const root = newRepository({'a/old.ts': text, 'b/x': 'x'});
		const old = git(root, 'rev-parse', 'HEAD');
		git(root, 'mv', 'a/old.ts', 'b/new.ts');
		git(root, 'config', 'diff.renames', 'false');
		git(root, 'config', 'diff.relative', 'true');
		git(root, 'config', 'diff.noprefix', 'true');
		expect(await (await historyOf(join(root, 'b'))).renamedTo(old, 'a/old.ts')).toBe('b/new.ts');
	});
});

describe('fetching commits', () => {
	/** Everything of a repository that a fetch could change besides its objects. */
	const stateOf = (root: string) => ({
		refs: git(root, 'for-each-ref'),
		config: readFileSync(join(root, '.git/config'), 'utf8'),
		shallow: existsSync(join(root, '.git/shallow')) && readFileSync(join(root, '.git/shallow'), 'utf8'),
		names: readdirSync(join(root, '.git')).filter(name => name !== 'pr-resolve'),
	});

	/** An origin with a commit on no branch any more, as a force-push leaves it. */
	function newOrigin() {
		const origin = newRepository({'a.txt': 'first\n'});
		commit(origin, {'a.txt': 'second\n'});
		const lost = commit(origin, {'a.txt': 'lost\n'});
		git(origin, 'reset', '-q', '--hard', 'HEAD~1');
		const head = commit(origin, {'a.txt': 'head\n'});
		git(origin, 'tag', 'a-tag');
		git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
		return {origin, lost, head};
	}

	it.each([{depth: []}, {depth: ['--depth=1']}])(
		'changes nothing but objects in a clone with $depth',
		async ({depth}) => {
			const {origin, lost, head} = newOrigin();
			const clone = newFolder();
			git(clone, 'clone', '-q', '--no-tags', ...depth, `file://${origin}`, '.');
			const later = commit(origin, {'a.txt': 'later\n'});
			const before = stateOf(clone);
			const history = await historyOf(clone);
			expect(await history.hasCommit(lost)).toBe(false);
			expect(await history.hasCommit(head)).toBe(true);
			const wanted = [lost, nowhere, head, later, 'not-an-oid'];
			expect(await history.fetchCommits(wanted, ['none', 'origin'])).toEqual(['not-an-oid', nowhere]);
			expect(await history.hasCommit(lost)).toBe(true);
			expect(String(await history.fileAt(lost, 'a.txt'))).toBe('lost\n');
			expect(String(await history.fileAt(later, 'a.txt'))).toBe('later\n');
			expect(await history.renamedTo(lost, 'a.txt')).toBe('a.txt');
			expect(stateOf(clone)).toEqual(before);
			git(clone, 'fsck', '--connectivity-only', '--no-dangling');
			git(clone, 'pull', '-q', '--ff-only');
			git(clone, 'gc', '-q');
		},
	);

	it('returns what is missing where no remote answers', async () => {
		const history = await historyOf(newRepository());
		expect(await history.fetchCommits([nowhere], [])).toEqual([nowhere]);
		const remotes = ['none', join(newFolder(), 'gone'), '--upload-pack=touch marker'];
		expect(await history.fetchCommits([nowhere, nowhere], remotes)).toEqual([nowhere]);
	});
});

it('runs nothing that the configuration or the attributes of the repository name', async () => {
	const marker = join(newFolder(), 'marker');
	const program = join(newFolder(), 'program.sh');
	put(program.replace(/\/[^/]*$/, ''), {
		'program.sh': `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat "$1" 2>/dev/null\n`,
	});
	chmodSync(program, 0o755);
	const root = newRepository({'.gitattributes': '* diff=trap filter=trap\n', 'a.txt': 'a\n'});
	const old = git(root, 'rev-parse', 'HEAD');
	git(root, 'mv', 'a.txt', 'b.txt');
	commit(root, {'c.txt': 'c\n'});
	const remote = newRepository();
	const hooks = newFolder();
	for (const hook of [
		'post-index-change',
		'reference-transaction',
		'post-checkout',
		'pre-auto-gc',
		'fsmonitor-watchman',
	]) {
		put(hooks, {[hook]: readFileSync(program)});
		chmodSync(join(hooks, hook), 0o755);
	}
	const traps = {
		'core.hooksPath': hooks,
		'core.fsmonitor': program,
		'core.pager': program,
		'diff.external': program,
		'diff.trap.textconv': program,
		'diff.trap.command': program,
		'filter.trap.clean': program,
		'filter.trap.smudge': program,
		'pager.diff': program,
	};
	for (const [name, value] of Object.entries(traps)) git(root, 'config', name, value);
	put(root, {'b.txt': 'dirty\n'});
	const history = await historyOf(root, {GIT_EXTERNAL_DIFF: program, GIT_PAGER: program, PAGER: program});
	expect(String(await history.fileAt(old, 'a.txt'))).toBe('a\n');
	expect(await history.renamedTo(old, 'a.txt')).toBe('b.txt');
	expect(await history.fetchCommits([git(remote, 'rev-parse', 'HEAD')], [remote])).toEqual([]);
	expect(existsSync(marker)).toBe(false);
	// The traps are armed: git as a user runs it walks into them.
	git(root, 'status', '--porcelain');
	expect(existsSync(marker)).toBe(true);
});
