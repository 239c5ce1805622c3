import {mkdir, mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, isAbsolute, join} from 'node:path';
import type {Environment} from '../../../system/environment.ts';
import type {ProviderOptions} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {missingProgram, notStarted} from './diagnosis.ts';
import {findProgram, foldersOf} from './find.ts';
import {type Lent, withHome} from './home.ts';
import type {ClientProgram, Command, ProgramResult} from './program.ts';
import {runClient} from './run.ts';

/** Time limit for checks. Some clients unpack themselves on their first start. */
const briefMs = 60_000;

/** A client on this machine. */
export type Client = {
	program: ClientProgram;
	env: ProviderOptions['env'];
	/** The programs to name if none is installed. */
	candidates: readonly ClientProgram[];
};

/**
 * Runs the program once in an empty folder.
 * @throws {ModelTrouble} if it is missing or cannot be started; the signal's reason
 */
export async function start(
	{program, env, candidates}: Client,
	commandIn: (folder: string) => Command,
	signal: AbortSignal,
	more: Readonly<Record<string, string>> = {},
): Promise<Lent<ProgramResult>> {
	signal.throwIfAborted();
	const file = await findProgram(program.name, env.PATH);
	if (file === null) throw missingProgram(candidates);
	try {
		return await withScratch(env.TMPDIR, scratch =>
			withHome(program.home, env, scratch.home, home => {
				const own = {...program.env, ...more, ...home, TMPDIR: scratch.temporary};
				const safe = safeEnvironment(env, program.loginVariables, own);
				return runClient(file, commandIn(scratch.files), {cwd: scratch.cwd, env: safe, signal});
			}),
		);
	} catch (cause) {
		signal.throwIfAborted();
		throw notStarted(program, cause);
	}
}

/**
 * The same for a check, which must not take long.
 * @throws {ModelTrouble} also if it takes too long
 */
export async function startBriefly(
	client: Client,
	commandIn: (folder: string) => Command,
	signal: AbortSignal,
	more?: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
	const limit = AbortSignal.timeout(briefMs);
	try {
		const both = AbortSignal.any([signal, limit]);
		return (await start(client, commandIn, both, more)).value;
	} catch (error) {
		if (!limit.aborted || signal.aborted) throw error;
		throw new ModelTrouble('timeout', `${client.program.name} did not end within ${briefMs / 1000} s`);
	}
}

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
function safeEnvironment(
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

/** Empty folders for one run of a client: to run in, for our files, for temporary files, and its home. */
type Scratch = Readonly<Record<'cwd' | 'files' | 'temporary' | 'home', string>>;

/** Creates folders that no other user can read, and removes them after `use`. */
async function withScratch<Value>(
	temporary: string | undefined,
	use: (scratch: Scratch) => Promise<Value>,
): Promise<Value> {
	const parent = temporary !== undefined && isAbsolute(temporary) ? temporary : tmpdir();
	const folder = await mkdtemp(join(await realpath(parent), 'pr-resolve-client-'));
	try {
		const scratch = {
			cwd: join(folder, 'empty'),
			files: join(folder, 'files'),
			temporary: join(folder, 'tmp'),
			home: join(folder, 'home'),
		};
		await Promise.all(Object.values(scratch).map(path => mkdir(path)));
		return await use(scratch);
	} finally {
		await rm(folder, {recursive: true, force: true, maxRetries: 3});
	}
}
