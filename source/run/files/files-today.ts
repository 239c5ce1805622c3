import {join, relative} from 'node:path';
import {parseText, type Text} from '../../resolve/text.ts';
import {memoize} from '../../review/memoize.ts';
import {entriesAt, foldersAbove, isFileEntry, type TreeEntry} from '../../worktree/bare/tree-entries.ts';
import {contentRefusal, readFile} from '../../worktree/file.ts';
import type {Git} from '../../worktree/git.ts';
import type {History} from '../../worktree/history.ts';
import {checkPath} from '../../worktree/path.ts';
import {type Refusal, refuse} from '../../worktree/refusal.ts';
import type {Worktree} from '../../worktree/repository.ts';

/** A file when the run read it: all edits are computed against this and written once. */
export type FileSnapshot = {bytes: Buffer; text: Text};

/** A file that must be left alone, and why; its text if it can be shown all the same. */
export type RefusedFile = {refused: string; text: Text | null};

/** Reads a file of the pull request as it is today; null if there is none. The path is untrusted. */
export type ReadToday = (path: string) => Promise<FileSnapshot | RefusedFile | null>;

const refusedFile = ({reason}: Refusal, text: Text | null = null): RefusedFile => ({refused: reason, text});

/** Today's files are those on disk. */
export const inWorktree =
	({root, gitDir, commonDir}: Worktree): ReadToday =>
	async path => {
		const isInGitFolder = [gitDir, commonDir].some(folder => !relative(folder, join(root, path)).startsWith('..'));
		const file = await readFile(root, path);
		if (isInGitFolder) return refusedFile(refuse('git-folder'));
		if (file.kind !== 'text') return file.code === 'missing' ? null : refusedFile(file);
		const {bytes, unwritable} = file;
		const text = parseText(bytes.toString());
		// What would be refused at the end is not promised in a plan.
		return unwritable ? refusedFile(unwritable, text) : {bytes, text};
	};

/**
 * Today's files are those of a commit. What was read once is kept, so that it can be read again after the history is closed.
 * @param paths that will be read, to look them up at once
 */
export async function inCommit(
	git: Git,
	history: History,
	commit: string,
	paths: readonly string[],
): Promise<ReadToday> {
	const known = new Set(paths);
	const listed = await entriesAt(git, commit, known);
	return memoize(async path => {
		const entries = known.has(path) ? listed : await entriesAt(git, commit, [path]);
		const wrong = checkPath(path) ?? entryRefusal(path, entries);
		if (wrong) return refusedFile(wrong);
		if (!isFileEntry(entries.get(path))) return null;
		const bytes = await history.fileAt(commit, path);
		if (bytes === null) return refusedFile(refuse('too-large'));
		const refusal = contentRefusal(bytes);
		return refusal ? refusedFile(refusal) : {bytes, text: parseText(bytes.toString())};
	});
}

/** As for a file of a working tree (`locateFile`). */
function entryRefusal(path: string, entries: ReadonlyMap<string, TreeEntry>) {
	const modes = [...foldersAbove(path), path].map(each => entries.get(each)?.mode);
	if (modes.includes('120000')) return refuse('symlink');
	if (modes.includes('160000')) return refuse('submodule');
	return modes.at(-1) === '040000' ? refuse('not-a-file') : null;
}
