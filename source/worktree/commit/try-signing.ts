import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Failure} from '../../failure.ts';
import {oneLine} from '../../text/shorten.ts';
import type {Git, openGit} from '../git.ts';
import {gitOf, type Worktree} from '../repository.ts';
import {readCommitter} from './identity.ts';
import {type CommitIdentity, signer, signingLimit} from './write-commit.ts';

/**
 * Signs a commit that is thrown away, because only that shows whether the key works.
 * @throws {Failure} usage `cannot-sign`
 */
export async function trySigning(
	git: Git,
	repository: Pick<Worktree, 'commonDir'>,
	identity: CommitIdentity,
): Promise<void> {
	const fault = await signatureFault(git, repository, identity);
	if (fault === null) return;
	throw new Failure(
		'usage',
		'cannot-sign',
		`git cannot sign the commit: ${fault}`,
		'Check user.signingKey and gpg.format, or turn signing off: git config commit.gpgSign false',
	);
}

/** A pinentry that no one answers would wait forever. */
const longestSigningMs = 10_000;

/**
 * How commits are signed here: `off` if the user signs none, `signed` if it needed no prompt, otherwise why not.
 * @throws {Failure} as `readCommitter`; the signal's reason
 */
export async function signingStatus(
	repository: Pick<Worktree, 'root' | 'gitDir' | 'commonDir'>,
	world: Omit<Parameters<typeof openGit>[0], 'cwd' | 'offline'>,
): Promise<'off' | 'signed' | {reason: string}> {
	const limit = AbortSignal.timeout(longestSigningMs);
	const signal = AbortSignal.any([world.signal, limit]);
	const git = gitOf(repository, {...world, offline: true, signal});
	const committer = await readCommitter(git, world.env);
	if (!committer.isSigned) return 'off';
	try {
		const fault = await signatureFault(git, repository, committer, false);
		return fault === null ? 'signed' : {reason: fault};
	} catch (error) {
		world.signal.throwIfAborted();
		if (limit.aborted) return {reason: 'it waits for a passphrase'};
		throw error;
	}
}

/** gpg's agent asks in the terminal that this names. */
const noTerminal = {GPG_TTY: undefined};

/** What git wrote if it cannot sign as the user wants; otherwise null. The repository gets no object. */
async function signatureFault(
	git: Git,
	{commonDir}: Pick<Worktree, 'commonDir'>,
	identity: CommitIdentity,
	hasTerminal = true,
): Promise<string | null> {
	const {env, isSigned} = identity;
	if (!isSigned) return null;
	const objects = await mkdtemp(join(tmpdir(), 'pr-resolve-signing-'));
	try {
		// Quoted, because a colon separates several folders.
		const alternate = JSON.stringify(join(commonDir, 'objects'));
		const apart = {GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: alternate};
		const args = ['commit-tree', '-S', '-m', 'A test of the signature', 'HEAD^{tree}'];
		const {code, stderr} = await git.run(args, {
			env: {...env, ...apart, ...(hasTerminal ? {} : noTerminal)},
			hasTerminal,
			limit: signingLimit(identity),
			waitsFor: signer,
		});
		return code === 0 ? null : oneLine(stderr);
	} finally {
		await rm(objects, {recursive: true, force: true});
	}
}
