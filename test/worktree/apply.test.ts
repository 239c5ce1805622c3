import {
	chmodSync,
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {acquireLock} from '../../source/system/lock.ts';
import {continueWriting, interruptedFailure, restoreFiles, writeFiles} from '../../source/worktree/apply.ts';
import {inspect} from '../../source/worktree/inspect.ts';
import {openJournal} from '../../source/worktree/journal.ts';
import {openRepository} from '../../source/worktree/repository.ts';
import type {WriteTarget} from '../../source/worktree/transaction.ts';
import {newFolder} from '../helpers/folders.ts';
import {edit, filesIn, git, gitIn, newRepository, processes, put, run, startJob, targetOf} from './folders.ts';

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');
const runsIn = ({records}: WriteTarget) => join(records, 'runs');
const journalOf = ({records}: WriteTarget) => openJournal(records, processes);

/** A signal that aborts when it is looked at for the n-th time. */
function abortsAt(look: number): AbortSignal {
	const {signal} = new AbortController();
	let looks = 0;
	return Object.defineProperty(signal, 'aborted', {
		get: () => {
			looks += 1;
			return looks >= look;
		},
	});
}

it('writes the files as one run that can be undone, and touches nothing else', async () => {
	const root = newRepository({'a.txt': 'a\n', 'tool.sh': 'b\n', 'other.txt': 'c\n'});
	chmodSync(join(root, 'tool.sh'), 0o755);
	put(root, {'other.txt': 'dirty\n', 'a.txt': 'a and dirty\n', 'untracked.txt': 'u\n'});
	git(root, 'add', 'other.txt');
	const index = readFileSync(join(root, '.git/index'));
	const target = targetOf(root);
	const files = [edit('a.txt', 'a and dirty\n', 'A and dirty\n'), edit('tool.sh', 'b\n', 'B\n')];
	const result = await writeFiles({...target, run, files});
	expect(result).toEqual({id: expect.any(String), written: ['a.txt', 'tool.sh'], refused: [], left: []});
	expect(read(root, 'a.txt')).toBe('A and dirty\n');
	expect(statSync(join(root, 'tool.sh')).mode & 0o777).toBe(0o755);

	const back = files.map(({path, before, after}) => ({path, before: after, after: before}));
	await restoreFiles({...target, id: result.id!, files: back, skipped: []});
	expect(await journalOf(target).read(result.id!)).toMatchObject({state: 'undone'});
	expect(filesIn(root).map(path => [path, read(root, path)])).toEqual([
		['a.txt', 'a and dirty\n'],
		['other.txt', 'dirty\n'],
		['tool.sh', 'b\n'],
		['untracked.txt', 'u\n'],
	]);
	expect(readFileSync(join(root, '.git/index'))).toEqual(index);
});

it('refuses files one by one, writes the others, and records both', async () => {
	const root = newRepository();
	put(root, {'read-only': 'x', linked: 'x', changed: 'y', good: 'x'});
	chmodSync(join(root, 'read-only'), 0o444);
	linkSync(join(root, 'linked'), join(root, 'other-name'));
	symlinkSync('good', join(root, 'link'));
	const bad = {
		'read-only': 'read-only',
		linked: 'hard-link',
		changed: 'changed',
		link: 'symlink',
		none: 'missing',
		'.git/config': 'git-folder',
		'../out': 'outside',
	};
	const target = targetOf(root);
	const files = [...Object.keys(bad), 'good'].map(path => edit(path, 'x', 'X'));
	const config = read(root, '.git/config');
	const {id, written, refused} = await writeFiles({...target, run, files});
	expect(written).toEqual(['good']);
	expect(Object.fromEntries(refused.map(({path, code}) => [path, code]))).toEqual(bad);
	expect(await journalOf(target).read(id!)).toMatchObject({state: 'done', written, refused});
	expect(read(root, '.git/config')).toBe(config);
	expect([read(root, 'read-only'), read(root, 'linked'), read(root, 'changed')]).toEqual(['x', 'x', 'y']);
	expect(git(root, 'status', '--porcelain').split('\n')).not.toContainEqual(expect.stringContaining('.tmp'));
});

it('leaves no run behind where nothing was written', async () => {
	const target = targetOf(newRepository({'a.txt': 'other\n'}));
	const result = await writeFiles({...target, run, files: [edit('a.txt', 'a\n', 'b\n'), edit('none', 'a\n', 'b\n')]});
	expect(result).toMatchObject({id: null, written: [], left: []});
	expect(result.refused).toHaveLength(2);
	expect(await journalOf(target).list()).toEqual([]);
});

it('stops between files when it is aborted; the run can be continued or undone', async () => {
	const files = ['a', 'b', 'c'].map(path => edit(path, 'x', 'X'));
	const root = newRepository({a: 'x', b: 'x', c: 'x'});
	const target = targetOf(root);
	const {id, written, left} = await writeFiles({...target, signal: abortsAt(3), run, files});
	expect({written, left}).toEqual({written: ['a', 'b'], left: ['c']});
	const [interrupted] = await journalOf(target).interrupted();
	expect(interrupted?.id).toBe(id);
	expect((await inspect(root, interrupted!)).map(({state}) => state)).toEqual(['after', 'after', 'before']);

	const failure = interruptedFailure(interrupted!);
	expect(failure).toMatchObject({kind: 'failed', code: 'interrupted-run'});
	expect(failure.remedy).toMatch(new RegExp(`pr-resolve undo ${id}.*pr-resolve apply --continue`));
	await expect(writeFiles({...target, run, files})).rejects.toMatchObject({code: 'interrupted-run'});

	const finished = await continueWriting({...target, id: id!});
	expect(finished).toEqual({id, written: ['a', 'b', 'c'], refused: [], left: []});
	expect(await journalOf(target).read(id!)).toMatchObject({state: 'done', written: ['a', 'b', 'c']});
	expect(await continueWriting({...target, id: id!})).toEqual(finished);
});

it('leaves no run behind when it is aborted before the first file', async () => {
	const root = newRepository({a: 'x'});
	const target = targetOf(root, {signal: AbortSignal.abort()});
	expect(await writeFiles({...target, run, files: [edit('a', 'x', 'X')]})).toMatchObject({id: null, left: ['a']});
	expect(await journalOf(target).list()).toEqual([]);
	expect(read(root, 'a')).toBe('x');
});

it('does not continue with files that were edited or deleted since', async () => {
	const root = newRepository({a: 'x', b: 'x', c: 'x', d: 'x'});
	const target = targetOf(root);
	const files = ['a', 'b', 'c', 'd'].map(path => edit(path, 'x', 'X'));
	const {id} = await writeFiles({...target, signal: abortsAt(2), run, files});
	put(root, {b: 'mine'});
	git(root, 'rm', '-q', 'c');
	const {written, refused} = await continueWriting({...target, id: id!});
	expect(written).toEqual(['a', 'd']);
	expect(refused).toMatchObject([
		{path: 'b', code: 'changed'},
		{path: 'c', code: 'missing'},
	]);
	expect(read(root, 'b')).toBe('mine');
});

it('marks a run as partly undone if a file was edited or skipped, and as undone once the rest is restored', async () => {
	const root = newRepository({a: 'x', b: 'x'});
	const target = targetOf(root);
	const {id} = await writeFiles({...target, run, files: ['a', 'b'].map(path => edit(path, 'x', 'X'))});
	put(root, {b: 'mine'});
	const back = {...target, id: id!, skipped: []};
	const first = await restoreFiles({...back, files: ['a', 'b'].map(path => edit(path, 'X', 'x'))});
	expect(first).toMatchObject({written: ['a'], refused: [{path: 'b', code: 'changed'}]});
	expect(read(root, 'b')).toBe('mine');
	expect(await journalOf(target).read(id!)).toMatchObject({state: 'partly-undone'});
	const skipped = [{path: 'b', code: 'changed' as const, reason: 'The lines were edited.'}];
	await restoreFiles({...back, files: [], skipped});
	expect(await journalOf(target).read(id!)).toMatchObject({state: 'partly-undone'});
	await restoreFiles({...back, files: [edit('b', 'mine', 'x')]});
	expect(await journalOf(target).read(id!)).toMatchObject({state: 'undone'});
});

it('refuses a second run while another process writes, which does not look like a dead one', async () => {
	const root = newRepository({a: 'x'});
	const target = targetOf(root);
	const {child, done} = startJob({do: 'hold', records: target.records});
	await new Promise(resolve => child.stdout.once('data', resolve));
	const attempt = writeFiles({...target, run, files: [edit('a', 'x', 'X')]});
	await expect(attempt).rejects.toMatchObject({code: 'locked', message: expect.stringContaining(String(child.pid))});
	expect(read(root, 'a')).toBe('x');
	child.stdin.end();
	await done;
	expect(await writeFiles({...target, run, files: [edit('a', 'x', 'X')]})).toMatchObject({written: ['a']});
});

it('calls a run running, not interrupted, while its own process holds the lock', async () => {
	const {records} = targetOf(newRepository());
	const lock = await acquireLock(records, Date.UTC(2026, 10, 21), processes);
	const journal = openJournal(records, processes);
	const fresh = {now: 0, randomId: 'ab12', owner: lock.owner, files: [], refused: []};
	const id = await journal.begin({...run, ...fresh});
	expect(await journal.read(id)).toMatchObject({state: 'running'});
	expect(await journal.interrupted()).toEqual([]);
	await lock.release();
	expect(await journal.read(id)).toMatchObject({state: 'interrupted'});
});

it('lets exactly one of two processes write the same files', async () => {
	const root = newRepository({a: 'x', b: 'x'});
	const job = {do: 'write', root, records: join(root, '.git/pr-resolve')};
	const jobs = ['1', '2'].map(after => {
		const files = ['a', 'b'].map(path => ({path, before: 'x', after}));
		return startJob({...job, files}).done;
	});
	const results = (await Promise.all(jobs)).map(({result}) => result);
	const winners = results.filter(({written}) => Array.isArray(written) && written.length === 2);
	expect(winners).toHaveLength(1);
	expect(read(root, 'a')).toBe(read(root, 'b'));
	expect(['1', '2']).toContain(read(root, 'a'));
	const [loser] = results.filter(result => result !== winners[0]);
	expect(loser!.code === 'locked' || (loser!.written as string[]).length === 0).toBe(true);
});

it('changes nothing when there is no room to record the run', async () => {
	const root = newRepository({'a.txt': 'x'});
	const files = [{path: 'a.txt', before: 'x', after: 'X'.repeat(100_000)}];
	const job = {do: 'write', root, records: join(root, '.git/pr-resolve'), files};
	const {exitCode, result} = await startJob(job, {blocks: 8}).done;
	expect({exitCode, result}).toMatchObject({exitCode: 1, result: {code: 'journal-unwritable'}});
	expect(result.message).toContain('EFBIG');
	expect(read(root, 'a.txt')).toBe('x');
	expect(filesIn(root)).toEqual(['a.txt']);
	expect(await journalOf(targetOf(root)).list()).toEqual([]);
});

it('says that files were written if their record cannot be read afterwards', async () => {
	const root = newRepository({'a.txt': 'x'});
	const target = targetOf(root);
	const {signal} = new AbortController();
	Object.defineProperty(signal, 'aborted', {
		get: () => {
			for (const id of existsSync(runsIn(target)) ? readdirSync(runsIn(target)) : []) {
				rmSync(join(runsIn(target), id, 'run.json'), {recursive: true});
				mkdirSync(join(runsIn(target), id, 'run.json'));
			}
			return false;
		},
	});
	const writing = writeFiles({...target, signal, run, files: [edit('a.txt', 'x', 'X')]});
	await expect(writing).rejects.toThrow(/EISDIR\)\. Its files were written; undo them with: pr-resolve undo /);
	expect(read(root, 'a.txt')).toBe('X');
});

