import {chmodSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ensureFolder} from '../../source/system/ensure-folder.ts';
import {newFolder} from '../helpers/folders.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('makes a folder with all above it, for its owner only', async () => {
	const root = newFolder();
	await ensureFolder(join(root, 'a/b/c'));
	expect([join(root, 'a'), join(root, 'a/b/c')].map(modeOf)).toEqual([0o700, 0o700]);
});

test('leaves a folder that exists as it is, also behind a link', async () => {
	const root = newFolder();
	await ensureFolder(join(root, 'there'));
	chmodSync(join(root, 'there'), 0o750);
	symlinkSync('there', join(root, 'link'));
	await ensureFolder(join(root, 'there'));
	await ensureFolder(join(root, 'link'));
	await ensureFolder(join(root, 'link/below'));
	expect(modeOf(join(root, 'there'))).toBe(0o750);
	expect(statSync(join(root, 'there/below')).isDirectory()).toBe(true);
});

test('any number of writers make it at the same time', async () => {
	const path = join(newFolder(), 'a/b/c/d');
	await Promise.all(Array.from({length: 50}, () => ensureFolder(path)));
	expect(statSync(path).isDirectory()).toBe(true);
});

test('fails where a file is in the way', async () => {
	const root = newFolder();
	writeFileSync(join(root, 'file'), '');
	await expect(ensureFolder(join(root, 'file'))).rejects.toMatchObject({code: 'EEXIST'});
	await expect(ensureFolder(join(root, 'file/below'))).rejects.toMatchObject({code: 'ENOTDIR'});
});

test.runIf(process.platform === 'linux')('fails in a folder that takes none, instead of trying for ever', async () => {
	await expect(ensureFolder('/proc/none')).rejects.toMatchObject({code: 'ENOENT'});
	await expect(ensureFolder('/proc/none/a/b')).rejects.toMatchObject({code: 'ENOENT'});
});
