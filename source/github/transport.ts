import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';

/** A whole answer. Octokit drops the headers of successful ones, and limits, scopes and SSO are told there. */
export type Answer = {status: number; headers: Headers; body: string};

export type Transport = {
	/** @throws what `fetch` throws */
	send: (url: string, init: RequestInit) => Promise<Answer>;
	/** Null if none is used. */
	proxy: ProxyAddress | null;
};

/** `host` with the port, without the password; `variable` names it. */
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
 * Makes the sender of requests. The answer is read to its end here, so that a cut connection is an error and never a
 * short answer. Redirects are answers like others: what is asked is for this host. HTTPS_PROXY, HTTP_PROXY and NO_PROXY (lower case first, as curl) are honoured.
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
			`${variable} is not the address of a proxy.`,
			'Give it as http://host:port, or unset it.',
		);
	}
	// Node's own fetch may come from another undici than this agent, so the agent's own goes with it.
	// Of a bundled CommonJS package only the default export is there.
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
