import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, sep} from 'node:path';

type Part = readonly (string | RegExp)[];

/** With what a program may be started; written down a second time on purpose. */
export type Profile = {
	/** Variables that have to be there, besides those that may. */
	env: Readonly<Record<string, string>>;
	/** Variables with a login, which no other program may see. */
	logins: readonly string[];
	/** Arguments that have to be there once, in any order. */
	needed: readonly Part[];
	optional: readonly Part[];
	/** Arguments that ask for the state of the login; null if the probe shows it. */
	status: readonly string[] | null;
	/** The input with which a start with all arguments sends nothing. */
	probe: string;
};

const allowed = new RegExp(
	`^(?:${[
		'PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|TERM|LANG|LANGUAGE|LC_\\w+',
		'XDG_(?:CONFIG|DATA|STATE|CACHE)_HOME|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS',
		'CLAUDE_CONFIG_DIR|CODEX_HOME|COPILOT_HOME',
		'HTTPS?_PROXY|ALL_PROXY|NO_PROXY|https?_proxy|all_proxy|no_proxy',
		'NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR|CODEX_CA_CERTIFICATE',
		// What macOS gives to every process.
		'__CF_USER_TEXT_ENCODING',
	].join('|')})$`,
);

export type Start = {
	args: readonly string[];
	env: Readonly<Record<string, string | undefined>>;
	cwd: string;
	input: string;
	pid: number;
};

/** What a start is for. A probe has the arguments of a request and sends nothing. */
export type StartKind = 'request' | 'probe' | 'status' | 'version';

/** Everything about a start that the profile does not allow. */
export function violations(profile: Profile, start: Start, kind: StartKind): string[] {
	return [
		...environmentFaults(profile, start.env),
		...folderFaults(start),
		...groupFaults(start.pid),
		...(kind === 'request' || kind === 'probe' ? argumentFaults(profile, start.args) : []),
		...(kind === 'request' ? inputFaults(start) : []),
	];
}

function environmentFaults({env, logins}: Profile, given: Start['env']): string[] {
	const extra = Object.keys(given).filter(name => !(name in env) && !logins.includes(name) && !allowed.test(name));
	const wrong = Object.entries(env).filter(([name, value]) => given[name] !== value);
	const relative = (given.PATH ?? '').split(':').filter(folder => !folder.startsWith('/'));
	return [
		...extra.map(name => `variable ${name}`),
		...wrong.map(([name, value]) => `variable ${name} is not ${value}`),
		...(given.PATH ? relative.map(folder => `folder "${folder}" in PATH`) : []),
	];
}

function folderFaults({cwd, env}: Start): string[] {
	const faults = readdirSync(cwd).map(name => `"${name}" in the folder that it runs in`);
	if (cwd === env.HOME) faults.push('it runs in the home folder');
	for (let folder = cwd; folder !== sep; folder = dirname(folder)) {
		if (existsSync(join(folder, '.git'))) faults.push(`it runs in the repository ${folder}`);
	}
	if (dirname(env.TMPDIR ?? '') !== dirname(cwd)) faults.push('its temporary folder is not its own');
	if ((statSync(dirname(cwd)).mode & 0o077) !== 0) faults.push('others can look into its folder');
	return faults;
}

/** Only a process that leads its group can be ended with all that it started. */
function groupFaults(pid: number): string[] {
	const stat = '/proc/self/stat';
	if (!existsSync(stat)) return [];
	const group = readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')[2];
	return group === String(pid) ? [] : ['it has no process group of its own'];
}

function argumentFaults({needed, optional}: Profile, args: readonly string[]): string[] {
	const rest = [...args];
	const take = (part: Part): boolean => {
		const fits = (index: number) =>
			part.every((wanted, offset) => {
				const given = rest[index + offset];
				return typeof wanted === 'string' ? given === wanted : given !== undefined && wanted.test(given);
			});
		const index = rest.findIndex((_, start) => fits(start));
		if (index !== -1) rest.splice(index, part.length);
		return index !== -1;
	};
	const missing = needed.filter(part => !take(part)).map(part => `no argument ${part.join(' ')}`);
	for (const part of optional) take(part);
	return [...missing, ...rest.map(arg => `argument "${arg}"`)];
}

function inputFaults({args, input}: Start): string[] {
	const faults = args.filter(arg => arg.length > 32 && input.includes(arg)).map(() => 'the prompt is an argument');
	if (/^\s*(?:[/!#@]|$)/.test(input)) faults.push('the prompt is empty or begins like a command');
	return faults;
}
