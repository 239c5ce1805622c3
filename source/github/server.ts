import type {HostWorld, OnWait} from '../code-host/port.ts';
import {type Client, openClient} from './client.ts';
import {type Host, resolveHost} from './host.ts';
import {defaultBounds} from './patience.ts';
import type {Target} from './target.ts';
import {findToken, noToken} from './token.ts';

/**
 * The server that the user names, or else the environment or the remotes. It is connected to when it is first needed.
 * @throws {Failure} `bad-host`
 */
export function openServer(
	{askedHost, inferredHost, remotes}: Pick<Target, 'askedHost' | 'inferredHost' | 'remotes'>,
	world: HostWorld,
	onWait: OnWait,
) {
	const host = resolveHost(world.env, askedHost, inferredHost);
	/** The git remote, if it is the only source of the host. */
	const isOfRemotes = askedHost === null && !host.takesEnvironmentTokens;
	const remote = (isOfRemotes && remotes.find(remote => remote.host === host.host)?.remote) || null;
	/** The failure of what needs a token. */
	const withoutToken = () => noToken(host, remote);
	let client: Promise<Client> | null = null;
	/** @throws {Failure} `malformed-token`, `bad-proxy` */
	const connect = () => {
		client ??= connectClient(host, world, onWait);
		return client;
	};
	return {
		host,
		connect,
		withoutToken,
		/** The same. @throws {Failure} also if no token is found */
		async signIn() {
			const opened = await connect();
			if (!opened.token) throw withoutToken();
			return opened;
		},
	};
}

/** A client with the token for the host, if one is found. @throws {Failure} `malformed-token`, `bad-proxy` */
export async function connectClient(host: Host, world: HostWorld, onWait: OnWait): Promise<Client> {
	const token = await findToken(host, world);
	world.log(
		'DEBUG',
		`GitHub host ${host.host} (${host.graphqlUrl}), ${token ? `token from ${token.source}` : 'no token'}`,
	);
	return openClient({...world, host, token, onWait, bounds: {...defaultBounds, ...world.hostPatience}});
}