it('keeps the journal of a linked work tree apart', async () => {
	const root = newRepository({a: 'x'});
	const linked = join(newFolder(), 'linked');
	git(root, 'worktree', 'add', '-q', linked);
	const {records} = await openRepository(gitIn(linked));
	const target = targetOf(linked, {records});
	await writeFiles({...target, run, files: [edit('a', 'x', 'X')]});
	expect([read(root, 'a'), read(linked, 'a')]).toEqual(['x', 'X']);
	expect(await journalOf(target).list()).toHaveLength(1);
	expect(await journalOf(targetOf(root)).list()).toHaveLength(0);
});

it('keeps the journal of a submodule in the submodule’s git folder', async () => {
	const root = newRepository();
	git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', newRepository({a: 'x'}), 'lib');
	const {records} = await openRepository(gitIn(join(root, 'lib')));
	const result = await writeFiles({...targetOf(join(root, 'lib'), {records}), run, files: [edit('a', 'x', 'X')]});
	expect(result.written).toEqual(['a']);
	expect(readdirSync(join(root, '.git/modules/lib/pr-resolve/runs'))).toEqual([result.id]);
});

it('stores contents where only the user can read them', async () => {
	const root = newRepository({'.env': 'x'});
	chmodSync(join(root, '.env'), 0o600);
	const target = targetOf(root);
	const {id} = await writeFiles({...target, run, files: [edit('.env', 'x', 'X')]});
	const folder = join(target.records, 'runs', id!);
	expect(statSync(folder).mode & 0o077).toBe(0);
	for (const name of readdirSync(join(folder, 'images'))) {
		expect(statSync(join(folder, 'images', name)).mode & 0o077).toBe(0);
	}
	expect(statSync(join(root, '.env')).mode & 0o777).toBe(0o600);
});

it('writes hundreds of files as one run', async () => {
	const names = Array.from({length: 300}, (_, index) => `folder-${index % 7}/file-${index}.txt`);
	const root = newRepository(Object.fromEntries(names.map(name => [name, `${name}\n`])));
	const files = names.map(name => edit(name, `${name}\n`, `new ${name}\n`));
	const {written} = await writeFiles({...targetOf(root), run, files});
	expect(written).toEqual(names);
	expect(names.every(name => read(root, name) === `new ${name}\n`)).toBe(true);
});
