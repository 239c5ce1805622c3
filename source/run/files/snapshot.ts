import type {Versions} from '../../resolve/place/base-versions.ts';
import {parseText} from '../../resolve/text.ts';
import type {PullRequest} from '../../review/comment.ts';
import {worktree} from '../../review/finding.ts';
import {inParallel} from '../../system/in-parallel.ts';
import {isBinary} from '../../worktree/file.ts';
import type {History} from '../../worktree/history.ts';
import type {FileSnapshot, ReadToday, RefusedFile} from './files-today.ts';

/** Today's files and the versions that changes were written against, as far as the changes need them. */
export type Snapshot = {
	/** By path. */
	files: Map<string, FileSnapshot | RefusedFile>;
	/** What stands for a commit in `versionsOf` where today's lines are meant. */
	today: string;
	/** Where a file of the pull request stands today; null where it is gone. */
	pathOf: (path: string) => string | null;
	/** Files of the index that a sparse checkout excludes from the working tree. */
	leftOut: ReadonlySet<string>;
	versionsOf: (path: string) => Versions;
};

/** A file that a change was written for, and the commits in which it was seen. */
export type FileRequest = {path: string; commits: readonly (string | null)[]};

/** Enough to keep both the disk and git busy; each may hold a file open. */
const readAtATime = 16;

/**
 * @param head id of the commit that is checked out; null if there is none
 * @param isHead whether that is the pull request's head, as in a recording: then it stands in for unknown commits
 */
export async function takeSnapshot(
	{readToday, history, head}: {readToday: ReadToday; history: History; head: string | null},
	wanted: readonly FileRequest[],
	{isHead}: {isHead: boolean},
): Promise<Snapshot> {
	const files: Snapshot['files'] = new Map();
	const paths = new Map<string, string | null>();
	const leftOut = new Set<string>();
	const versions = new Map<string, string[] | null>();
	const keyOf = (path: string, commit: string | null) => `${commit ?? ''}:${path}`;

	const reads = new Map<string, Promise<void>>();
	const readOnce = async (path: string) => {
		const file = await readToday(path);
		if (file) files.set(path, file);
	};
	const isThere = async (path: string) => {
		if (!reads.has(path)) reads.set(path, readOnce(path));
		await reads.get(path);
		return files.has(path);
	};
	const findToday = async ({path, commits}: FileRequest): Promise<string | null> => {
		if (await isThere(path)) return path;
		if (await history.isLeftOut(path)) {
			leftOut.add(path);
			return null;
		}
		for (const commit of [...commits, head]) {
			const renamed = commit ? await history.renamedTo(commit, path) : null;
			if (!renamed || renamed === path) continue;
			if (await isThere(renamed)) return renamed;
		}
		return null;
	};
	const readVersion = async (path: string, commit: string | null) => {
		const key = keyOf(path, commit);
		if (commit === null || versions.has(key)) return;
		const bytes = await history.fileAt(commit, path);
		versions.set(key, bytes && !isBinary(bytes) ? parseText(bytes.toString()).lines : null);
	};

	await inParallel([...Map.groupBy(wanted, ({path}) => path)], readAtATime, async ([path, all]) => {
		for (const one of all) {
			// Another comment may have seen the file under this name in a commit that tells more.
			if ((paths.get(path) ?? null) === null) paths.set(path, await findToday(one));
			if (paths.get(path) === null) continue;
			for (const commit of one.commits) await readVersion(path, commit);
			if (isHead) await readVersion(path, head);
		}
	});
	// A person's edit names a renamed file as it is called now.
	const pathOf = (path: string) => paths.get(path) ?? (files.has(path) ? path : null);
	const linesToday = (path: string) => linesOf(files.get(pathOf(path) ?? ''));
	return {
		files,
		today: worktree,
		pathOf,
		leftOut,
		versionsOf: path => ({
			at: commit => (commit === worktree ? linesToday(path) : (versions.get(keyOf(path, commit)) ?? null)),
			head: isHead ? (versions.get(keyOf(path, head)) ?? null) : null,
		}),
	};
}

/** The same files as they are now. What was found in their lines as they were can be placed in these like all else. */
export const lookAgain = (before: Snapshot, readToday: ReadToday): Promise<Snapshot> =>
	readAgain(before, `${before.today}+`, readToday);

/** The same files as a commit has them, with line ends as committed. */
export const lookAtCommit = (before: Snapshot, history: History, commit: string): Promise<Snapshot> =>
	readAgain(before, `${before.today}@${commit}`, async path => {
		const bytes = await history.fileAt(commit, path);
		return bytes && {bytes, text: parseText(bytes.toString())};
	});

/** @param today what stands for a commit where the lines that are read now are meant */
async function readAgain(before: Snapshot, today: string, read: ReadToday): Promise<Snapshot> {
	const paths = [...before.files.keys()];
	const found = await inParallel(paths, readAtATime, async path => [path, await read(path)] as const);
	const files = new Map(found.flatMap(([path, file]) => (file ? [[path, file] as const] : [])));
	const pathOf = (path: string) => {
		const known = before.pathOf(path);
		return known !== null && files.has(known) ? known : null;
	};
	return {
		files,
		today,
		pathOf,
		leftOut: before.leftOut,
		versionsOf: path => {
			const {at, head} = before.versionsOf(path);
			return {at: commit => (commit === today ? linesOf(files.get(pathOf(path) ?? '')) : at(commit)), head};
		},
	};
}

const linesOf = (file: FileSnapshot | RefusedFile | undefined) =>
	file && !('refused' in file) ? file.text.lines : null;

/** A file that a change was placed in; those that must be left alone have no placed changes. */
export function fileOf({files}: Snapshot, path: string): FileSnapshot {
	const file = files.get(path);
	if (!file || 'refused' in file) throw new Error(`a change was placed in ${path}, which was not read`);
	return file;
}

/** Why a file is not in the working tree. */
export const whyMissing = (path: string, {leftOut}: Snapshot) =>
	leftOut.has(path) ? 'the file is outside the sparse checkout' : 'the file no longer exists';

/** The paths that a pull request changes or that its threads are on, as comments name them. */
export function changedPaths({reviewThreads, files}: PullRequest, snapshot: Snapshot): ReadonlySet<string> {
	const threads = reviewThreads.map(({path}) => path);
	const listed = files && new Set(files.map(({path}) => path));
	// A recording need not name the files; what was commented on is among them, maybe under an older name.
	return listed
		? listed.union(new Set(threads.filter(path => listed.has(snapshot.pathOf(path) ?? ''))))
		: new Set(threads);
}
