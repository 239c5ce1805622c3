import {copyFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {ifMissing} from '../../system/errors.ts';
import {checked} from '../commit/index-entries.ts';
import type {Git} from '../git.ts';
import type {Worktree} from '../repository.ts';

/** `GIT_INDEX_FILE` of an index that is not the user's. */
export type StagedIndex = {GIT_INDEX_FILE: string};

/**
 * Gives `work` an index that holds a tree, as `git commit` would have it.
 * @throws {Failure} `git-failed`
 */
export async function withStagedIndex<Result>(
	git: Git,
	{gitDir, records}: Pick<Worktree, 'gitDir' | 'records'>,
	tree: string,
	work: (index: StagedIndex) => Promise<Result>,
): Promise<Result> {
	const file = join(records, 'hook-index');
	const env = {GIT_INDEX_FILE: file};
	const clear = () => Promise.all([file, `${file}.lock`].map(path => rm(path, {force: true})));
	await clear();
	try {
		// Of a copy, git keeps what it knows of the files, and which of them are not checked out.
		await copyFile(join(gitDir, 'index'), file).catch(ifMissing(undefined));
		checked(await git.run(['read-tree', '--reset', tree], {env}));
		// Hooks may compare files with the index by their times alone. git fails if one is not as staged.
		await git.run(['update-index', '-q', '--refresh'], {env});
		return await work(env);
	} finally {
		await clear();
	}
}

/** Stores the tree that an index holds. Returns its id. @throws {Failure} `git-failed` */
export async function readStagedTree(git: Git, env: StagedIndex): Promise<string> {
	const {stdout} = checked(await git.run(['write-tree'], {env}));
	return stdout.toString().trim();
}
