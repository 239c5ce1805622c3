import type {FileChange} from '../../../code-host/commit-order.ts';
import {inParallel} from '../../../system/in-parallel.ts';
import type {Refusal} from '../../request.ts';
import type {StoreObject} from './git-objects.ts';

/** Of the requests for files. */
const atATime = 8;

/** GitHub gives up on trees with thousands of entries. */
const mostEntries = 100;

/** Stores the files, and then the folders with them on those of `base`, each tree on the one before. Returns the last one. */
export async function storeTree(
	store: StoreObject,
	base: string,
	files: readonly FileChange[],
): Promise<{tree: string} | Refusal> {
	let refusal: Refusal | null = null;
	const entries = await inParallel(deletionsFirst(files), atATime, async ({path, mode, modeBefore, content}) => {
		if (content === null) return entry(path, modeBefore!, null);
		const stored = refusal ?? (await store('blobs', {content: content.toString('base64'), encoding: 'base64'}));
		if ('oid' in stored) return entry(path, mode, stored.oid);
		refusal = stored;
		return entry(path, mode, null);
	});
	let tree = base;
	for (let start = 0; start < entries.length; start += mostEntries) {
		const stored =
			refusal ?? (await store('trees', {base_tree: tree, tree: entries.slice(start, start + mostEntries)}));
		if ('failure' in stored) return stored;
		tree = stored.oid;
	}
	return {tree};
}

/** A folder may take the name of a file that goes, and a file that of a folder. */
const deletionsFirst = (files: readonly FileChange[]) =>
	files.toSorted((one, other) => Number(one.content !== null) - Number(other.content !== null));

/** `sha` null deletes the file. */
const entry = (path: string, mode: string, sha: string | null) => ({path, mode, type: 'blob', sha});
