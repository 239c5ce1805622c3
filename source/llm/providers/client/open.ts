import {plainStart} from '../../../text/one-line.ts';
import {run} from '../../../way.ts';
import {failed, ok, warning} from '../checks.ts';
import type {ModelService, ProviderCheck, ProviderOptions} from '../provider.ts';
import {clientDefaultModel} from '../tier.ts';
import {ModelTrouble} from '../trouble.ts';
import {diagnose, meteredLogin, missingProgram, notStarted} from './diagnosis.ts';
import {safeEnvironment} from './environment.ts';
import {findProgram} from './find.ts';
import {type Lent, ownHome, type Revealed, type Unreturned, withHome} from './home.ts';
import type {ClientProgram, Command, Login, ProgramResult} from './program.ts';
import {loadExeca, runClient} from './run.ts';
import {withScratch} from './scratch.ts';

/** Time limit for version and login checks. Some clients unpack themselves on their first start. */
const statusMs = 60_000;

/** Variables and arguments to run a client against an address on this machine, without a login. */
export type ClientTrial = {env: Readonly<Record<string, string>>; args: readonly string[]};

export type ClientServiceOptions = {
	program: ClientProgram;
	/** Alternatives, named in the message if none is installed. */
	others?: readonly ClientProgram[];
	trial?: ClientTrial | null;
};

/** A subscription, through its client. Nothing is started before the first question or check. */
export function openClientService(
	{program, others = [], trial = null}: ClientServiceOptions,
	{model, effort, env, now = Date.now}: ProviderOptions,
): ModelService {
	const choice = {model: model === clientDefaultModel ? null : model, effort};
	const world = {env, trial, candidates: [program, ...others]};
	let lost: ProviderCheck | null = null;
	let isLossTold = false;
	let isLoggedIn = trial !== null || program.status.isSlow;
	return {
		model,
		effort,
		address: program.name,
		isLocal: false,
		isMetered: false,
		load: loadExeca,
		sizeOf: request =>
			Buffer.byteLength(program.inputOf(request)) +
			Buffer.byteLength(JSON.stringify(request.schema)) +
			program.overheadBytes,
		async ask(request, signal) {
			if (!isLoggedIn) {
				subscriptionOf(program, await loginOf(program, world, signal));
				isLoggedIn = true;
			}
			const {value: ended, unreturned} = await start(
				program,
				folder => program.ask(request, choice, folder),
				world,
				signal,
			);
			lost ??= lostLogin(program, unreturned);
			const reading = program.read(ended, choice);
			const {stoppedBy} = ended;
			const dead = (kind: 'protocol' | 'cut-off', said: string, isUnread = false) =>
				diagnose(program, {kind, said, spent: 'unknown', isUnread}, {model, now: now()});
			if (stoppedBy === 'flood') throw dead('protocol', 'its output is too long', true);
			if ('reply' in reading) return reading.reply;
			if (stoppedBy !== null && stoppedBy !== 'enough') throw dead('cut-off', stoppedBy);
			throw diagnose(program, reading.symptom, {model, now: now()});
		},
		check: signal => checkClient(program, world, signal),
		async checkAnswered() {
			if (isLossTold) return null;
			isLossTold = lost !== null;
			return lost;
		},
	};
}

/** The warning that a renewed login could not be saved in the user's home; null if there is none. */
function lostLogin({name, login}: ClientProgram, [first]: readonly Unreturned[]): ProviderCheck | null {
	if (!first) return null;
	const why = (first.cause as NodeJS.ErrnoException).code ?? String(first.cause);
	return warning(
		'login',
		`${name} renewed its login, but ${first.file} could not be updated (${why})`,
		`Make ${first.file} and its folder writable, then log in again with: ${login}`,
		[run(login)],
	);
}

type World = {env: ProviderOptions['env']; trial: ClientTrial | null; candidates: readonly ClientProgram[]};

/** Runs the program once in an empty folder. */
async function start(
	program: ClientProgram,
	commandIn: (folder: string) => Command,
	{env, trial, candidates}: World,
	signal: AbortSignal,
	more: Readonly<Record<string, string>> = {},
): Promise<Lent<ProgramResult>> {
	signal.throwIfAborted();
	const file = await findProgram(program.name, env.PATH);
	if (file === null) throw missingProgram(candidates);
	try {
		return await withScratch(env.TMPDIR, scratch =>
			withHome(program.home, env, scratch.home, home => {
				const command = commandIn(scratch.files);
				const own = {...program.env, ...more, ...trial?.env, ...home, TMPDIR: scratch.temporary};
				return runClient(
					file,
					{...command, args: [...command.args, ...(trial?.args ?? [])]},
					{cwd: scratch.cwd, env: safeEnvironment(env, program.loginVariables, own), signal},
				);
			}),
		);
	} catch (cause) {
		signal.throwIfAborted();
		throw notStarted(program, cause);
	}
}

/**
 * Checks whether a client is logged in, as far as it can tell without the network.
 * @throws {ModelTrouble} if it is not installed or takes too long; the signal's reason
 */
export async function loginOf(program: ClientProgram, world: World, signal: AbortSignal): Promise<Login> {
	const {command, env, read} = program.status;
	return read(await startBriefly(program, command, world, signal, env));
}

async function startBriefly(
	program: ClientProgram,
	command: Command,
	world: World,
	signal: AbortSignal,
	more?: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
	const limit = AbortSignal.timeout(statusMs);
	try {
		const both = AbortSignal.any([signal, limit]);
		return (await start(program, () => command, {...world, trial: null}, both, more)).value;
	} catch (error) {
		if (!limit.aborted || signal.aborted) throw error;
		throw new ModelTrouble('timeout', `${program.name} ${command.args.join(' ')} did not finish in time`);
	}
}

/**
 * The subscription of a login; null if the client does not name it.
 * @throws {ModelTrouble} if it is not logged in, or with an API key
 */
function subscriptionOf(program: ClientProgram, login: Login): string | null {
	if (login.state === 'metered') throw meteredLogin(program, login.detail);
	if (login.state === 'in') return login.subscription;
	throw diagnose(program, {kind: 'authentication', said: login.said});
}

async function* checkClient(
	program: ClientProgram,
	world: World,
	signal: AbortSignal,
): AsyncGenerator<ProviderCheck, void> {
	let name = 'program';
	try {
		const {stdout, stderr, exitCode} = await startBriefly(program, {args: ['--version'], input: ''}, world, signal);
		const version = exitCode === 0 ? /\d+\.\d+\.\d+(?:-[\w.]*\w)?/.exec(plainStart(stdout))?.[0] : undefined;
		if (version === undefined) {
			throw diagnose(program, {kind: 'not-installed', said: stderr || stdout});
		}
		yield ok(name, `${program.name} ${version}`);
		name = 'login';
		const login = await loginOf(program, world, signal);
		if (login.state === 'metered') name = 'subscription';
		const subscription = subscriptionOf(program, login);
		yield ok(name, login.state === 'in' ? login.detail : '');
		if (subscription !== null) yield ok('subscription', subscription);
		const revealed = await revealedBy(program, world.env);
		if (revealed) yield warning('instructions', revealed.detail, revealed.remedy);
	} catch (trouble) {
		if (!(trouble instanceof ModelTrouble)) throw trouble;
		yield failed(name, trouble);
	}
}

/** The user's own files that become part of every question; null if there are none. */
async function revealedBy({home}: ClientProgram, env: World['env']): Promise<Revealed | null> {
	const own = home ? ownHome(home, env) : null;
	if (own === null || (await home!.furnish(own)) !== null) return null;
	return (await home!.reveals?.(own)) ?? null;
}
