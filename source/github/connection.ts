import type {Location} from '../code-host/location.ts';
import type {Clone, Connection, GitAccess, HostWorld, OnWait, PullRequestArgument} from '../code-host/port.ts';
import {ownWriteLimits} from '../code-host/write-limits.ts';
import {textAt} from '../system/json.ts';
import {readActivity} from './activity.ts';
import {checkHost} from './check.ts';
import {type Client, openClient} from './client.ts';
import {readCommits} from './commits.ts';
import {originOf} from './host.ts';
import {locate, nameRepository} from './locate.ts';
import {noWaits} from './patience.ts';
import {readPermissions} from './permissions.ts';
import {createPace} from './publish/pace.ts';
import {openPublisher} from './publish/publisher.ts';
import {openStanding} from './publish/standing.ts';
import {fetchPullRequest} from './pull-request.ts';
import {readRootFiles} from './root-files.ts';
import {openServer} from './server.ts';
import {readTarget} from './target.ts';
import {openWriteAccess, type WriteAccess} from './write-access.ts';

export function openConnection(
	argument: PullRequestArgument,
	clone: Clone,
	world: HostWorld,
	onWait: OnWait,
): Connection {
	const target = readTarget(argument, clone);
	const {host, connect, signIn, withoutToken} = openServer(target, world, onWait);
	let access: WriteAccess | null = null;
	return {
		host: host.host,
		async locate() {
			// Report every mistake that shows without a token before the missing token.
			nameRepository(target, host);
			return locate(target, await signIn());
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
		commitsOf: async location => readCommits(await connect(), location),
		activityOf: async location => readActivity(await connect(), location),
		permissions: async () => readPermissions(target, await signIn()),
		async publisher(location, known = null) {
			const reader = await connect();
			const standing = openStanding(reader, location, known);
			const account = async () => ({host: host.host, login: (await standing.known()).viewer});
			const {writeLimits: limits = ownWriteLimits(world.now)} = world;
			const pace = createPace({...world, onWait, limits, account});
			const patient = {bounds: noWaits, signal: lasting(world.signal)};
			const writer = await openClient({...world, host, token: reader.token, ...patient});
			return openPublisher({reader, writer}, pace, standing, location);
		},
		async gitAccess(repository) {
			const {token} = await connect();
			return accessByGit(originOf(host.host, world.env), token?.value ?? null, repository);
		},
		rootFiles: async (location, names) => readRootFiles(await connect(), location, names),
		check: async () => checkHost(await connect(), withoutToken),
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

const isLoopback = /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * How git reaches a repository over HTTPS. The token is a header for exactly this origin, so that no redirect or rewritten
 * URL can take it elsewhere (git-config, `http.<url>.*`).
 */
function accessByGit(origin: string, token: string | null, repository: string): GitAccess {
	const url = `${origin}/${repository}.git`;
	const isPrivate = origin.startsWith('https://') || isLoopback.test(origin);
	if (token === null || !isPrivate) return {url, settings: []};
	const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
	return {
		url,
		settings: [
			{name: `http.${origin}/.extraHeader`, value: `Authorization: Basic ${basic}`},
			{name: 'http.followRedirects', value: 'false'},
		],
	};
}

/** Commits that are made on the website itself. */
const website = 'web-flow';

/** The accounts of author and committer of a commit; none if either has no account, or the look-up fails. */
async function readMakers(client: Client, {owner, name}: Location, oid: string): Promise<string[]> {
	const commit = await client.get('repos', owner, name, 'commits', oid);
	const logins = ['author', 'committer'].map(role => textAt(commit, role, 'login'));
	return logins.every(Boolean) ? [...new Set(logins)].filter(login => login !== website) : [];
}
