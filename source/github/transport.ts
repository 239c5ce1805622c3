import {Failure} from '../failure.ts';
import type {Environment} from './host.ts';

/** A whole answer. Octokit drops the headers of successful ones, and limits, scopes and SSO are told there. */
export type Answer = {status: number; headers: Headers; body: string};

export type Transport = (url: string, init: RequestInit) => Promise<Answer>;

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
 * short answer. HTTPS_PROXY, HTTP_PROXY and NO_PROXY (lower case first, as curl) are honoured.
 * @throws Failure usage `bad-proxy`; the sender throws what `fetch` throws
 */
export async function openTransport(options: TransportOptions): Promise<Transport> {
	const fetch = (await proxyFetch(options)) ?? options.fetch;
	return async (url, init) => {
		const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
		const response = await fetch(url, {...init, signal});
		return {status: response.status, headers: response.headers, body: await response.text()};
	};
}

async function proxyFetch({env, url}: TransportOptions): Promise<typeof globalThis.fetch | null> {
	const variable = url.startsWith('https:') ? 'https_proxy' : 'http_proxy';
	const given = env[variable]?.trim() || env[variable.toUpperCase()]?.trim();
	if (!given) return null;
	const proxy = given.includes('://') ? given : `http://${given}`;
	if (!URL.canParse(proxy)) {
		throw new Failure(
			'usage',
			'bad-proxy',
			`${variable.toUpperCase()} is not the address of a proxy.`,
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
	return (input, init) => send(input, {...init, dispatcher});
}
