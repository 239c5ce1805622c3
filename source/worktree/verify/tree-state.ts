import type {Git} from '../git.ts';

/** What stands in a working tree beside its commit. */
export type TreeState = {
	/** Paths with changes that are not committed, and without those that git ignores. */
	changed: readonly string[];
	/** Of these, the ones that git does not track. */
	untracked: readonly string[];
};

/** Compares the working tree with its commit; null if git cannot tell. */
export async function readTreeState(git: Git): Promise<TreeState | null> {
	const entries = await readStatus(git, 'all');
	if (!entries) return null;
	const pathOf = ({path}: StatusEntry) => path;
	return {changed: entries.map(pathOf), untracked: entries.filter(({code}) => code === '??').map(pathOf)};
}

/** `code`: what differs in the index and in the file, as git writes it (git-status). */
export type StatusEntry = {code: string; path: string};

/** Lists what differs from the commit; null if git cannot tell. */
export async function readStatus(git: Git, untracked: 'all' | 'no'): Promise<StatusEntry[] | null> {
	const args = ['status', '--porcelain=v1', '-z', `--untracked-files=${untracked}`, '--no-renames'];
	const {code, stdout} = await git.run(args);
	if (code !== 0) return null;
	const entries = stdout.toString().split('\0').filter(Boolean);
	return entries.map(entry => ({code: entry.slice(0, 2), path: entry.slice(3)}));
}
