import type {Failure} from '../failure.ts';
import {type Client, openClient} from '../github/client.ts';
import {type Host, resolveHost} from '../github/host.ts';
import {readTarget, type Target, type TargetInput} from '../github/target.ts';
import {findToken, noToken} from '../github/token.ts';
import type {Repository} from '../worktree/repository.ts';
import type {Context} from './context.ts';

/** What a user said about which pull request is meant; null where nothing was said. */
export type PullRequestArgument = {
	argument: string | null;
	pr: string | null;
	owner: string | null;
	repo: string | null;
};

/** Which pull request is meant, and on which host. */
export type Aim = {target: Target; host: Host};

/**
 * What an argument and the work tree's remotes point to; asks nobody.
 * @throws {Failure} usage `bad-pull-request`, `bad-repository`, `no-branch`, `bad-host`
 */
export function aimAt(
	argument: PullRequestArgument,
	{remotes, branch, upstream}: Pick<Repository, 'remotes' | 'branch' | 'upstream'>,
	env: Context['env'],
): Aim {
	const input: TargetInput = {
		...argument,
		remotes,
		branch,
		upstream: upstream && {remote: upstream.remote, branch: upstream.ref},
	};
	const target = readTarget(input);
	return {target, host: resolveHost(env, target.askedHost, target.inferredHost)};
}

/**
 * Opens the host with the token for it, if there is one.
 * @throws {Failure} authentication `malformed-token`; usage `bad-proxy`
 */
export async function connectTo(
	host: Host,
	context: Context,
	onWait: (wait: {reason: string; ms: number}) => void,
): Promise<Client> {
	const {env, cwd, signal, fetch, sleep, now, log} = context;
	const token = await findToken(host, {env, cwd, signal});
	log('DEBUG', `code host ${host.host} (${host.graphqlUrl}), token from ${token?.source ?? 'nowhere'}`);
	return openClient({host, token, fetch, env, signal, sleep, now, onWait});
}

/** Why nothing can be asked without a token. */
export function withoutToken({target, host}: Aim): Failure {
	const isNamed = target.askedHost !== null || host.takesEnvironmentTokens;
	const from = target.remotes.find(remote => remote.host === host.host);
	return noToken(host, isNamed ? null : (from?.remote ?? null));
}
