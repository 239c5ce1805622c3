import {Failure} from '../../failure.ts';
import {isDecodable} from '../decodable.ts';
import type {Environment} from '../environment.ts';
import {hideLogin} from '../hide-login.ts';

/** `host` with the port, without the password; `variable` is where it was set. */
export type ProxyAddress = {
	host: string;
	variable: string;
	/** Hides the user and the password in what comes through the proxy: it may have replied in place of the server. */
	hide: (text: string) => string;
};

/** ` through the proxy proxy.example:3128 (HTTPS_PROXY)`; empty if there is none. */
export const throughProxy = (proxy: ProxyAddress | null): string =>
	proxy === null ? '' : ` through the proxy ${proxy.host} (${proxy.variable})`;

/** The variable with the proxy for an address: HTTPS_PROXY or HTTP_PROXY by its protocol, lower case first, like curl. */
export function proxyVariable({protocol}: URL, env: Environment): string | null {
	const name = protocol === 'https:' ? 'https_proxy' : 'http_proxy';
	return [name, name.toUpperCase()].find(each => env[each]?.trim()) ?? null;
}

/**
 * The proxy that a variable contains; `url` is the whole address, with the password.
 * @throws Failure usage `bad-proxy`
 */
export function readProxy(variable: string, env: Environment): ProxyAddress & {url: string} {
	const given = env[variable]?.trim() ?? '';
	const url = URL.parse(given.includes('://') ? given : `http://${given}`);
	if (!url || !/^(?:https?|socks5?):$/.test(url.protocol) || !isDecodable(url.username + url.password)) {
		throw new Failure(
			'usage',
			'bad-proxy',
			`${variable} is not a valid proxy address.`,
			`Set ${variable} to http://host:port, or unset it.`,
		);
	}
	return {host: url.host, variable, hide: hideLogin(url.href), url: url.href};
}

/** Whether NO_PROXY lists the host: its name or that of a domain above it (also `.example.com`), its port too, or `*`. */
export function isExempt({protocol, hostname, port: givenPort}: URL, env: Environment): boolean {
	const port = givenPort || (protocol === 'https:' ? '443' : '80');
	return (env.no_proxy ?? env.NO_PROXY ?? '').split(/[,\s]+/).some(entry => {
		const [, name = '', only] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
		if (name === '' || (only !== undefined && only !== port)) return false;
		return name === '*' || hostname === name || hostname.endsWith(`.${name}`);
	});
}
