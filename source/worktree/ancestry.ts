import {checked} from './commit/index-entries.ts';
import type {Git} from './git.ts';

/** Whether a commit is `later` or one of its ancestors, by as much of the history as is here. */
export const isAncestor = async (git: Git, oid: string, later: string): Promise<boolean> =>
	(await git.run(['merge-base', '--is-ancestor', oid, later])).code === 0;

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
