import type {ProviderOptions} from '../provider.ts';
import {ModelTrouble} from '../trouble.ts';
import {missingProgram, notStarted} from './diagnosis.ts';
import {safeEnvironment} from './environment.ts';
import {findProgram} from './find.ts';
import {type Lent, withHome} from './home.ts';
import type {ClientProgram, Command, ProgramResult} from './program.ts';
import {runClient} from './run.ts';
import {withScratch} from './scratch.ts';

/** Time limit for checks. Some clients unpack themselves on their first start. */
const briefMs = 60_000;

/** Variables and arguments to run a client against an address on this machine, without a login. */
export type ClientTrial = {env: Readonly<Record<string, string>>; args: readonly string[]};

export type ClientWorld = {
	env: ProviderOptions['env'];
	trial: ClientTrial | null;
	/** The programs to name if none is installed. */
	candidates: readonly ClientProgram[];
};

/**
 * Runs the program once in an empty folder.
 * @throws {ModelTrouble} if it is missing or cannot be started; the signal's reason
 */
export async function start(
	program: ClientProgram,
	commandIn: (folder: string) => Command,
	{env, trial, candidates}: ClientWorld,
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
 * The same for a check: without a trial, and not for long.
 * @throws {ModelTrouble} also if it takes too long
 */
export async function startBriefly(
	program: ClientProgram,
	commandIn: (folder: string) => Command,
	world: ClientWorld,
	signal: AbortSignal,
	more?: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
	const limit = AbortSignal.timeout(briefMs);
	try {
		const both = AbortSignal.any([signal, limit]);
		return (await start(program, commandIn, {...world, trial: null}, both, more)).value;
	} catch (error) {
		if (!limit.aborted || signal.aborted) throw error;
		throw new ModelTrouble('timeout', `${program.name} did not end within ${briefMs / 1000} s`);
	}
}
