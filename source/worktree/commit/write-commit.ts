import type {Environment} from '../../system/environment.ts';
import type {Git} from '../git.ts';
import type {TimeLimit} from '../run-within.ts';
import {checked} from './index-entries.ts';

/**
 * Who commits, as git's own variables; and whether commits are signed. `signatureMs`: how long a signature may take that no
 * person can be asked about; absent or null: as long as it takes.
 */
export type CommitIdentity = {env: Environment; isSigned: boolean; signatureMs?: number | null};

/** What a command that signs waits for. */
export const signer = 'the program that signs commits';

/** The limit of a command that signs. */
export function signingLimit({isSigned, signatureMs}: CommitIdentity): TimeLimit | null {
	if (!isSigned || !signatureMs) return null;
	const said = `no signature within ${signatureMs / 1000} s (sign_timeout); the program that signs may wait for a passphrase`;
	return {ms: signatureMs, said};
}

/** A commit among the objects; or what git wrote if it could not be signed. */
export type StoredCommit = {kind: 'stored'; oid: string} | {kind: 'unsigned'; cause: string};

/** Adds a commit to the objects of the repository; moves no branch. @throws {Failure} `git-failed` */
export async function storeCommit(
	git: Git,
	{tree, parent, message}: {tree: string; parent: string; message: string},
	identity: CommitIdentity,
): Promise<StoredCommit> {
	const {env, isSigned} = identity;
	const sign = isSigned ? ['-S'] : [];
	// The message is UTF-8, whatever the user's own commits are.
	const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, '-p', parent, ...sign, '-F', '-'];
	const result = await git.run(args, {
		env,
		input: message,
		limit: signingLimit(identity),
		...(isSigned && {waitsFor: signer}),
	});
	if (isSigned && result.code !== 0) return {kind: 'unsigned', cause: result.stderr};
	return {kind: 'stored', oid: checked(result).stdout.toString().trim()};
}
