import {chmodSync, linkSync, truncateSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {largestFile, readFile} from '../../source/worktree/file.ts';
import {newFolder} from '../helpers/folders.ts';
import {put} from './folders.ts';

const root = newFolder();

it('reads a text file with its byte order mark and line ends', async () => {
	const bytes = Buffer.from('\ufeffone\r\ntwo');
	put(root, {'tool.sh': bytes});
	chmodSync(join(root, 'tool.sh'), 0o755);
	expect(await readFile(root, 'tool.sh')).toEqual({kind: 'text', bytes, unwritable: null});
});

it('reports hard links and read-only files', async () => {
	put(root, {'one.txt': 'x'});
	linkSync(join(root, 'one.txt'), join(root, 'two.txt'));
	expect(await readFile(root, 'two.txt')).toMatchObject({unwritable: {code: 'hard-link'}});
	chmodSync(join(root, 'one.txt'), 0o444);
	expect(await readFile(root, 'two.txt')).toMatchObject({unwritable: {code: 'read-only'}});
});

it.each([
	['binary', Buffer.from([0x50, 0x4b, 0, 1])],
	['binary', Buffer.from('text in UTF-16', 'utf16le')],
	['not-utf-8', Buffer.from('caf\xe9', 'latin1')],
	['lfs-pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n'],
])('leaves a file alone that is %s', async (code, content) => {
	put(root, {[code]: content});
	expect(await readFile(root, code)).toMatchObject({
		kind: 'refused',
		code,
		reason: expect.not.stringMatching(/^[A-Z]|\.$/),
	});
});

it('leaves a file alone that is too large, without reading it', async () => {
	put(root, {'large.txt': ''});
	truncateSync(join(root, 'large.txt'), largestFile + 1);
	expect(await readFile(root, 'large.txt')).toMatchObject({kind: 'refused', code: 'too-large'});
});

it('gives the reason why a path is refused', async () => {
	expect(await readFile(root, 'none')).toMatchObject({kind: 'refused', code: 'missing'});
	expect(await readFile(root, '../none')).toMatchObject({kind: 'refused', code: 'outside'});
});
