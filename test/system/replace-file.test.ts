import {chmodSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {replaceFile} from '../../source/system/replace-file.ts';
import {newFolder} from '../helpers/folders.ts';
import {startJob} from '../worktree/folders.ts';

const [before, after] = ['before\n', 'after\n'.repeat(100)];

function newFile() {
	const root = newFolder();
	const path = join(root, 'a.json');
	writeFileSync(path, before);
	return {root, path};
}

test('a process that is killed at any change of the file system leaves the old content or the new', async () => {
	const seen = new Set<string>();
	for (let killAt = 1; ; killAt += 1) {
		const {root, path} = newFile();
		const {exitCode, signal} = await startJob({do: 'replace', root, path, contents: [after]}, {killAt}).done;
		const found = readFileSync(path, 'utf8');
		seen.add(found);
		if (exitCode === 0) {
			expect(found).toBe(after);
			expect(readdirSync(root)).toEqual(['a.json']);
			break;
		}
		expect({killAt, signal}).toEqual({killAt, signal: 'SIGKILL'});
		expect([before, after]).toContain(found);
		// A later write does not mind what is left.
		await replaceFile(path, 'later\n');
		expect(readFileSync(path, 'utf8')).toBe('later\n');
	}
	expect([...seen]).toEqual([before, after]);
});

test('of those that write at once one is read, whole', async () => {
	const {root, path} = newFile();
	const contents = Array.from({length: 20}, (_, index) => String(index).repeat(1000));
	const jobs = [0, 1].map(() => startJob({do: 'replace', root, path, contents}).done);
	for (const {exitCode} of await Promise.all(jobs)) expect(exitCode).toBe(0);
	expect(contents).toContain(readFileSync(path, 'utf8'));
	expect(readdirSync(root)).toEqual(['a.json']);
});

test('without room the old file stays, and nothing else', async () => {
	const {root, path} = newFile();
	const job = {do: 'replace', root, path, contents: ['x'.repeat(100_000)]};
	expect((await startJob(job, {blocks: 8}).done).result).toMatchObject({code: 'EFBIG'});
	expect(readFileSync(path, 'utf8')).toBe(before);
	expect(readdirSync(root)).toEqual(['a.json']);
});

test('the new file is for its owner only, or has the given mode', async () => {
	const {path} = newFile();
	chmodSync(path, 0o644);
	await replaceFile(path, after);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	await replaceFile(path, after, {mode: 0o640});
	expect(statSync(path).mode & 0o777).toBe(0o640);
});

test('a file that is not to be replaced any more stays', async () => {
	const {root, path} = newFile();
	expect(await replaceFile(path, after, {confirm: async () => false})).toBe(false);
	await expect(replaceFile(path, after, {confirm: () => Promise.reject(new Error('gone'))})).rejects.toThrow('gone');
	expect(readFileSync(path, 'utf8')).toBe(before);
	expect(readdirSync(root)).toEqual(['a.json']);
});
