import {type ChildProcess, type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {Failure} from '../failure.ts';
import type {Environment} from '../system/environment.ts';
import {exhaustion} from '../system/to-failure.ts';
import {type Waits, waitingFor} from '../system/waits.ts';
import {type ProgramEnd, runWithin, type TimeLimit} from './run-within.ts';

export type GitResult = ProgramEnd;

/** How long git may wait for others, by the user's settings. */
export type GitPatience = {
	/** An HTTP transfer below so many bytes a second for so many seconds ends; 0: never. */
	lowSpeed: number;
	lowSpeedSeconds: number;
	/** How long a signature may take that no person can be asked about, in milliseconds; null: as long as it takes. */
	signatureMs: number | null;
};

const usualPatience: GitPatience = {lowSpeed: 1000, lowSpeedSeconds: 300, signatureMs: 60_000};

export const patienceIn = ({gitPatience = usualPatience}: {gitPatience?: GitPatience}): GitPatience => gitPatience;

/** Whether git gave up on an HTTP transfer because it was too slow (curl's words). */
export const isTooSlow = (stderr: string) => /Operation too slow/.test(stderr);

export type Git = {
	/**
	 * Runs git to its end. The caller handles a non-zero exit code. `input` is its stdin; none by default. `hasTerminal`:
	 * whether programs that it starts find the terminal to ask in; they do by default. `limit`: it has no terminal,
	 * and fails after that time. Default: none. `waitsFor`: what is waited for, for people; null: they are
	 * asked meanwhile. Default: git itself.
	 */
	run: (
		args: readonly string[],
		options?: {
			env?: Environment;
			input?: Buffer | string;
			hasTerminal?: boolean;
			limit?: TimeLimit | null;
			waitsFor?: string | null;
		},
	) => Promise<GitResult>;
	/** Starts a git process to talk to over pipes; it ends when its stdin ends or the signal aborts. */
	start: (args: readonly string[]) => ChildProcessWithoutNullStreams;
	signal: AbortSignal;
};

/**
 * Runs no program from the repository's configuration: no hook, monitor, pager or maintenance. Paths are never patterns,
 * replaced objects are read like on the code host, and a folder of the checkout that looks like a bare repository is not
 * used as one (`safe.bareRepository`, git-config).
 */
const always = [
	'--no-pager',
	'--no-replace-objects',
	'--literal-pathspecs',
	...[
		'core.hooksPath=/dev/null',
		'core.fsmonitor=false',
		'core.quotePath=false',
		'gc.auto=0',
		'maintenance.auto=false',
		'credential.interactive=false',
		'safe.bareRepository=explicit',
	].flatMap(setting => ['-c', setting]),
];

/** Variables for the network and git's own settings. A hook around pr-resolve sets the others, for another repository. */
const passedOn =
	/^GIT_(SSH|ASKPASS$|CONFIG_|EXEC_PATH$|SSL_|PROXY_|HTTP_|CEILING_|DISCOVERY_|ALLOW_PROTOCOL$|NO_LAZY_FETCH$)/;

function environment(env: Environment, more: Environment): Environment {
	const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || passedOn.test(name));
	return {...Object.fromEntries(kept), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', ...more};
}

const isOidPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** Whether a text is a full object id: no other text may be passed to git as a revision. */
export const isOid = (text: string) => isOidPattern.test(text);

/** The failure of a git process that could not be started or was stopped. */
export function startFailure(error: unknown, signal: AbortSignal): unknown {
	if (signal.aborted) return signal.reason;
	const exhausted = exhaustion(error);
	if (exhausted) return exhausted;
	return new Failure(
		'usage',
		'git-missing',
		'git could not be started.',
		'Install git (2.31 or later) and make sure that it is on your PATH.',
		{cause: error},
	);
}

function collect(child: ChildProcess, signal: AbortSignal): Promise<GitResult> {
	const out: Buffer[] = [];
	const err: Buffer[] = [];
	// If the system has no file handle left, there is no stream; the error event reports it.
	child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
	child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
	const {promise, resolve, reject} = Promise.withResolvers<GitResult>();
	child.once('error', error => reject(startFailure(error, signal)));
	child.once('close', code => {
		resolve({code: code ?? 128, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString().trim()});
	});
	return promise;
}

/** Otherwise a partial clone fetches missing objects on every read. */
const noNetwork = {GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1'};

/** `git fetch`: the command, without the settings before it. */
const nameOf = (args: readonly string[]) =>
	`git ${args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? ''}`.trim();

const stallSettings = ({lowSpeed, lowSpeedSeconds}: GitPatience) => [
	...['-c', `http.lowSpeedLimit=${lowSpeed}`],
	...['-c', `http.lowSpeedTime=${lowSpeedSeconds}`],
];

export type GitWorld = {
	cwd: string;
	/** Absolute path of a git folder without a working tree; default: the repository that `cwd` is in. */
	gitDir?: string;
	env: Environment;
	signal: AbortSignal;
	/** Never contact a remote. */
	offline?: boolean;
	/** Default: as the settings have it. */
	gitPatience?: GitPatience;
	/** Default: waits are not followed. */
	waits?: Waits;
};

/**
 * Git in a folder, with only the environment that is passed in.
 *
 * @throws {Failure} `git-missing` from every call if git cannot be started; the signal's reason after an abort
 */
export function openGit({
	cwd,
	gitDir,
	env,
	signal,
	offline = false,
	gitPatience = usualPatience,
	waits,
}: GitWorld): Git {
	const given = offline ? {...env, ...noNetwork} : env;
	const place = gitDir === undefined ? ['-C', cwd] : ['-C', cwd, '--git-dir', gitDir];
	const stalled = stallSettings(gitPatience);
	const command = (args: readonly string[]) => [...place, ...always, ...stalled, ...args];
	return {
		signal,
		run: async (args, {env: more = {}, input, hasTerminal = true, limit = null, waitsFor = nameOf(args)} = {}) => {
			signal.throwIfAborted();
			const ended = (work: () => Promise<GitResult>) =>
				waitsFor === null ? work() : waitingFor(waits, waitsFor, work);
			if (limit) {
				const world = {env: environment(given, more), input, signal};
				return ended(() => runWithin(limit, 'git', command(args), world)).catch(error => {
					throw startFailure(error, signal);
				});
			}
			const child = spawn('git', command(args), {
				env: environment(given, more),
				stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
				// A session of its own has no terminal.
				detached: !hasTerminal,
				signal,
			});
			// git may end without reading its input; its exit code tells why.
			child.stdin?.on('error', () => {}).end(input);
			return ended(() => collect(child, signal));
		},
		start: args => {
			const child = spawn('git', command(args), {env: environment(given, {}), stdio: 'pipe', signal});
			if (child.stdin) return child;
			child.once('error', () => {});
			throw exhaustion(Object.assign(new Error('spawn git EMFILE'), {code: 'EMFILE', syscall: 'spawn git'}));
		},
	};
}

/** The output of a git command without its final line end; null if it fails. */
export async function outputOf(git: Git, ...args: string[]): Promise<string | null> {
	const {code, stdout} = await git.run(args);
	return code === 0 ? stdout.toString().replace(/\n$/, '') : null;
}
