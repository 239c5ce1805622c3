import type {CommitResult} from '../../delivery/steps/commit.ts';
import type {Git} from '../git.ts';
import {type LockPatience, runUnlocked} from './git-lock.ts';
import {type IndexEntry, readFlags, writeEntries} from './index-entries.ts';

/**
 * Gives the user's index what it held before or after a commit. Files keep the flags that keep git from looking at them.
 * @throws {Failure} `index-locked`, `git-failed`
 */
export async function setIndex(
	{git, ...patience}: LockPatience & {git: Git},
	index: CommitResult['index'],
	version: 'before' | 'after',
): Promise<void> {
	if (index.length === 0) return;
	const entries = new Map(
		index.map((entry): [string, IndexEntry] => [entry.path, {mode: entry.mode, oid: entry[version]}]),
	);
	// A new entry has none of them.
	const flags = await readFlags(git, [...entries.keys()]);
	await runUnlocked(() => writeEntries(git, entries), patience);
	for (const [flag, paths] of flags) {
		const args = ['update-index', `--${flag}`, '-z', '--stdin'];
		await runUnlocked(() => git.run(args, {input: paths.map(path => `${path}\0`).join('')}), patience);
	}
}
