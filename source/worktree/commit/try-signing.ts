import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {oneLine} from '../../text/one-line.ts';
import {openGit} from '../git.ts';
import type {Repository} from '../repository.ts';
import {readCommitter} from './identity.ts';

/** A pinentry that no one answers would wait forever. */
const longestSigningMs = 10_000;

/**
 * Signs a commit that is thrown away, as `--commit` would sign one: `off` if the user signs none, `signed` if it needed no
 * prompt, otherwise why not. The repository gets no object.
 * @throws {Failure} as `readCommitter`; the signal's reason
 */
export async function trySigning(
	{root, commonDir}: Pick<Repository, 'root' | 'commonDir'>,
	world: Omit<Parameters<typeof openGit>[0], 'cwd' | 'offline'>,
): Promise<'off' | 'signed' | {reason: string}> {
	const limit = AbortSignal.timeout(longestSigningMs);
	const signal = AbortSignal.any([world.signal, limit]);
	const git = openGit({...world, cwd: root, offline: true, signal});
	const {isSigned, env} = await readCommitter(git, world.env);
	if (!isSigned) return 'off';
	const objects = await mkdtemp(join(tmpdir(), 'pr-resolve-signing-'));
	try {
		const apart = {GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(commonDir, 'objects')};
		const args = ['commit-tree', '-S', '-m', 'A test of the signature', 'HEAD^{tree}'];
		const {code, stderr} = await git.run(args, {env: {...env, ...apart}});
		return code === 0 ? 'signed' : {reason: oneLine(stderr)};
	} catch (error) {
		world.signal.throwIfAborted();
		if (limit.aborted) return {reason: 'it waits for a passphrase'};
		throw error;
	} finally {
		await rm(objects, {recursive: true, force: true});
	}
}
