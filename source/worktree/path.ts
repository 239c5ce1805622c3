import type {Stats} from 'node:fs';
import {lstat} from 'node:fs/promises';
import {join} from 'node:path';
import {type Refusal, refusalOf, refuse} from './refusal.ts';

/** A regular file of the working tree; no folder on its path is a link. */
export type RegularFile = {kind: 'safe'; path: string; stats: Stats};

/**
 * Whether a file system could read this name as `.git`. Case-insensitive ones ignore case; HFS+ ignores invisible
 * characters; NTFS ignores trailing dots and spaces, starts a stream at `:`, and has the short name `git~1` (as git's
 * core.protectHFS and core.protectNTFS).
 */
function isGitFolder(name: string): boolean {
	const plain = name
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
		.normalize('NFKC')
		.replace(/:.*$/s, '')
		.replace(/(?<![. ])[. ]+$/, '')
		.toLowerCase();
	return plain === '.git' || /^git~\d+$/.test(plain);
}

/** What is wrong with the text of a path relative to the repository, or null. Does not read the disk. */
export function checkPath(path: string): Refusal | null {
	if (path === '' || path.includes('\0')) return refuse('malformed-path');
	const names = path.split(/[/\\]/);
	if (path.startsWith('/') || path.startsWith('\\') || /^[a-z]:[/\\]/i.test(path) || names.includes('..')) {
		return refuse('outside');
	}
	if (names.some(isGitFolder)) return refuse('git-folder');
	if (path.includes('\\') || names.includes('') || names.includes('.')) return refuse('malformed-path');
	return null;
}

const hasGitEntry = (folder: string) =>
	lstat(join(folder, '.git')).then(
		() => true,
		() => false,
	);

/**
 * Finds the file for a path from a comment. Checks every component without following links, so that nothing outside the
 * working tree can be reached.
 *
 * @param root absolute path of the working tree
 * @param path `/` separated, relative to the root, untrusted
 */
export async function locateFile(root: string, path: string): Promise<RegularFile | Refusal> {
	const wrong = checkPath(path);
	if (wrong) return wrong;
	const [file = '', ...folders] = path.split('/').reverse();
	let folder = root;
	try {
		for (const name of folders.reverse()) {
			folder = join(folder, name);
			const stats = await lstat(folder);
			if (stats.isSymbolicLink()) return refuse('symlink');
			if (!stats.isDirectory()) return refuse('missing');
			if (await hasGitEntry(folder)) return refuse('submodule');
		}
		const found = join(folder, file);
		const stats = await lstat(found);
		if (stats.isSymbolicLink()) return refuse('symlink');
		if (stats.isDirectory() && (await hasGitEntry(found))) return refuse('submodule');
		return stats.isFile() ? {kind: 'safe', path: found, stats} : refuse('not-a-file');
	} catch (error) {
		return refusalOf(error);
	}
}
