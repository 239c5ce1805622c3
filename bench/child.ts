import {execFile, spawnSync} from 'node:child_process';
import type {Environment} from './isolation.ts';

const largestOutput = 64 * 1024 ** 2;

type Where = {cwd: string; env: Environment};

/** Runs a program to its end and returns what it prints. @throws {Error} if its exit code is not 0 */
export function runSync(command: string, args: readonly string[], {cwd, env}: Where): string {
	const {status, signal, error, stdout, stderr} = spawnSync(command, args, {
		cwd,
		env,
		encoding: 'utf8',
		maxBuffer: largestOutput,
	});
	if (status === 0) return stdout;
	throw new Error(`${command} ${args[0]} ended with ${error?.message ?? status ?? signal}: ${stderr}`);
}

export type ChildEnd = {
	/** Null if a signal ended it or there is no such program. */
	exitCode: number | null;
	/** Whether it was killed because it took too long or printed too much. */
	killed: boolean;
	stdout: Buffer;
	stderr: Buffer;
};

/**
 * Runs a program with this input, and kills it after `timeoutMs`.
 * @throws the signal's reason if it aborts first
 */
export async function runChild(
	command: string,
	args: readonly string[],
	{cwd, env, signal, timeoutMs, input}: Where & {signal: AbortSignal; timeoutMs: number; input?: Buffer},
): Promise<ChildEnd> {
	signal.throwIfAborted();
	const output = Promise.withResolvers<{stdout: Buffer; stderr: Buffer}>();
	const options = {cwd, env, signal, timeout: timeoutMs, maxBuffer: largestOutput, encoding: 'buffer'} as const;
	const child = execFile(command, args, {...options, killSignal: 'SIGKILL'}, (_, stdout, stderr) =>
		output.resolve({stdout, stderr}),
	);
	// A program that does not read its input closes it; its exit code shows the rest.
	child.stdin?.on('error', () => undefined);
	child.stdin?.end(input);
	const printed = await output.promise;
	signal.throwIfAborted();
	return {exitCode: child.exitCode, killed: child.killed, ...printed};
}
