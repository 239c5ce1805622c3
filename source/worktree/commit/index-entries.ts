import {Failure} from '../../failure.ts';
import type {Environment} from '../../system/environment.ts';
import type {Git, GitResult} from '../git.ts';

/** A file in an index: its mode as git writes it (`100644`), and the id of its blob. */
export type IndexEntry = {mode: string; oid: string};

/** Paths per process: its arguments have a limit. */
const pathsAtATime = 200;

/**
 * The entries of these paths in an index; paths without one, and those in a merge, are missing.
 * @param env `GIT_INDEX_FILE` for another index than that of the working tree
 */
export const readEntries = (git: Git, paths: readonly string[], env: Environment = {}) =>
	listEntries(git, ['ls-files', '--stage', '-z', '--'], paths, env);

/** The entries of these paths in HEAD. */
export const readCommitted = (git: Git, paths: readonly string[]) =>
	listEntries(git, ['ls-tree', '-z', '--full-tree', 'HEAD', '--'], paths);

async function listEntries(
	git: Git,
	command: readonly string[],
	paths: readonly string[],
	env: Environment = {},
): Promise<Map<string, IndexEntry>> {
	const entries = new Map<string, IndexEntry>();
	for (let start = 0; start < paths.length; start += pathsAtATime) {
		const some = paths.slice(start, start + pathsAtATime);
		const {stdout} = checked(await git.run([...command, ...some], {env}));
		for (const line of stdout.toString().split('\0')) {
			const [, mode, oid, path] = /^(\d+) (?:blob )?([0-9a-f]+)(?: 0)?\t(.*)$/s.exec(line) ?? [];
			if (mode && oid && path) entries.set(path, {mode, oid});
		}
	}
	return entries;
}

/** Sets the entries of these paths in an index. git fails if another process has the index locked. */
export function writeEntries(
	git: Git,
	entries: ReadonlyMap<string, IndexEntry>,
	env: Environment = {},
): Promise<GitResult> {
	const lines = [...entries].map(([path, {mode, oid}]) => `${mode} ${oid} 0\t${path}\0`);
	return git.run(['update-index', '-z', '--index-info'], {env, input: lines.join('')});
}

/** The result of a git command that has no reason to fail. @throws {Failure} `git-failed` with what git wrote */
export function checked(result: GitResult): GitResult {
	if (result.code === 0) return result;
	throw new Failure('failed', 'git-failed', `git failed: ${result.stderr || `exit code ${result.code}`}`);
}
