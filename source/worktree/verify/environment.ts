import {access} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import type {Environment} from '../../system/environment.ts';
import {isOnThisMachine} from '../../system/loopback.ts';
import {isOfRunner, runnerFiles} from './runner-files.ts';

/** Variables that the user names for a command. */
export type VariableChoice = {
	names: readonly string[];
	/** Whether it gets no others, except those that any program needs. */
	isOnly: boolean;
};

/** What a command that runs the pull request's code gets of the environment. */
export type CommandEnvironment = {
	env: Record<string, string>;
	/** Names of variables that it does not get, sorted, without those of the runner, which it never gets. */
	heldBack: string[];
	/** Names of variables that it gets without the user and the password in them, sorted. */
	withoutLogin: string[];
	/** Absolute paths of files that must be afterwards as they were: those of the runner of a workflow. */
	keptFiles: string[];
};

/** Names that programs around a run use: this one, git, and the runner of a workflow. */
const ofPrograms = /^(?:CR|GIT|INPUT|ACTIONS)_/i;
const ofProxies = /_PROXY$/i;
/** What programs need to run at all. */
const basic = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|TERM|CI)$/;

/**
 * The environment of a command that runs the pull request's code: without tokens and keys, so that they do not get into
 * its output. It is no protection against hostile code, which can read what its user can read.
 */
export async function commandEnvironment(env: Environment, choice: VariableChoice): Promise<CommandEnvironment> {
	const made: CommandEnvironment = {env: {}, heldBack: [], withoutLogin: [], keptFiles: runnerFiles(env)};
	for (const name of Object.keys(env).sort()) {
		const given = env[name];
		if (given === undefined || isOfRunner(name, env)) continue;
		const value = await passedValue(name, given, choice);
		if (value === null) made.heldBack.push(name);
		else made.env[name] = value;
		if (value !== null && value !== given) made.withoutLogin.push(name);
	}
	return made;
}

/** Null if the variable is held back. */
async function passedValue(name: string, value: string, {names, isOnly}: VariableChoice): Promise<string | null> {
	if (names.includes(name)) return value;
	if (isOnly) return basic.test(name) ? value : null;
	if (ofPrograms.test(name)) return null;
	const passed = ofProxies.test(name) ? withoutLogin(value) : value;
	return (await isSecretVariable(name, passed)) ? null : passed;
}

/** Names that usually hold a secret. */
const ofSecrets =
	/TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL|(?:API|ACCESS|PRIVATE)_?KEY|_PWD(?:_|$)|(?:^|_)(?:KEYS?|PAT|PASS|AUTH|CREDS?|PASSWD|PW|DSN|WEBHOOKS?|COOKIES?|SESSIONS?|SALTS?|CERTS?)(?:_|$)/i;
/** Those of a desktop and its terminals, and the address of an agent, which keeps its keys to itself. */
const harmless = /^(?:XDG_.*|DBUS_.*|DESKTOP_SESSION|TERM_SESSION_ID|ITERM_SESSION_ID|SESSION_MANAGER|SSH_AUTH_SOCK)$/;

/** Whether a variable seems to hold a secret: by its name, or because its value is a URL with a password. */
async function isSecretVariable(name: string, value: string): Promise<boolean> {
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
const withoutLogin = (address: string): string => address.replace(/^([a-z][a-z\d+.-]*:\/\/)?[^\s/?#]*@/i, '$1');
