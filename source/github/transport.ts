import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';

/** A complete response. Octokit drops the headers of successful ones, which contain limits, scopes and SSO. */
export type HttpAnswer = {status: number; headers: Headers; body: string};

export type Transport = {
	/** @throws what `fetch` throws */
	send: (url: string, init: RequestInit) => Promise<HttpAnswer>;
	/** Null if none is used. */
	proxy: ProxyAddress | null;
};

/** `host` with the port, without the password; `variable` is where it was set. */
export type ProxyAddress = {host: string; variable: string};

export type TransportOptions = {
	fetch: typeof globalThis.fetch;
	env: Environment;
	signal: AbortSignal;
	/** The address whose protocol chooses the proxy variable. */
	url: string;
	/** Longest time for one request with its answer. */
	timeoutMs: number;
};

/**
 * Opens the transport. It reads each response to its end, so that a cut connection is an error and never a short
 * response. It does not follow redirects, because queries are for this host. It respects HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY (lower case first, like curl).
 * @throws Failure usage `bad-proxy`
 */
export async function openTransport(options: TransportOptions): Promise<Transport> {
	const proxied = await proxyFetch(options);
	const fetch = proxied?.fetch ?? options.fetch;
	const send: Transport['send'] = async (url, init) => {
		const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
		const response = await fetch(url, {...init, redirect: 'manual', signal});
		return {status: response.status, headers: response.headers, body: await response.text()};
	};
	return {send, proxy: proxied?.proxy ?? null};
}

async function proxyFetch({
	env,
	url,
}: TransportOptions): Promise<{fetch: typeof globalThis.fetch; proxy: ProxyAddress} | null> {
	const name = url.startsWith('https:') ? 'https_proxy' : 'http_proxy';
	const variable = [name, name.toUpperCase()].find(each => env[each]?.trim());
	if (variable === undefined) return null;
	const given = env[variable]!.trim();
	const proxy = given.includes('://') ? given : `http://${given}`;
	if (!URL.canParse(proxy)) {
		throw new Failure(
			'usage',
			'bad-proxy',
			`${variable} is not a valid proxy address.`,
			`Set ${variable} to http://host:port, or unset it.`,
		);
	}
	// Node's fetch may belong to another undici version than this agent, so use the fetch of the same package.
	// A bundled CommonJS package has only a default export.
	const {default: undici} = await import('undici');
	const dispatcher = new undici.EnvHttpProxyAgent({
		httpProxy: proxy,
		httpsProxy: proxy,
		noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
	});
	const send = undici.fetch as unknown as (input: unknown, init: object) => Promise<Response>;
	return {
		fetch: (input, init) => send(input, {...init, dispatcher}),
		proxy: {host: new URL(proxy).host, variable},
	};
}
