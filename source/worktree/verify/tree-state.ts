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
	const {code, stdout} = await git.run(['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames']);
	if (code !== 0) return null;
	const entries = stdout.toString().split('\0').filter(Boolean);
	const pathOf = (entry: string) => entry.slice(3);
	return {
		changed: entries.map(pathOf),
		untracked: entries.filter(entry => entry.startsWith('??')).map(pathOf),
	};
}
