import {isIPv6} from 'node:net';
import {Failure} from '../../../failure.ts';
import {isOnThisMachine} from '../../../system/loopback.ts';
import type {ProviderOptions} from '../provider.ts';

const defaultPort = '11434';

/**
 * The address of the model server: the given one, `LOCAL_BASE_URL`, `OLLAMA_HOST`, or its default, in this order. Each is
 * read by the rules of the server's own client (port 11434 without a scheme, otherwise the port of the scheme).
 * @throws {Failure} usage `bad-base-url`; `remote-local` for another machine without the user's permission
 */
export function ollamaAddress({baseUrl, env, allowRemoteLocal}: AddressOptions) {
	const given = [baseUrl, env.LOCAL_BASE_URL, env.OLLAMA_HOST].map(text => text?.trim()).find(Boolean);
	const url = readOllamaAddress(given ?? '');
	const isLoopback = isOnThisMachine(url.hostname);
	if (!isLoopback && !allowRemoteLocal) {
		throw new Failure(
			'usage',
			'remote-local',
			`The provider ollama is for this machine, but its address is ${url.host}.`,
			'Use a loopback address (LOCAL_BASE_URL=http://127.0.0.1:11434), or set llm.allow_remote_local: true in your user settings.',
		);
	}
	/** `http://127.0.0.1:11434`, with a path if one is given, without a slash at the end. */
	const href = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
	return {href, isLoopback};
}

type AddressOptions = Pick<ProviderOptions, 'baseUrl' | 'env' | 'allowRemoteLocal'>;

function readOllamaAddress(given: string): URL {
	const [, scheme = '', rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(given) ?? [];
	const [, authority = '', path = ''] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
	const {host, port} = split(authority);
	const isHosted = scheme === '' && host.toLowerCase() === 'ollama.com' && port === '';
	const text = `${isHosted ? 'https' : scheme || 'http'}://${host || '127.0.0.1'}${portOf(scheme, port, isHosted)}${path}`;
	const url = URL.canParse(text) ? new URL(text) : null;
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
		const remedy =
			'Expected: an address such as http://127.0.0.1:11434 (no user name, no query) in LOCAL_BASE_URL, OLLAMA_HOST or llm.base_url.';
		throw new Failure('usage', 'bad-base-url', 'The address of the local model server is invalid.', remedy);
	}
	// A server listens on these ("every interface"), but a client cannot connect to them.
	if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
	if (url.hostname === '[::]') url.hostname = '[::1]';
	return url;
}

/** A host and its port; IPv6 without a port may have no brackets. */
function split(authority: string): {host: string; port: string} {
	if (isIPv6(authority)) return {host: `[${authority}]`, port: ''};
	const [, host = authority, port = ''] = /^(\[[^\]]*\]|[^:@[\]]*):([^:@]*)$/.exec(authority) ?? [];
	return {host, port};
}

function portOf(scheme: string, port: string, isHosted: boolean): string {
	if (port === '') return scheme === '' && !isHosted ? `:${defaultPort}` : '';
	return /^\d+$/.test(port) && Number(port) <= 65_535 ? `:${port}` : `:${defaultPort}`;
}
