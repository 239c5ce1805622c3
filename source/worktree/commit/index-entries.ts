import {Failure} from '../../failure.ts';
import type {Git, GitResult} from '../git.ts';

/** A file in an index: its mode as git writes it (`100644`), and the id of its blob. */
export type IndexEntry = {mode: string; oid: string};

/** Paths per process: its arguments have a limit. */
const pathsAtATime = 200;

/** The entries of these paths in the index; paths without one, and those in a merge, are missing. */
export const readEntries = (git: Git, paths: readonly string[]) => readAs(git, ['ls-files', '--stage'], paths);

/** The entries of these paths in a commit. */
export const readCommitted = (git: Git, paths: readonly string[], commit = 'HEAD') =>
	readAs(git, ['ls-tree', '--full-tree', commit], paths);

async function readAs(
	git: Git,
	command: readonly string[],
	paths: readonly string[],
): Promise<Map<string, IndexEntry>> {
	const entries = new Map<string, IndexEntry>();
	for (const line of await listPaths(git, command, paths)) {
		const [, mode, oid, path] = /^(\d+) (?:blob )?([0-9a-f]+)(?: 0)?\t(.*)$/s.exec(line) ?? [];
		if (mode && oid && path) entries.set(path, {mode, oid});
	}
	return entries;
}

type IndexFlag = 'skip-worktree' | 'assume-unchanged';

/** The paths with a flag that the user can set in the index, by flag (git-ls-files: `S`, and lower case). */
export async function readFlags(git: Git, paths: readonly string[]): Promise<Map<IndexFlag, string[]>> {
	const flags = new Map<IndexFlag, string[]>();
	const add = (flag: IndexFlag, path: string) => flags.set(flag, [...(flags.get(flag) ?? []), path]);
	for (const line of await listPaths(git, ['ls-files', '-v'], paths)) {
		const [tag, path] = [line.slice(0, 1), line.slice(2)];
		if (tag.toUpperCase() === 'S') add('skip-worktree', path);
		if (tag !== tag.toUpperCase()) add('assume-unchanged', path);
	}
	return flags;
}

/** What a git command lists for these paths. */
export async function listPaths(git: Git, command: readonly string[], paths: readonly string[]): Promise<string[]> {
	const lines: string[] = [];
	for (let start = 0; start < paths.length; start += pathsAtATime) {
		const some = paths.slice(start, start + pathsAtATime);
		const {stdout} = checked(await git.run([...command, '-z', '--', ...some]));
		lines.push(...stdout.toString().split('\0').filter(Boolean));
	}
	return lines;
}

/** Sets the entries of these paths in the index. git fails if another process has it locked. */
export function writeEntries(git: Git, entries: ReadonlyMap<string, IndexEntry>): Promise<GitResult> {
	const lines = [...entries].map(([path, {mode, oid}]) => `${mode} ${oid} 0\t${path}\0`);
	return git.run(['update-index', '-z', '--index-info'], {input: lines.join('')});
}

/** The result of a git command that has no reason to fail. @throws {Failure} `git-failed` with what git wrote */
export function checked(result: GitResult): GitResult {
	if (result.code === 0) return result;
	throw new Failure('failed', 'git-failed', `git failed: ${result.stderr || `exit code ${result.code}`}`);
}
