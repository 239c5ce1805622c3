import type {Environment} from '../../system/environment.ts';
import type {Git} from '../git.ts';
import {checked, type IndexEntry, writeEntries} from './index-entries.ts';

/** Who commits, as git's own variables; and whether commits are signed. */
export type CommitIdentity = {env: Environment; isSigned: boolean};

/** Stores the bytes of a file as they are, without filters. Returns the blob's id. */
export async function storeBlob(git: Git, bytes: Buffer): Promise<string> {
	const {stdout} = checked(await git.run(['hash-object', '-w', '--no-filters', '--stdin'], {input: bytes}));
	return stdout.toString().trim();
}

/** A commit among the objects; or what git wrote if it could not be signed. */
export type StoredCommit = {kind: 'stored'; oid: string} | {kind: 'unsigned'; cause: string};

/**
 * Adds a commit to the objects of the repository: its tree is that of the index in `env` with these entries. Moves no branch.
 * @throws {Failure} `git-failed`
 */
export async function storeCommit(
	git: Git,
	{parent, message, entries}: {parent: string; message: string; entries: ReadonlyMap<string, IndexEntry>},
	index: Environment,
	{env, isSigned}: CommitIdentity,
): Promise<StoredCommit> {
	checked(await writeEntries(git, entries, index));
	const tree = checked(await git.run(['write-tree'], {env: index}))
		.stdout.toString()
		.trim();
	const sign = isSigned ? ['-S'] : [];
	const args = ['commit-tree', tree, '-p', parent, ...sign, '-F', '-'];
	const result = await git.run(args, {env, input: message});
	if (isSigned && result.code !== 0) return {kind: 'unsigned', cause: result.stderr};
	return {kind: 'stored', oid: checked(result).stdout.toString().trim()};
}
