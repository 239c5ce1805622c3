import {cpSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {continueWriting, restoreFiles} from '../../source/worktree/apply.ts';
import {inspect} from '../../source/worktree/inspect.ts';
import {openJournal} from '../../source/worktree/journal.ts';
import type {Run} from '../../source/worktree/run-record.ts';
import {newFolder} from '../helpers/folders.ts';
import {filesIn, processes, put, startJob, targetOf} from './folders.ts';

const before = {'a.txt': 'first before\n', 'deep/er/b.txt': 'second before\n', 'deep/c.txt': 'third before\n'};
const after = {'a.txt': 'first after\n', 'deep/er/b.txt': 'second after\n', 'deep/c.txt': 'third after\n'};
const paths = Object.keys(before).sort();
type Contents = Record<string, string>;

const edits = (from: Contents, to: Contents) =>
	Object.keys(from).map(path => ({path, before: from[path]!, after: to[path]!}));

const contents = (root: string): Contents =>
	Object.fromEntries(filesIn(root).map(path => [path, readFileSync(join(root, path), 'utf8')]));

const interruptedIn = async (root: string) => openJournal(join(root, '.git/pr-resolve'), processes).interrupted();

/** What `undo` does: compares, and restores what still holds a text of the run. */
async function undo(root: string, {id}: Run) {
	const journal = openJournal(join(root, '.git/pr-resolve'), processes);
	const run = await journal.read(id);
	const files = [];
	for (const {file, state, hash} of await inspect(root, run)) {
		if (state !== 'after' && state !== 'trial') continue;
		files.push({
			path: file.path,
			before: await journal.image(id, hash!),
			after: await journal.image(id, file.before),
		});
	}
	return restoreFiles({...targetOf(root), id, files, skipped: []});
}

/** A folder that serves as a work tree: `apply` needs only the folder `.git` of a repository. */
function newWorkTree(files: Contents): string {
	const root = newFolder();
	put(root, {...files, '.git/HEAD': 'ref: refs/heads/main\n'});
	return root;
}

async function finished(root: string, job: object): Promise<string> {
	const {result} = await startJob({...job, root, records: join(root, '.git/pr-resolve')}).done;
	return String(result.id);
}

const scenarios = [
	{
		name: 'writing',
		prepare: async () => ({root: newWorkTree(before), job: {do: 'write', files: edits(before, after)}}),
		completed: after,
		continued: after,
	},
	{
		name: 'writing what is to be verified',
		prepare: async () => ({
			root: newWorkTree(before),
			job: {do: 'write', files: edits(before, after), isTrial: true},
		}),
		completed: after,
		continued: before,
	},
	{
		name: 'continuing',
		prepare: async () => {
			const root = newWorkTree(before);
			const id = await finished(root, {do: 'write', files: edits(before, after)});
			put(root, before);
			return {root, job: {do: 'continue', id}};
		},
		completed: after,
		continued: after,
	},
	{
		name: 'restoring',
		prepare: async () => {
			const root = newWorkTree(before);
			const id = await finished(root, {do: 'write', files: edits(before, after)});
			return {root, job: {do: 'restore', id, files: edits(after, before)}};
		},
		completed: before,
		continued: after,
	},
];

describe.each(scenarios)(
	'a process killed at any change of the file system while $name',
	({prepare, completed, continued}) => {
		it('leaves every file whole, and its run can be undone or finished', async () => {
			const prepared = await prepare();
			const seen = {interrupted: 0, temporary: 0, mixed: 0};
			for (let killAt = 1; ; killAt += 1) {
				const root = newFolder();
				cpSync(prepared.root, root, {recursive: true, verbatimSymlinks: true});
				const job = {...prepared.job, root, records: join(root, '.git/pr-resolve')};
				const {exitCode, signal} = await startJob(job, {killAt}).done;
				const found = contents(root);
				for (const path of paths) expect([before, after].map(from => (from as Contents)[path])).toContain(found[path]);
				if (exitCode === 0) {
					expect(found).toEqual(completed);
					break;
				}
				expect({killAt, signal}).toEqual({killAt, signal: 'SIGKILL'});

				const texts = new Set(paths.map(path => found[path] === (after as Contents)[path]));
				const leftOver = filesIn(root).filter(path => !paths.includes(path));
				const [run, ...others] = await interruptedIn(root);
				expect(others).toEqual([]);
				if (!run) {
					expect(leftOver).toEqual([]);
					expect(texts.size).toBe(1);
					continue;
				}
				seen.interrupted += 1;
				seen.temporary += leftOver.length;
				seen.mixed += texts.size > 1 ? 1 : 0;

				const copy = newFolder();
				cpSync(root, copy, {recursive: true, verbatimSymlinks: true});
				expect(await undo(root, run)).toMatchObject({refused: [], left: []});
				expect(contents(root)).toEqual(before);
				expect(await continueWriting({...targetOf(copy), id: run.id})).toMatchObject({refused: [], left: []});
				expect(contents(copy)).toEqual(continued);
				expect(await interruptedIn(root)).toEqual([]);
				expect(await interruptedIn(copy)).toEqual([]);
			}
			// The test has seen what it is about: a run cut in the middle, and a temporary file to clean up.
			expect(seen.interrupted).toBeGreaterThan(5);
			expect(seen.temporary).toBeGreaterThan(0);
			expect(seen.mixed).toBeGreaterThan(0);
		});
	},
);
