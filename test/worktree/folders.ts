import {type ChildProcessByStdio, execFileSync, spawn} from 'node:child_process';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {inject} from 'vitest';
import {openGit} from '../../source/worktree/git.ts';
import type {WriteTarget} from '../../source/worktree/transaction.ts';
import {lastingFolder, newFolder} from '../helpers/folders.ts';
import {typeStripping} from '../helpers/type-stripping.ts';

const home = lastingFolder();

/** Nothing of the machine's own git configuration. */
export const env = {
	PATH: process.env.PATH,
	HOME: home,
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_COUNT: '3',
	GIT_CONFIG_KEY_0: 'user.name',
	GIT_CONFIG_VALUE_0: 'A Tester',
	GIT_CONFIG_KEY_1: 'user.email',
	GIT_CONFIG_VALUE_1: 'tester@example.com',
	GIT_CONFIG_KEY_2: 'init.defaultBranch',
	GIT_CONFIG_VALUE_2: 'main',
};

/** Runs git as a user would and returns what it prints. */
export const git = (folder: string, ...args: string[]): string =>
	execFileSync('git', args, {cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']}).trim();

export function put(root: string, files: Record<string, string | Buffer>): void {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), {recursive: true});
		writeFileSync(join(root, path), content);
	}
}

/** Commits everything and returns the commit's id. */
export function commit(root: string, files: Record<string, string | Buffer>): string {
	put(root, files);
	git(root, 'add', '-A');
	git(root, 'commit', '-q', '--allow-empty', '-m', 'commit');
	return git(root, 'rev-parse', 'HEAD');
}

/** A repository with these files in its first commit. */
export function newRepository(files: Record<string, string | Buffer> = {'a.txt': 'a\n'}): string {
	const root = newFolder();
	git(root, 'init', '-q');
	commit(root, files);
	return root;
}

export const gitIn = (cwd: string, more: Record<string, string> = {}, signal = new AbortController().signal) =>
	openGit({cwd, env: {...env, ...more}, signal});

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

export const processes = {pid: process.pid, isAlive};

let ids = 0;
let clock = Date.UTC(2026, 10, 21, 10, 30);

/** A work tree to write to, with a clock that goes on a millisecond at every look. */
export function targetOf(root: string, more: Partial<WriteTarget> = {}): WriteTarget {
	return {
		root,
		records: join(root, '.git', 'pr-resolve'),
		now: () => {
			clock += 1;
			return clock;
		},
		randomId: () => {
			ids += 1;
			return ids.toString(36).padStart(4, '0');
		},
		...processes,
		signal: new AbortController().signal,
		...more,
	};
}

export const run = {pullRequest: 'octo/app#7', titles: ['Use a constant'], details: {any: ['thing']}};

export const edit = (path: string, before: string, after: string) => ({
	path,
	before: Buffer.from(before),
	after: Buffer.from(after),
});

/** Everything below a folder but its git folder, `/` separated and sorted. */
export const filesIn = (root: string): string[] =>
	readdirSync(root, {recursive: true, withFileTypes: true})
		.filter(entry => !entry.isDirectory())
		.map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
		.filter(path => !path.startsWith('.git/'))
		.sort();

/** Most of what a job's process does otherwise is to take the types out of the source. */
const compiled = {NODE_COMPILE_CACHE: lastingFolder()};

const worker = join(import.meta.dirname, 'write-run.mjs');
const killer = join(import.meta.dirname, 'kill-at.mjs');

export type WriterEnd = {exitCode: number | null; signal: NodeJS.Signals | null; result: Record<string, unknown>};

function ended(child: ChildProcessByStdio<Writable, Readable, null>): Promise<WriterEnd> {
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	const {promise, resolve} = Promise.withResolvers<WriterEnd>();
	child.on('close', (exitCode, signal) => {
		const last = output.trim().split('\n').at(-1)!;
		resolve({exitCode, signal, result: exitCode === null || last === '' ? {} : JSON.parse(last)});
	});
	return promise;
}

/** Starts an operation of `write-run.mjs` in a process of its own. */
export function startJob(job: object, {killAt = 0, blocks = 0} = {}) {
	const nodeArgs = [...(killAt > 0 ? ['--import', killer] : []), worker];
	// A file-size limit (in blocks, set by the shell) replaces a full disk.
	const shell = ['-c', 'ulimit -f "$0" && exec "$@"', String(blocks), process.execPath, ...nodeArgs];
	const [command, args] = blocks > 0 ? ['sh', shell] : [process.execPath, nodeArgs];
	const under = 'root' in job ? String(job.root) : inject('folder');
	const child = spawn(command, args, {
		env: {
			...env,
			...typeStripping,
			...compiled,
			KILL_JOB: JSON.stringify(job),
			KILL_AT: String(killAt),
			KILL_UNDER: under,
		},
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	return {child, done: ended(child)};
}
