import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {hostName, isGitHubCloud} from './repository-url.ts';

export type Host = {
	/** `github.com`, `octo.ghe.com`, `git.example.org`, with a port where the address has one. */
	host: string;
	/** Without a slash at the end. */
	apiUrl: string;
	graphqlUrl: string;
	/** True where tokens from the environment are meant for this host: github.com, *.ghe.com, or named by the user. */
	takesEnvironmentTokens: boolean;
};

/**
 * Where a code host is reached. `asked` (from a URL given by hand) goes before the environment (GH_HOST,
 * GITHUB_SERVER_URL, GITHUB_API_URL), which goes before `inferred` (from the git remotes), then github.com.
 * Addresses follow cli/cli `internal/ghinstance/host.go`: `https://api.HOST` for github.com and *.ghe.com,
 * `https://HOST/api/v3` with `https://HOST/api/graphql` for Enterprise Server.
 * @throws Failure usage `bad-host`
 */
export function resolveHost(env: Environment, asked: string | null = null, inferred: string | null = null): Host {
	const named = hostOfEnvironment(env);
	const host = hostName(asked ?? named ?? inferred ?? 'github.com');
	if (!/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(host)) throw badAddress('The host', host);
	// An API address stands for the host it is named with; one that tells no host (a gateway, a test server) stands for all.
	const overridden = named === null || named === host;
	const apiUrl = (overridden && address(env, 'GITHUB_API_URL')) || defaultApiUrl(host, env);
	const graphqlUrl = (overridden && address(env, 'GITHUB_GRAPHQL_URL')) || graphqlOf(apiUrl);
	return {host, apiUrl, graphqlUrl, takesEnvironmentTokens: isGitHubCloud(host) || named === host};
}

/** The host that the environment names, or null. */
function hostOfEnvironment(env: Environment): string | null {
	const given = env.GH_HOST?.trim();
	if (given) return hostName(given.replace(/^https?:\/\//i, '').replace(/\/.*$/s, ''));
	const server = address(env, 'GITHUB_SERVER_URL');
	if (server) return hostName(new URL(server).host);
	const api = address(env, 'GITHUB_API_URL') ?? address(env, 'GITHUB_GRAPHQL_URL');
	if (!api) return null;
	const {host, pathname} = new URL(api);
	const tellsHost = /^\/api\/(?:v3|graphql)$/.test(pathname) || host.startsWith('api.');
	return tellsHost ? hostName(host) : null;
}

function defaultApiUrl(host: string, env: Environment): string {
	if (isGitHubCloud(host)) return `https://api.${host}`;
	const server = address(env, 'GITHUB_SERVER_URL');
	const sameServer = server !== null && hostName(new URL(server).host) === host;
	const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
	const protocol = sameServer ? new URL(server).protocol : loopback ? 'http:' : 'https:';
	return `${protocol}//${host}/api/v3`;
}

function graphqlOf(apiUrl: string): string {
	return apiUrl.endsWith('/api/v3') ? apiUrl.replace(/\/v3$/, '/graphql') : `${apiUrl}/graphql`;
}

function address(env: Environment, name: string): string | null {
	const text = env[name]?.trim();
	if (!text) return null;
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw badAddress(name, text);
	const {username, password} = new URL(text);
	if (username !== '' || password !== '') throw holdsCredentials(name);
	return text.replace(/\/+$/, '');
}

/** No request can be sent to such an address, and whoever shows it shows the password. */
function holdsCredentials(name: string): Failure {
	return new Failure(
		'usage',
		'bad-host',
		`${name} holds a user name or a password, which is not shown here.`,
		'Take them out of the address. The token for the host goes into GITHUB_TOKEN.',
	);
}

function badAddress(what: string, text: string): Failure {
	return new Failure(
		'usage',
		'bad-host',
		`${what} is not an address that can be reached: ${text.replace(/^([a-z]+:\/\/)?.*@/is, '$1')}`,
		'Give a host name such as github.com in GH_HOST, or an http(s) URL in GITHUB_API_URL.',
	);
}
