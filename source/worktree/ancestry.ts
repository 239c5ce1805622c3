import {checked} from './commit/index-entries.ts';
import type {Git} from './git.ts';

/**
 * Whether a commit is `later` or one of its ancestors; null if a shallow clone does not have enough of the history to know.
 * Both are object ids, and `later` is here.
 */
export async function isAncestor(git: Git, oid: string, later: string, isShallow: boolean): Promise<boolean | null> {
	// What a whole clone does not have is no ancestor of what it has.
	const {code} = await git.run(['merge-base', '--is-ancestor', oid, later]);
	if (code === 0) return true;
	return isShallow ? null : false;
}

/** The parents that a commit itself names: those that a shallow clone does not have too. @throws {Failure} `git-failed` */
export async function parentsOf(git: Git, oid: string): Promise<string[]> {
	const {stdout} = checked(await git.run(['cat-file', 'commit', oid]));
	const [header = ''] = stdout.toString('latin1').split('\n\n', 1);
	return [...header.matchAll(/^parent (\w+)$/gm)].map(([, parent = '']) => parent);
}

/** Object ids of a commit and its first parents, as `range` limits them; empty if git cannot show them. @param range options of git-rev-list */
export async function firstParentIds(git: Git, from: string, range: readonly string[]): Promise<ReadonlySet<string>> {
	const {code, stdout} = await git.run(['rev-list', '--first-parent', from, ...range]);
	return new Set(code === 0 ? stdout.toString().split('\n').filter(Boolean) : []);
}
