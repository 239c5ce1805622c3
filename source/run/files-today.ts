import {join, relative} from 'node:path';
import {parseText, type Text} from '../resolve/text.ts';
import {readFile, type TextFile} from '../worktree/file.ts';
import {refuse} from '../worktree/refusal.ts';
import type {Worktree} from '../worktree/repository.ts';

/** A file when the run read it: all edits are computed against this and written once. */
export type FileSnapshot = {bytes: Buffer; text: Text};

/** A file that must be left alone, and why; its text if it can be shown all the same. */
export type RefusedFile = {refused: string; text: Text | null};

/** Reads a file of the pull request as it is today; null if there is none. The path is untrusted. */
export type ReadToday = (path: string) => Promise<FileSnapshot | RefusedFile | null>;

/** Today's files are those on disk. */
export const inWorktree =
	({root, gitDir, commonDir}: Worktree): ReadToday =>
	async path => {
		const isInGitFolder = [gitDir, commonDir].some(folder => !relative(folder, join(root, path)).startsWith('..'));
		const file = await readFile(root, path);
		if (isInGitFolder) return {refused: refuse('git-folder').reason, text: null};
		if (file.kind !== 'text') return file.code === 'missing' ? null : {refused: file.reason, text: null};
		const text = parseText(file.bytes.toString());
		const refusal = writeRefusal(file);
		return refusal ? {refused: refusal.reason, text} : {bytes: file.bytes, text};
	};

/** What would be refused at the end is not promised in a plan. */
function writeRefusal({isReadOnly, links}: TextFile) {
	if (isReadOnly) return refuse('read-only');
	return links > 1 ? refuse('hard-link') : null;
}
