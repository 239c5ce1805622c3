import type {Environment} from '../system/environment.ts';

export type ProgramEnd = {code: number; stdout: Buffer; stderr: string};

/** How long a program may take, in milliseconds, and what stands for its stderr if it takes longer. */
export type TimeLimit = {ms: number; said: string};

type LimitedWorld = {env: Environment; input: Buffer | string | undefined; signal: AbortSignal};

/**
 * Runs a program without a terminal. After its time, or an abort, it is ended with all that it has started: a program that
 * waits for an answer of a person would stay for ever. Rejects as `spawn` does, and with an abort.
 */
export async function runWithin(
	{ms, said}: TimeLimit,
	file: string,
	args: readonly string[],
	{env, input, signal}: LimitedWorld,
): Promise<ProgramEnd> {
	const {execa} = await import('execa');
	const ended = await execa(file, [...args], {
		...{env: definedIn(env), extendEnv: false, encoding: 'buffer', stripFinalNewline: false, reject: false},
		...(input === undefined ? {stdin: 'ignore'} : {input}),
		...{timeout: ms, killSignal: 'SIGKILL', killDescendants: true, cancelSignal: signal},
	});
	if (ended.timedOut) return {code: 128, stdout: Buffer.alloc(0), stderr: said};
	if (signal.aborted || (ended.exitCode === undefined && ended.signal === undefined)) throw ended.cause ?? ended;
	return {
		code: ended.exitCode ?? 128,
		stdout: Buffer.from(ended.stdout),
		stderr: Buffer.from(ended.stderr).toString().trim(),
	};
}

const definedIn = (env: Environment): Record<string, string> =>
	Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
