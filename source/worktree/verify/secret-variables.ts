import {access} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import {isOnThisMachine} from '../../system/loopback.ts';

/** Names that usually hold a secret. */
const ofSecrets =
	/TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE)_?KEY|_PWD(?:_|$)|(?:^|_)(?:KEYS?|PAT|PASS|AUTH|CREDS?|PASSWD|PW|DSN|WEBHOOKS?|COOKIES?|SESSIONS?|SALTS?|CERTS?)(?:_|$)/i;
/** Those of a desktop and its terminals, and the address of an agent, which keeps its keys to itself. */
const harmless = /^(?:XDG_.*|DBUS_.*|DESKTOP_SESSION|TERM_SESSION_ID|ITERM_SESSION_ID|SESSION_MANAGER|SSH_AUTH_SOCK)$/;

/** Whether a variable seems to hold a secret: by its name, or because its value is a URL with a password. */
export async function isSecretVariable(name: string, value: string): Promise<boolean> {
	if (harmless.test(name)) return false;
	const hosts = hostsWithPassword(value);
	if (hosts.length > 0) return !hosts.every(isOnThisMachine);
	return ofSecrets.test(name) && !(await isPath(value));
}

/** Begins after the scheme, so that a long text without a URL is read once. */
const login = /:\/\/[^\s/?#@:]*:[^\s/?#]+@([^\s/?#]*)/g;

/** The hosts of the URLs with a password in a text; a URL of a cluster has several. */
const hostsWithPassword = (text: string): string[] =>
	[...text.matchAll(login)].flatMap(([, hosts = '']) =>
		hosts.split(',').map(host => host.replace(/:\d*$/, '').toLowerCase()),
	);

/** Whether it is the absolute path of a file or folder that exists, which is no secret. */
const isPath = async (value: string): Promise<boolean> =>
	isAbsolute(value) &&
	access(value).then(
		() => true,
		() => false,
	);

/** The address of a proxy without user and password; unchanged if it has none. */
export const withoutLogin = (address: string): string => address.replace(/^([a-z][a-z\d+.-]*:\/\/)?[^\s/?#]*@/i, '$1');
