import {chmodSync, linkSync, readFileSync, statSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {writeFile} from '../../source/worktree/write.ts';
import {newFolder} from '../helpers/folders.ts';
import {edit, filesIn, put, startJob} from './folders.ts';

const temporary = '.pr-resolve-test.tmp';

function newFile(content = 'before\n', mode = 0o644): string {
	const root = newFolder();
	put(root, {'a.txt': content});
	chmodSync(join(root, 'a.txt'), mode);
	return root;
}

const read = (root: string, path = 'a.txt') => readFileSync(join(root, path), 'utf8');

it.each([0o755, 0o600, 0o664, 0o4755])('replaces the content and keeps the mode %o', async mode => {
	const root = newFile('before\n', mode);
	const written = await writeFile(root, edit('a.txt', 'before\n', 'after\r\n'), temporary);
	expect(written).toEqual({kind: 'written', path: 'a.txt'});
	expect(read(root)).toBe('after\r\n');
	expect(statSync(join(root, 'a.txt')).mode & 0o7777).toBe(mode);
	expect(filesIn(root)).toEqual(['a.txt']);
});

it('leaves a file alone that is not the snapshot any more', async () => {
	const root = newFile('edited by hand\n');
	expect(await writeFile(root, edit('a.txt', 'before\n', 'after\n'), temporary)).toMatchObject({code: 'changed'});
	expect(read(root)).toBe('edited by hand\n');
	expect(filesIn(root)).toEqual(['a.txt']);
});

it('leaves a read-only file alone', async () => {
	const root = newFile('before\n', 0o444);
	expect(await writeFile(root, edit('a.txt', 'before\n', 'after\n'), temporary)).toMatchObject({code: 'read-only'});
	expect(read(root)).toBe('before\n');
});

it('does not split hard links', async () => {
	const root = newFile();
	linkSync(join(root, 'a.txt'), join(root, 'b.txt'));
	expect(await writeFile(root, edit('a.txt', 'before\n', 'after\n'), temporary)).toMatchObject({code: 'hard-link'});
	expect(statSync(join(root, 'a.txt')).ino).toBe(statSync(join(root, 'b.txt')).ino);
	expect(read(root, 'b.txt')).toBe('before\n');
});

it('writes through no symbolic link', async () => {
	const root = newFile();
	const outside = newFile();
	symlinkSync(join(outside, 'a.txt'), join(root, 'link'));
	symlinkSync(outside, join(root, 'folder'));
	for (const path of ['link', 'folder/a.txt']) {
		expect(await writeFile(root, edit(path, 'before\n', 'after\n'), temporary)).toMatchObject({code: 'symlink'});
	}
	expect(read(outside)).toBe('before\n');
	expect(filesIn(outside)).toEqual(['a.txt']);
});

it('does not overwrite a file that has the name of its temporary one', async () => {
	const root = newFile();
	put(root, {[temporary]: 'of the user\n'});
	expect(await writeFile(root, edit('a.txt', 'before\n', 'after\n'), temporary)).toMatchObject({code: 'io-error'});
	expect(read(root)).toBe('before\n');
	expect(read(root, temporary)).toBe('of the user\n');
});

it('loses nothing when there is no room', async () => {
	const root = newFile();
	const large = 'x'.repeat(100_000);
	const job = {do: 'write-file', root, files: [{path: 'a.txt', before: 'before\n', after: large}]};
	const {result} = await startJob(job, {blocks: 8}).done;
	expect(result).toMatchObject({kind: 'refused', code: 'no-space'});
	expect(read(root)).toBe('before\n');
	expect(filesIn(root)).toEqual(['a.txt']);
	expect((await startJob(job).done).result).toMatchObject({kind: 'written'});
});
