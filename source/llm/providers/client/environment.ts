import {delimiter} from 'node:path';
import type {Environment} from '../../../system/environment.ts';
import {foldersOf} from './find.ts';

/**
 * All that a client inherits: what it needs to find programs, its login and the network. Never a token or a key: a client
 * would prefer it to the subscription (`ANTHROPIC_API_KEY`, `GITHUB_TOKEN`, ...), and a model with a shell could read it.
 */
const inherited = new Set([
	...['HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TZ', 'TERM', 'LANG', 'LANGUAGE'],
	...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'],
	...['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME'],
	// The address of the desktop's keychain.
	...['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'],
	...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'],
	...['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CODEX_CA_CERTIFICATE'],
]);

/** The environment of a client: variables that all clients may inherit, those that only this one may (`logins`), and `own`. */
export function safeEnvironment(
	env: Environment,
	logins: readonly string[],
	own: Readonly<Record<string, string>>,
): Record<string, string> {
	const kept = Object.entries(env).filter(
		(entry): entry is [string, string] =>
			entry[1] !== undefined && (inherited.has(entry[0]) || logins.includes(entry[0]) || entry[0].startsWith('LC_')),
	);
	return {...Object.fromEntries(kept), PATH: foldersOf(env.PATH).join(delimiter), ...own};
}
