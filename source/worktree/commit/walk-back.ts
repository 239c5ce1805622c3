import type {Text} from '../../resolve/text.ts';
import type {Objects} from '../objects.ts';
import type {RangeCommit} from './commit-range.ts';
import {readText} from './gather.ts';

/** A file before and after a commit that changed it; `before` is null if the commit added it. */
export type FileStep = {commit: RangeCommit; before: Text | null; after: Text};

/**
 * Follows a file through the commits that changed it, to the one that added it, one without a text of it, or the last.
 * @param head its text after the first of the commits
 * @param commits the newest first
 */
export async function* walkBack(
	path: string,
	head: Text,
	commits: readonly RangeCommit[],
	objects: Objects,
): AsyncGenerator<FileStep> {
	let [name, after] = [path, head];
	for (const commit of commits) {
		const file = commit.files.find(one => one.path === name);
		if (!file) continue;
		const before = file.before === null ? null : await readText(objects, file.before);
		if (file.before !== null && !before) return;
		yield {commit, before, after};
		if (!before) return;
		[name, after] = [file.earlierPath, before];
	}
}
