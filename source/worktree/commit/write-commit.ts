import type {Environment} from '../../system/environment.ts';
import type {Git} from '../git.ts';
import {checked} from './index-entries.ts';

/** Who commits, as git's own variables; and whether commits are signed. */
export type CommitIdentity = {env: Environment; isSigned: boolean};

/** A commit among the objects; or what git wrote if it could not be signed. */
export type StoredCommit = {kind: 'stored'; oid: string} | {kind: 'unsigned'; cause: string};

/** Adds a commit to the objects of the repository; moves no branch. @throws {Failure} `git-failed` */
export async function storeCommit(
	git: Git,
	{tree, parent, message}: {tree: string; parent: string; message: string},
	{env, isSigned}: CommitIdentity,
): Promise<StoredCommit> {
	const sign = isSigned ? ['-S'] : [];
	// The message is UTF-8, whatever the user's own commits are.
	const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, '-p', parent, ...sign, '-F', '-'];
	const result = await git.run(args, {env, input: message});
	if (isSigned && result.code !== 0) return {kind: 'unsigned', cause: result.stderr};
	return {kind: 'stored', oid: checked(result).stdout.toString().trim()};
}
