import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {hostName, isGitHubCloud} from './repository-url.ts';

export type Host = {
	/** `github.com`, `octo.ghe.com`, `git.example.org:8443`. */
	host: string;
	/** Without a trailing slash. */
	apiUrl: string;
	graphqlUrl: string;
	/** Whether tokens in the environment may go to this host: github.com, *.ghe.com, or a host that the user names. */
	takesEnvironmentTokens: boolean;
};

/**
 * The addresses of a host. Precedence: `asked` (from a URL that the user passed), the environment (GH_HOST,
 * GITHUB_SERVER_URL, GITHUB_API_URL), `inferred` (from the git remotes), github.com.
 * Addresses follow cli/cli `internal/ghinstance/host.go`: `https://api.HOST` for github.com and *.ghe.com,
 * `https://HOST/api/v3` with `https://HOST/api/graphql` for Enterprise Server.
 * @throws Failure usage `bad-host`
 */
export function resolveHost(env: Environment, asked: string | null = null, inferred: string | null = null): Host {
	const named = hostOfEnvironment(env);
	const host = hostName(asked ?? named ?? inferred ?? 'github.com');
	if (!/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/.test(host)) throw badAddress('The host', host);
	// An API address belongs to the host it names; one without such a name (a gateway, a test server) serves every host.
	const overridden = named === null || named === host;
	const apiUrl = (overridden && addressIn(env, 'GITHUB_API_URL')) || defaultApiUrl(host, env);
	const graphqlUrl = (overridden && addressIn(env, 'GITHUB_GRAPHQL_URL')) || graphqlOf(apiUrl);
	return {host, apiUrl, graphqlUrl, takesEnvironmentTokens: isGitHubCloud(host) || named === host};
}

/** The host that the environment names, or null. */
function hostOfEnvironment(env: Environment): string | null {
	const given = env.GH_HOST?.trim();
	if (given) return hostName(given.replace(/^https?:\/\//i, '').replace(/\/.*$/s, ''));
	const server = addressIn(env, 'GITHUB_SERVER_URL');
	if (server) return hostName(new URL(server).host);
	const api = addressIn(env, 'GITHUB_API_URL') ?? addressIn(env, 'GITHUB_GRAPHQL_URL');
	if (!api) return null;
	const {host, pathname} = new URL(api);
	const tellsHost = /^\/api\/(?:v3|graphql)$/.test(pathname) || host.startsWith('api.');
	return tellsHost ? hostName(host) : null;
}

function defaultApiUrl(host: string, env: Environment): string {
	return isGitHubCloud(host) ? `https://api.${host}` : `${originOf(host, env)}/api/v3`;
}

/** The origin of its web pages and of git over HTTP. A test server on this machine needs no encryption, and a server that the environment names has its own protocol. */
export function originOf(host: string, env: Environment): string {
	const server = addressIn(env, 'GITHUB_SERVER_URL');
	const sameServer = server !== null && hostName(new URL(server).host) === host;
	const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
	const protocol = sameServer ? new URL(server).protocol : loopback ? 'http:' : 'https:';
	return `${protocol}//${host}`;
}

function graphqlOf(apiUrl: string): string {
	return apiUrl.endsWith('/api/v3') ? apiUrl.replace(/\/v3$/, '/graphql') : `${apiUrl}/graphql`;
}

function addressIn(env: Environment, name: string): string | null {
	const text = env[name]?.trim();
	if (!text) return null;
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) throw badAddress(name, text);
	const {username, password} = new URL(text);
	// fetch rejects such an address, and a message with it would show the password.
	if (username !== '' || password !== '') {
		const message = `${name} contains a user name or a password (not shown here).`;
		const remedy = 'Remove them from the address, and set GITHUB_TOKEN to the token for the host.';
		throw new Failure('usage', 'bad-host', message, remedy);
	}
	return text.replace(/\/+$/, '');
}

function badAddress(what: string, text: string): Failure {
	return new Failure(
		'usage',
		'bad-host',
		`${what} is not a valid address: ${text.replace(/^([a-z]+:\/\/)?.*@/is, '$1')}`,
		'Set GH_HOST to a host name such as github.com, or GITHUB_API_URL to an http(s) URL.',
	);
}
