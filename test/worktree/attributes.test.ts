import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {buildSync} from 'esbuild';
import {expect, test} from 'vitest';
import {copyAttributes} from '../../source/worktree/attributes.ts';
import {writeFile} from '../../source/worktree/write.ts';
import {newFolder} from '../helpers/folders.ts';

/** A user's read and write access besides a group that may only read: the mode alone would let the group write. */
const script = `
import os, struct, sys
path = sys.argv[2]
if sys.argv[1] == 'set':
    os.setxattr(path, b'user.note', b'mine')
    entries = [(1, 6, -1), (2, 6, 65534), (4, 4, -1), (16, 6, -1), (32, 0, -1)]
    acl = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in entries)
    os.setxattr(path, b'system.posix_acl_access', acl)
for name in sorted(os.listxattr(path)):
    print(name, os.getxattr(path, name).hex())
`;

const python = (action: 'set' | 'get', path: string) =>
	execFileSync('python3', ['-c', script, action, path], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});

function isSupported(): boolean {
	try {
		const path = join(newFolder(), 'probe');
		writeFileSync(path, '');
		return python('set', path).includes('posix_acl_access');
	} catch {
		return false;
	}
}

test.skipIf(!isSupported())(
	'access lists and extended attributes stay with a file (needs python3 and a file system with both)',
	async () => {
		const root = newFolder();
		const path = join(root, 'a.txt');
		writeFileSync(path, 'a longer text before\n');
		const before = python('set', path);
		const {mode} = statSync(path);
		const edit = {path: 'a.txt', before: Buffer.from('a longer text before\n'), after: Buffer.from('after\n')};
		expect(await writeFile(root, edit, '.temporary')).toMatchObject({kind: 'written'});
		expect(python('get', path)).toBe(before);
		expect(statSync(path).mode).toBe(mode);
		expect(statSync(path).size).toBe('after\n'.length);
		expect(await writeFile(root, {...edit, before: edit.after, after: edit.before}, '.temporary')).toMatchObject({
			kind: 'written',
		});
		expect(python('get', path)).toBe(before);
	},
);

/** Copies attributes as the Ctrl-C of a terminal comes, to its whole group: the job is to go on until it can stop. */
const interrupted = `
import {chmodSync, statSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {copyAttributes} from './source/worktree/attributes.ts';
process.on('SIGINT', () => {});
const [from, to] = process.argv.slice(2);
const handle = await open(to, 'r+');
// Some may come to their end before the signal comes.
for (let round = 0; round < 40; round++) {
	chmodSync(to, 0o600);
	const copied = copyAttributes([{from, to: handle}]);
	process.kill(0, 'SIGINT');
	await copied;
	if (statSync(to).mode !== statSync(from).mode) process.exitCode = 1;
}
await handle.close();
`;

/** Two files with different modes. */
function twoFiles() {
	const folder = newFolder();
	const [from, to] = [join(folder, 'from'), join(folder, 'to')];
	for (const path of [from, to]) writeFileSync(path, '');
	chmodSync(from, 0o751);
	chmodSync(to, 0o600);
	return {folder, from, to};
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('each of many files gets its own attributes', async context => {
	const folder = newFolder();
	const modes = ['600', '640', '700', '751', '444'];
	const files = Array.from({length: 20}, (_, index) => {
		const [from, to] = [join(folder, `a $(file) ${index}'"`), join(folder, `to ${index}`)];
		for (const path of [from, to]) writeFileSync(path, '');
		chmodSync(from, Number.parseInt(modes[index % modes.length]!, 8));
		return {from, to};
	});
	const opened = await Promise.all(files.map(async ({from, to}) => ({from, to: await open(to, 'r+')})));
	await copyAttributes(opened);
	for (const {to} of opened) await to.close();
	if (modeOf(files[1]!.to) !== '640') return context.skip('the system has no such cp');
	expect(files.map(({to}) => modeOf(to))).toEqual(files.map(({from}) => modeOf(from)));
});

test('a Ctrl-C meanwhile takes nothing away from the file', async context => {
	const {folder, from, to} = twoFiles();
	await using handle = await open(to, 'r+');
	await copyAttributes([{from, to: handle}]);
	if (modeOf(to) !== '751') return context.skip('the system has no such cp');
	const outfile = join(folder, 'interrupted.mjs');
	const stdin = {contents: interrupted, resolveDir: join(import.meta.dirname, '../..')};
	buildSync({stdin, bundle: true, platform: 'node', format: 'esm', outfile});
	const child = spawn(process.execPath, [outfile, from, to], {detached: true, stdio: 'inherit'});
	expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a file that was removed meanwhile is not created again', async () => {
	const {folder, from, to} = twoFiles();
	await using handle = await open(to, 'r+');
	rmSync(to);
	await copyAttributes([{from, to: handle}]);
	expect(readdirSync(folder)).toEqual(['from']);
});
