import type {Checkout} from '../checkout.ts';
import type {Git} from '../git.ts';

/** What stands in a working tree beside its commit. */
export type TreeState = {
	checkout: Checkout;
	/** Paths with changes that are not committed, and without those that git ignores. */
	changed: readonly string[];
	/** Of these, the ones that git does not track. */
	untracked: readonly string[];
};

/** Compares the working tree with its commit; null if git cannot tell. */
export async function readTreeState(git: Git): Promise<TreeState | null> {
	const status = await readStatus(git, 'all');
	if (!status) return null;
	const {checkout, entries} = status;
	const pathOf = ({path}: StatusEntry) => path;
	return {checkout, changed: entries.map(pathOf), untracked: entries.filter(({code}) => code === '?').map(pathOf)};
}

/** `code`: what differs in the index and in the file, as git writes it (git-status, porcelain format 2). */
export type StatusEntry = {code: string; path: string};

/** Lists what differs from the commit; null if git cannot tell. */
export async function readStatus(
	git: Git,
	untracked: 'all' | 'no',
): Promise<{checkout: Checkout; entries: StatusEntry[]} | null> {
	const args = ['status', '--porcelain=v2', '--branch', '--no-ahead-behind', '-z', '--no-renames'];
	const {code, stdout} = await git.run([...args, `--untracked-files=${untracked}`]);
	if (code !== 0) return null;
	const lines = stdout.toString();
	const [, head = null] = /^# branch\.oid ([0-9a-f]+)\0/.exec(lines) ?? [];
	const [, branch = null] = /\0# branch\.head (?!\(detached\)\0)([^\0]+)/.exec(lines) ?? [];
	const found = lines.matchAll(/\0(?:1 (..)(?: \S+){6}|u (..)(?: \S+){8}|(\?)) ([^\0]+)/g);
	const entries = [...found].map(([, changed = '', unmerged = '', other = '', path = '']) => {
		return {code: changed + unmerged + other, path};
	});
	return {checkout: {branch, head}, entries};
}
