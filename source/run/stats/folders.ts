import {leastFor} from './share.ts';

/** How many folders of a path tell findings apart: a second one if one folder has most of them, and most are that deep. */
export function folderDepth(paths: readonly string[]): 1 | 2 {
	const isMost = ({length}: readonly string[]) => 2 * length > paths.length;
	const inFolders = Map.groupBy(paths, path => folderOf(path, 1));
	const isLarge = [...inFolders].some(([folder, inside]) => folder !== null && isMost(inside));
	return isLarge && isMost(paths.filter(path => folderOf(path, 2) !== null)) ? 2 : 1;
}

/** `docs`, or `packages/api` with a depth of 2; null for a file above such a folder. */
export function folderOf(path: string | null, depth: 1 | 2): string | null {
	const folders = path?.split('/').slice(0, -1) ?? [];
	return folders.length < depth ? null : folders.slice(0, depth).join('/');
}

/** Parts of findings by folder: those with enough of them, then all others without a name; nothing if there is only one part. */
export function byFolder<Item>(
	items: readonly Item[],
	folderOfItem: (item: Item) => string | null,
): [string | null, Item[]][] {
	const sizes = Map.groupBy(items, folderOfItem);
	const isShown = (folder: string | null) => folder !== null && (sizes.get(folder)?.length ?? 0) >= leastFor.findings;
	const parts = Map.groupBy(items, item => (isShown(folderOfItem(item)) ? folderOfItem(item) : null));
	if (parts.size === 1) return [];
	return [...parts].toSorted(([one], [other]) => (one === null ? 1 : other === null ? -1 : one < other ? -1 : 1));
}
