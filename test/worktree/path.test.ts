import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync} from 'node:fs';
import {join, sep} from 'node:path';
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {checkPath, locateFile} from '../../source/worktree/path.ts';
import {newFolder} from '../helpers/folders.ts';
import {commit, git, newRepository, put} from './folders.ts';

const zeroWidth = String.fromCodePoint(0x200c);
const byteOrderMark = String.fromCodePoint(0xfeff);

it.each([
	['', 'malformed-path'],
	['a\0b', 'malformed-path'],
	['a//b', 'malformed-path'],
	['a/', 'malformed-path'],
	['./a', 'malformed-path'],
	['a/./b', 'malformed-path'],
	['a\\b', 'malformed-path'],
	['/etc/passwd', 'outside'],
	['..', 'outside'],
	['../a', 'outside'],
	['a/../../b', 'outside'],
	['..\\a', 'outside'],
	['\\\\server\\share', 'outside'],
	['C:\\a', 'outside'],
	['c:/a', 'outside'],
	['.git', 'git-folder'],
	['.git/config', 'git-folder'],
	['.GIT/hooks/pre-commit', 'git-folder'],
	['vendor/lib/.git/config', 'git-folder'],
	['sub/.Git', 'git-folder'],
	['git~1/config', 'git-folder'],
	['GIT~1/config', 'git-folder'],
	['.git /config', 'git-folder'],
	['.git./config', 'git-folder'],
	['.git::$INDEX_ALLOCATION/config', 'git-folder'],
	['.git\\config', 'git-folder'],
	[`.g${zeroWidth}it/config`, 'git-folder'],
	[`${byteOrderMark}.git/config`, 'git-folder'],
	[`.ｇｉｔ/config`, 'git-folder'],
])('refuses the path %j as %s', (path, code) => {
	expect(checkPath(path)).toMatchObject({kind: 'refused', code});
});

it('reads a name of many blanks no longer than any other', () => {
	expect(checkPath(`${'. '.repeat(100_000)}x`)).toBeNull();
	expect(checkPath(`.git${'. '.repeat(100_000)}`)).toMatchObject({code: 'git-folder'});
});

it.each([
	'a',
	'a/b.ts',
	'.gitignore',
	'.github/workflows/a.yml',
	'a..b',
	'...',
	'git',
	'digit~1',
	'a b/ü.txt',
	'-n',
	':(top)a',
])('takes the path %j', path => {
	expect(checkPath(path)).toBeNull();
});

it('never takes a path that leads out of the root or into a git folder', () => {
	const piece = fc.constantFrom('..', '.', '', '.git', '.GIT', 'a', 'b', '/', '\\', ' ', ':', '~1', zeroWidth);
	fc.assert(
		fc.property(fc.array(piece, {maxLength: 8}), pieces => {
			const path = pieces.join('');
			if (checkPath(path)) return;
			expect(join(`${sep}root`, path)).toBe(`${sep}root${sep}${path}`);
			expect(path.split('/').map(name => name.replaceAll(zeroWidth, '').toLowerCase())).not.toContain('.git');
		}),
		{numRuns: 2000},
	);
});

it('finds a regular file', async () => {
	const root = newFolder();
	put(root, {'a/b.txt': 'x'});
	expect(await locateFile(root, 'a/b.txt')).toMatchObject({kind: 'safe', path: join(root, 'a/b.txt')});
});

it('follows no link, be it the file, a parent, dangling, or inside the work tree', async () => {
	const root = newFolder();
	const outside = newFolder();
	put(outside, {'secret.txt': 'x'});
	put(root, {'real/file.txt': 'x'});
	symlinkSync(join(outside, 'secret.txt'), join(root, 'file-link'));
	symlinkSync(outside, join(root, 'folder-link'));
	symlinkSync('nowhere', join(root, 'dangling'));
	symlinkSync('real', join(root, 'inside'));
	for (const path of ['file-link', 'folder-link/secret.txt', 'folder-link', 'dangling', 'inside/file.txt']) {
		expect([path, await locateFile(root, path)]).toMatchObject([path, {kind: 'refused', code: 'symlink'}]);
	}
});

it('refuses what is no regular file, and what is not there', async () => {
	const root = newFolder();
	mkdirSync(join(root, 'folder'));
	put(root, {file: 'x'});
	execFileSync('mkfifo', [join(root, 'fifo')]);
	expect(await locateFile(root, 'folder')).toMatchObject({code: 'not-a-file'});
	expect(await locateFile(root, 'fifo')).toMatchObject({code: 'not-a-file'});
	expect(await locateFile(root, 'none')).toMatchObject({code: 'missing'});
	expect(await locateFile(root, 'none/none')).toMatchObject({code: 'missing'});
	expect(await locateFile(root, 'file/none')).toMatchObject({code: 'missing'});
	expect(await locateFile(root, 'n'.repeat(300))).toMatchObject({code: 'missing'});
});

it('does not reach into a submodule', async () => {
	const library = newRepository({'lib.txt': 'x\n'});
	const root = newRepository();
	git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor/lib');
	commit(root, {});
	expect(await locateFile(root, 'vendor/lib/lib.txt')).toMatchObject({kind: 'refused', code: 'submodule'});
	expect(await locateFile(root, 'vendor/lib')).toMatchObject({kind: 'refused', code: 'submodule'});
});
