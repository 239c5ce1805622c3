import {type ExitCode, exitCodes} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {openLog} from '../headless/log.ts';
import {withWriteLimits} from '../run/write-limits/open-write-limits.ts';
import type {Settings} from '../settings/table.ts';
import {unknownVariables} from '../settings/unknown-variables.ts';
import type {Log} from '../system/log-levels.ts';
import type {GitPatience} from '../worktree/git.ts';
import type {Command, Invocation, Io} from './command.ts';
import {variables} from './environment.ts';
import {offerSetup} from './first-run.ts';
import {namingOwners} from './flag-owners.ts';
import {commandHelp, shortHelp} from './help.ts';
import {readInvocation} from './invocation.ts';
import {meantBy} from './other-words.ts';
import {overview} from './overview.ts';
import {isPullRequest} from './pull-request.ts';
import {registry} from './registry.ts';
import {canPrompt, wantsColor} from './terminal.ts';
import {beforeDashes, looksLikeFlag, UnknownFlag} from './tokens.ts';
import {reportTrouble} from './trouble.ts';

/** Runs the command in `io.argv`; returns the exit code. Never throws. */
export async function main(given: Io): Promise<ExitCode> {
	// A pull request alone is for the review, as no command is.
	const isAlone = isPullRequest(given.argv[0]);
	const io = isAlone ? {...given, argv: ['review', ...given.argv]} : given;
	const [first = isForPerson(io) ? 'review' : undefined, ...rest] = io.argv;
	try {
		if (asksForVersion(io.argv)) {
			io.stdout.write(`${io.version}\n`);
			return 0;
		}
		if (asksForHelp(io.argv)) return await showHelp(first === 'help' ? rest : io.argv, io);
		if (first === undefined) {
			io.stderr.write(`${overview()}\n`);
			return exitCodes.usage;
		}
		if (io.argv.length === 0) return await runAlone(io);
		return await runInvocation(first, await load(first), rest, io);
	} catch (error) {
		const isUnseen = isAlone && error instanceof Failure && error.code === 'needs-terminal';
		if (isUnseen) io.stderr.write(`${overview()}\n\n`);
		return reportTrouble(error, io);
	}
}

/** Without a command: the review of the current branch, or the inbox if it has no pull request. */
async function runAlone(io: Io): Promise<ExitCode> {
	if (await offerSetup(io)) {
		const code = await runInvocation('setup', await load('setup'), [], io);
		// Even if setup was not finished, because most findings need no model.
		if (code === exitCodes.interrupted) return code;
	}
	try {
		return await runInvocation('review', await load('review'), [], io);
	} catch (error) {
		if (!(error instanceof Failure) || !withoutPullRequest.includes(error.code)) throw error;
		const {canList} = await import('../run/inbox/inbox.ts');
		if (!(await canList({...io, log: () => {}}))) throw error;
		return await runInvocation('inbox', await load('inbox'), [], io, error.message);
	}
}

/** Failures of a folder or a branch that has no pull request. */
const withoutPullRequest: readonly string[] = ['not-a-repository', 'no-repository', 'no-branch', 'no-pull-request'];

/** Whether a user can see and control the app. */
const isForPerson = ({stdin, stdout}: Io) => stdin.isTTY === true && stdout.isTTY === true;

/** Whether the version is printed instead of a run. `-v` after a command could mean "verbose", so there it is an error. */
export function asksForVersion(argv: readonly string[]): boolean {
	return argv[0] === '-v' || beforeDashes(argv).some(token => token === '--version' || token === '-V');
}

/** Whether help is printed instead of a run. */
export function asksForHelp(argv: readonly string[]): boolean {
	return argv[0] === 'help' || beforeDashes(argv).some(token => token === '--help' || token === '-h');
}

async function showHelp(argv: readonly string[], io: Io): Promise<ExitCode> {
	const name = argv.find(token => !looksLikeFlag(token));
	const isShort = io.argv[0] !== 'help' && !argv.includes('--help');
	const helpOf = isShort ? shortHelp : commandHelp;
	const text = name === undefined ? overview() : helpOf(name, (await load(name)).spec, helpWidth(io));
	io.stdout.write(`${text}\n`);
	return 0;
}

/** Longer in a wide terminal, but not so long that lines are hard to read. */
const helpWidth = ({stdout}: Io) => Math.min(100, Math.max(80, stdout.columns ?? 100));

async function load(name: string): Promise<Command> {
	const entry = registry.get(name);
	if (entry !== undefined) return entry.load();
	if (looksLikeFlag(name)) {
		const message = `Expected a command, got the flag ${name}.`;
		throw new Failure('usage', 'unknown-flag', message, 'Put flags after the command. See: pr-resolve --help');
	}
	const guess = meantBy(name, registry.keys());
	const hint = guess === null ? '' : `Did you mean ${guess}? `;
	throw new Failure('usage', 'unknown-command', `There is no command "${name}".`, `${hint}See: pr-resolve --help`);
}

/** @param because why it runs, if the user did not ask for it */
async function runInvocation(
	name: string,
	command: Command,
	argv: readonly string[],
	io: Io,
	because: string | null = null,
): Promise<ExitCode> {
	const invocation = await readInvocation(name, command, argv, io).catch(async error => {
		throw error instanceof UnknownFlag ? await namingOwners(error) : error;
	});
	const {flags, settings} = invocation;
	const {cwd, env, stderr, now} = io;
	const {logLevel: level, logFile: file} = settings.values;
	const {log, close} = openLog({level, file, stderr, cwd, now});
	try {
		// The command that it replaces has warned already.
		if (because === null) warnOfSettings(name, settings, env, log);
		const color = wantsColor(io, flags.noColor === true);
		const interactive = canPrompt(io, flags.noInput === true);
		const how = {color, interactive, ...(because !== null && {because})};
		const world = {...io, log, gitPatience: gitPatienceOf(settings.values)};
		return await withWriteLimits(settings, world, writeLimits =>
			command.run({...invocation, ...how}, {...world, writeLimits}),
		);
	} catch (error) {
		logTrouble(error, log);
		throw error;
	} finally {
		close();
	}
}

const gitPatienceOf = ({gitLowSpeed, gitLowSpeedTime, signTimeout}: Settings): GitPatience => ({
	lowSpeed: gitLowSpeed,
	lowSpeedSeconds: gitLowSpeedTime,
	signatureMs: signTimeout === 0 ? null : 1000 * signTimeout,
});

function warnOfSettings(name: string, {unread, misnamed}: Invocation['settings'], env: Io['env'], log: Log): void {
	if (unread !== null) log('WARNING', `${unread.message} Your user settings are ignored. ${unread.remedy}`);
	if (misnamed !== null) log('WARNING', `${misnamed} is not read; the settings file of a project is .${misnamed}.`);
	for (const text of unknownVariables(name, env, otherVariables)) log('WARNING', text);
}

const otherVariables = variables.map(({name}) => name).filter(name => name.startsWith('CR_'));

function logTrouble(error: unknown, log: Log): void {
	if (error instanceof Error) log('DEBUG', error.stack ?? error.message);
}
