import type {HostWorld} from '../code-host/port.ts';
import {routeTo} from '../system/proxy/route.ts';
import {withinTime} from '../system/unless-aborted.ts';

/** A complete response. Octokit drops the headers of successful ones, which contain limits, scopes and SSO. */
export type HttpAnswer = {status: number; headers: Headers; body: string};

/** @throws what `fetch` throws */
export type Send = (url: string, init: RequestInit) => Promise<HttpAnswer>;

type TransportOptions = Pick<HostWorld, 'fetch' | 'env' | 'signal'> & {
	/** An address of the server. */
	url: string;
	/** Longest time for one request with its answer. */
	timeoutMs: number;
};

/**
 * Opens the transport. It reads each response to its end, so that a cut connection is an error and never a short
 * response. It does not follow redirects, because queries are for this host. `proxy` is null if none is used.
 * @throws Failure usage `bad-proxy`
 */
export function openTransport({fetch: given, env, signal, url, timeoutMs}: TransportOptions) {
	const {fetch, proxy} = routeTo(url, {env, fetch: given});
	const send: Send = (url, init) =>
		withinTime(timeoutMs, signal, async limited => {
			const response = await fetch(url, {...init, redirect: 'manual', signal: limited});
			return {status: response.status, headers: response.headers, body: await response.text()};
		});
	return {send, proxy};
}
