import {readObject, writeObject} from './objects.ts';

/** One entry of a tree as GitHub takes it. */
export type TreeEntry = {path: string; mode: string; sha: string};

type Entry = {mode: string; oid: string};

const folderMode = '40000';

/** What is directly in a tree, by name. */
function entriesOf(folder: string, tree: string): Map<string, Entry> {
	const content = readObject(folder, tree)!.content;
	const oidSize = tree.length / 2;
	const entries = new Map<string, Entry>();
	for (let at = 0; at < content.length; ) {
		const end = content.indexOf(0, at);
		const [mode, name] = content.toString('utf8', at, end).split(/ (.*)/s, 2) as [string, string];
		entries.set(name, {mode, oid: content.toString('hex', end + 1, end + 1 + oidSize)});
		at = end + 1 + oidSize;
	}
	return entries;
}

/** All files of a tree, by path. */
export function filesOf(folder: string, tree: string, above = ''): Map<string, Entry> {
	return new Map(
		[...entriesOf(folder, tree)].flatMap(([name, entry]) =>
			entry.mode === folderMode
				? [...filesOf(folder, entry.oid, `${above}${name}/`)]
				: [[`${above}${name}`, entry] as const],
		),
	);
}

/** The entry of a path; null if there is none. */
export function entryAt(folder: string, tree: string, path: string): Entry | null {
	const [name, rest] = path.split(/\/(.*)/s, 2) as [string, string?];
	const entry = entriesOf(folder, tree).get(name) ?? null;
	if (rest === undefined || entry === null) return entry;
	return entry.mode === folderMode ? entryAt(folder, entry.oid, rest) : null;
}

/** Stores a tree with these entries in place of those of another one; returns its name. */
export function writeTree(folder: string, base: string | null, entries: readonly TreeEntry[]): string {
	const found = base === null ? new Map<string, Entry>() : entriesOf(folder, base);
	const named = entries.map(({path, ...entry}) => {
		const [name, rest] = path.split(/\/(.*)/s, 2) as [string, string?];
		return {...entry, name, path: rest};
	});
	for (const [name, group] of Map.groupBy(named, one => one.name)) {
		const below = group.flatMap(({path, ...entry}) => (path === undefined ? [] : [{...entry, path}]));
		const own = group.findLast(({path}) => path === undefined);
		const before = found.get(name);
		const oldFolder = before?.mode === folderMode ? before.oid : null;
		found.set(
			name,
			own ? {mode: own.mode, oid: own.sha} : {mode: folderMode, oid: writeTree(folder, oldFolder, below)},
		);
	}
	const key = ([name, {mode}]: [string, Entry]) => Buffer.from(mode === folderMode ? `${name}/` : name);
	const sorted = [...found].sort((one, other) => Buffer.compare(key(one), key(other)));
	const content = sorted.flatMap(([name, {mode, oid}]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
	return writeObject(folder, 'tree', Buffer.concat(content));
}
