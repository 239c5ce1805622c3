import type {Environment} from '../environment.ts';
import {isOnThisMachine} from '../loopback.ts';
import {onFirstUse} from '../on-first-use.ts';
import {isExempt, type ProxyAddress, proxyVariable, readProxy} from './address.ts';

export type Route = {
	fetch: typeof globalThis.fetch;
	/** Null if none is used. */
	proxy: ProxyAddress | null;
	/** Loads what `fetch` needs. Await it before you start a clock, because it takes a while once. */
	load: () => Promise<unknown>;
};

/**
 * The route to the server of an address, by the environment's proxies. No proxy gets what is for this machine.
 * Nothing is opened yet.
 * @param fetch for a route without a proxy
 * @throws Failure usage `bad-proxy`
 */
export function routeTo(address: string, {env, fetch}: {env: Environment; fetch: typeof globalThis.fetch}): Route {
	const url = new URL(address);
	const straight: Route = {fetch, proxy: null, load: async () => {}};
	const variable = proxyVariable(url, env);
	if (variable === null) return straight;
	// Node's own fetch would use the proxy for this machine too if it is told to use proxies.
	if (isOnThisMachine(url.hostname)) return env.NODE_USE_ENV_PROXY === '1' ? routeBy(null) : straight;
	return isExempt(url, env) ? straight : routeBy(readProxy(variable, env));
}

/** The agent is loaded with the first request: without a proxy, most of it is never needed. */
function routeBy(proxy: (ProxyAddress & {url: string}) | null): Route {
	const open = onFirstUse(async () => (await import('./agent.ts')).fetchBy(proxy?.url ?? null));
	return {
		fetch: async (...request) => (await open())(...request),
		proxy: proxy && {host: proxy.host, variable: proxy.variable, hide: proxy.hide},
		load: open,
	};
}
