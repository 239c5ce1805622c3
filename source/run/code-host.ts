import {type Client, openClient} from '../github/client.ts';
import {resolveHost} from '../github/host.ts';
import {readTarget, type Target, type TargetInput} from '../github/target.ts';
import {findToken} from '../github/token.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Context} from './context.ts';

/** What a user said about which pull request is meant; null where nothing was said. */
export type PullRequestArgument = {
	argument: string | null;
	pr: string | null;
	owner: string | null;
	repo: string | null;
};

export type CodeHost = {target: Target; client: Client};

/**
 * The host that an argument and the work tree's remotes point to, with the token for it.
 * @throws {Failure} usage `bad-pull-request`, `bad-repository`, `no-branch`, `bad-host`; authentication `malformed-token`
 */
export async function openCodeHost(
	argument: PullRequestArgument,
	repository: Pick<Repository, 'remotes' | 'branch' | 'upstream'>,
	context: Context,
	onWait: (wait: {reason: string; ms: number}) => void,
): Promise<CodeHost> {
	const {remotes, branch, upstream} = repository;
	const input: TargetInput = {
		...argument,
		remotes,
		branch,
		upstream: upstream && {remote: upstream.remote, branch: upstream.ref},
	};
	const target = readTarget(input);
	const {env, cwd, signal, fetch, sleep, now, log} = context;
	const host = resolveHost(env, target.askedHost, target.inferredHost);
	const token = await findToken(host, {env, cwd, signal});
	log('DEBUG', `code host ${host.host} (${host.graphqlUrl}), token from ${token?.source ?? 'nowhere'}`);
	return {target, client: await openClient({host, token, fetch, env, signal, sleep, now, onWait})};
}
