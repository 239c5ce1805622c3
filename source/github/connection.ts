import type {Clone, Connection, HostWorld, OnWait, PullRequestArgument} from '../code-host/port.ts';
import {inspectHost} from './check.ts';
import {type Client, openClient} from './client.ts';
import {readMakers} from './commit-makers.ts';
import {describeCheck} from './describe-check.ts';
import {accessByGit} from './git-access.ts';
import {type Host, originOf, resolveHost} from './host.ts';
import {locate, nameRepository} from './locate.ts';
import {readPermissions} from './permissions.ts';
import {createPace} from './publish/pace.ts';
import {openPublisher} from './publish/publisher.ts';
import {fetchPullRequest} from './pull-request.ts';
import {readRootFiles} from './root-files.ts';
import {readTarget, type Target} from './target.ts';
import {findToken, noToken} from './token.ts';
import {openWriteAccess, type WriteAccess} from './write-access.ts';

/** Reads which pull request is meant, and on which server, without any request. */
export function openConnection(
	argument: PullRequestArgument,
	{remotes, branch, upstream}: Clone,
	world: HostWorld,
	onWait: OnWait,
): Connection {
	const pushed = upstream && {remote: upstream.remote, branch: upstream.ref};
	const target = readTarget({...argument, remotes, branch, upstream: pushed});
	const host = resolveHost(world.env, target.askedHost, target.inferredHost);
	let client: Promise<Client> | null = null;
	const connect = () => {
		client ??= connectTo(host, world, onWait);
		return client;
	};
	let access: WriteAccess | null = null;
	const withoutToken = () => noToken(host, remoteOf(target, host));
	return {
		async locate() {
			// Report every mistake that shows without a token before the missing token.
			nameRepository(target, host);
			const opened = await connect();
			if (!opened.token) throw withoutToken();
			return locate(target, opened);
		},
		fetch: async (location, onPage) => fetchPullRequest(await connect(), location, onPage),
		async mayWrite(location, login) {
			access ??= openWriteAccess(await connect());
			const mayWrite = await access(location, login);
			world.signal.throwIfAborted();
			return mayWrite;
		},
		async makersOf(location, oid) {
			const makers = await readMakers(await connect(), location, oid);
			world.signal.throwIfAborted();
			return makers;
		},
		async permissions() {
			const opened = await connect();
			if (!opened.token) throw withoutToken();
			return readPermissions(target, opened);
		},
		async publisher(location) {
			const reader = await connect();
			const pace = createPace({...world, onWait});
			const patient = {takePatience: pace.takePatience, signal: lasting(world.signal)};
			const writer = await openClient({...world, host, token: reader.token, ...patient});
			return openPublisher({reader, writer}, pace, location);
		},
		async gitAccess(repository) {
			const {token} = await connect();
			return accessByGit(originOf(host.host, world.env), token?.value ?? null, repository);
		},
		rootFiles: async (location, names) => readRootFiles(await connect(), location, names),
		check: async () => describeCheck(await inspectHost(await connect()), withoutToken),
	};
}

/** How long a write that is on its way may take to end after an abort. */
const lastMs = 5000;

/** Aborts that much later than the signal. */
function lasting(signal: AbortSignal): AbortSignal {
	const late = new AbortController();
	const abort = () => setTimeout(() => late.abort(signal.reason), lastMs).unref();
	if (signal.aborted) late.abort(signal.reason);
	else signal.addEventListener('abort', abort, {once: true});
	return late.signal;
}

/** A client with the token for the host, if one is found. @throws {Failure} `malformed-token`, `bad-proxy` */
export async function connectTo(host: Host, world: HostWorld, onWait: OnWait): Promise<Client> {
	const token = await findToken(host, world);
	world.log(
		'DEBUG',
		`GitHub host ${host.host} (${host.graphqlUrl}), ${token ? `token from ${token.source}` : 'no token'}`,
	);
	return openClient({...world, host, token, onWait});
}

/** The git remote, if it is the only source of the host; null if the user or the environment names it. */
function remoteOf({askedHost, remotes}: Target, {host, takesEnvironmentTokens}: Host): string | null {
	if (askedHost !== null || takesEnvironmentTokens) return null;
	return remotes.find(remote => remote.host === host)?.remote ?? null;
}
