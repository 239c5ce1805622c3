import {Failure} from '../../failure.ts';
import {checked} from '../commit/index-entries.ts';
import type {Git} from '../git.ts';
import {hashAt} from '../images.ts';
import {readStatus} from '../verify/tree-state.ts';
import {readStagedTree, type StagedIndex} from './staged-index.ts';

/** What a hook has to leave as it is. */
export type TrackedState = {
	/** Id of the tree that is staged for a commit; null between commits. */
	tree: string | null;
	/** What differs from HEAD, in files and in the user's index. */
	files: ReadonlyMap<string, string>;
};

/**
 * @param index of a commit that is being made; null for none
 * @throws {Failure} `git-failed`
 */
export async function readTracked(git: Git, root: string, index: StagedIndex | null): Promise<TrackedState> {
	const entries = await readStatus(git, 'no');
	if (!entries) throw new Failure('failed', 'git-failed', 'git could not read the state of the working tree.');
	const files = new Map<string, string>();
	for (const {code, path} of entries) files.set(path, `${code} ${await hashAt(root, path)}`);
	return {tree: index && (await readStagedTree(git, index)), files};
}

/** The paths in which two states differ. @throws {Failure} `git-failed` */
export async function changedPaths(git: Git, before: TrackedState, after: TrackedState): Promise<string[]> {
	const known = new Set([...before.files.keys(), ...after.files.keys()]);
	const inFiles = [...known].filter(path => before.files.get(path) !== after.files.get(path));
	if (before.tree === after.tree || before.tree === null || after.tree === null) return inFiles.sort();
	const diff = await git.run(['diff-tree', '-r', '-z', '--name-only', before.tree, after.tree]);
	const staged = checked(diff).stdout.toString().split('\0').filter(Boolean);
	return [...new Set([...inFiles, ...staged])].sort();
}
