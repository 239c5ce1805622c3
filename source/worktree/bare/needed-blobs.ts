import {orNone} from '../commit/commit-range.ts';
import {type Git, isOid} from '../git.ts';
import {entriesAt, isFileEntry} from './tree-entries.ts';

/** A file, and the commits in which it is read. */
type FileInCommits = {path: string; commits: readonly string[]};

/**
 * Ids of the files that a run reads: as the commits have them and as the head has them, and of a file that the head does not
 * have, all that git compares to find what it was renamed to.
 * @param files commits that are not here are skipped
 */
export async function neededBlobs(git: Git, head: string, files: readonly FileInCommits[]): Promise<string[]> {
	const pathsIn = Map.groupBy(
		files.flatMap(({path, commits}) => commits.map(commit => ({path, commit}))),
		({commit}) => commit,
	);
	const today = await entriesAt(
		git,
		head,
		files.map(({path}) => path),
	);
	const blobs = new Set([...today.values()].filter(isFileEntry).map(({oid}) => oid));
	for (const [commit, wanted] of pathsIn) {
		const entries = await entriesAt(
			git,
			commit,
			wanted.map(({path}) => path),
		);
		const present = [...entries].filter(([, entry]) => isFileEntry(entry));
		for (const [, {oid}] of present) blobs.add(oid);
		const isMoved = present.some(([path]) => !today.has(path));
		if (isMoved) for (const oid of await comparedForRenames(git, commit, head)) blobs.add(oid);
	}
	return [...blobs];
}

/** Files that only one of two commits has, but for those that both have under different names (git-diff, `-M`). */
async function comparedForRenames(git: Git, from: string, to: string): Promise<string[]> {
	const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--diff-filter=AD'];
	const {stdout} = await git.run(['diff-tree', ...options, from, to, '--']);
	const added = new Set<string>();
	const deleted = new Set<string>();
	for (const [, before = '', after = '', status] of stdout
		.toString()
		.matchAll(/:\d{6} \d{6} ([0-9a-f]+) ([0-9a-f]+) ([AD])\0/g)) {
		if (status === 'A') added.add(after);
		else deleted.add(before);
	}
	return [...added.symmetricDifference(deleted)];
}

/**
 * Ids of all files that git reads to find in which commits up to the head the lines of files come from, under whatever names
 * the files had.
 */
export async function blobsOfLines(git: Git, head: string, paths: readonly string[]): Promise<string[]> {
	if (!isOid(head)) return [];
	const options = ['--format=%x00%H', '--raw', '-z', '--no-abbrev', '--no-renames', '-m', '--no-show-signature'];
	const {stdout} = await git.run(['log', ...options, head, '--']);
	const commits = readChanges(stdout.toString());
	const wanted = new Set(paths);
	const blobs = new Set<string>();
	for (let known = -1; known !== wanted.size; ) {
		known = wanted.size;
		for (const changes of commits) {
			const ours = changes.filter(({path}) => wanted.has(path));
			for (const oid of ours.flatMap(({before, after}) => [before, after])) if (oid) blobs.add(oid);
			// It may have been another file before.
			if (ours.some(isAdded)) for (const {path} of changes.filter(isDeleted)) wanted.add(path);
		}
	}
	return [...blobs];
}

const isAdded = ({before}: FileChange) => before === null;
const isDeleted = ({before, after}: FileChange) => before !== null && after === null;

type FileChange = {path: string; before: string | null; after: string | null};

/** The changes of each commit in the output of `git log --raw -z --format=%x00%H`. */
function readChanges(text: string): FileChange[][] {
	const commits: FileChange[][] = [];
	const fields = text.split('\0').values();
	for (const field of fields) {
		const [, before, after] = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) \w/.exec(field) ?? [];
		if (before && after)
			commits.at(-1)?.push({path: fields.next().value ?? '', before: orNone(before), after: orNone(after)});
		else if (isOid(field)) commits.push([]);
	}
	return commits;
}
