import {listPaths} from '../commit/index-entries.ts';
import {type Git, isOid} from '../git.ts';
import {checkPath} from '../path.ts';

/** What a commit has at a path. `mode` is git's: `100644`, `100755`, `120000` (link), `160000` (submodule), `040000`. */
export type TreeEntry = {mode: string; oid: string};

/**
 * What a commit has at these paths and at the folders above them, by path. Reads no file. Paths are untrusted; malformed
 * ones are never found.
 * @throws {Failure} `git-failed` if the commit is not here
 */
export async function entriesAt(git: Git, commit: string, paths: Iterable<string>): Promise<Map<string, TreeEntry>> {
	const found = new Map<string, TreeEntry>();
	if (!isOid(commit)) return found;
	const wanted = new Set([...paths].filter(path => !checkPath(path)).flatMap(path => [...foldersAbove(path), path]));
	for (const line of await listPaths(git, ['ls-tree', '-t', '--full-tree', commit], [...wanted])) {
		const [, mode, oid, path] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
		if (mode && oid && path) found.set(path, {mode, oid});
	}
	return found;
}

/** `a/b/c`: `a`, `a/b` */
export function foldersAbove(path: string): string[] {
	const names = path.split('/').slice(0, -1);
	return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

export const isFileEntry = (entry: TreeEntry | undefined): entry is TreeEntry => entry?.mode.startsWith('100') ?? false;
