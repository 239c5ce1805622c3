import {readFile, stat, writeFile} from 'node:fs/promises';
import type {Command, ProgramResult} from './program.ts';
import {onLines} from './records.ts';

/** Far more than an echo of a long prompt and an event for each piece of the answer. */
const maximumCharacters = {stdout: 16_777_216, stderr: 2_097_152};
const maximumOutputBytes = 1_048_576;

/** Time for a client to end after SIGTERM, and for its streams to close after its end. */
const exitGraceMs = 500;

export const loadExeca = () => import('execa');

/**
 * Runs a client to its end in its own process group. However it ends, no process of the group outlives the call, and
 * the call waits for nothing outside the group.
 *
 * @throws the signal's reason; an `Error` with a `code` if the program cannot be started
 */
export async function runClient(
	file: string,
	{args, input, files = {}, outputFile, isEnough}: Command,
	{cwd, env, signal}: {cwd: string; env: Record<string, string>; signal: AbortSignal},
): Promise<ProgramResult> {
	for (const [path, text] of Object.entries(files)) await writeFile(path, text);
	const {execa} = await loadExeca();
	signal.throwIfAborted();
	const child = execa(file, args, {
		cwd,
		env,
		extendEnv: false,
		input,
		reject: false,
		stripFinalNewline: false,
		maxBuffer: maximumCharacters,
		cancelSignal: signal,
		killDescendants: true,
		forceKillAfterDelay: exitGraceMs,
	});
	// A process that left the group can hold the streams open forever.
	const {nodeChildProcess, stdout, stderr} = child;
	const letGo = () => [stdout, stderr].map(stream => stream.destroy());
	nodeChildProcess.once('exit', () => setTimeout(letGo, exitGraceMs).unref());
	let isStopped = false;
	if (isEnough) {
		for (const name of ['stdout', 'stderr'] as const) {
			onLines(child[name], line => {
				if (isStopped || !isEnough(line, name)) return;
				isStopped = true;
				child.kill();
			});
		}
	}
	const result = await child;
	// Ends processes that the client started and did not end.
	child.kill('SIGKILL');
	signal.throwIfAborted();
	if (result.exitCode === undefined && result.signal === undefined && !result.isMaxBuffer) {
		throw result.cause ?? new Error(result.shortMessage);
	}
	return {
		stdout: result.stdout,
		stderr: result.stderr,
		exitCode: result.exitCode ?? null,
		stoppedBy: isStopped ? 'enough' : result.isMaxBuffer ? 'flood' : (result.signal ?? null),
		output: outputFile === undefined ? null : await readSmall(outputFile),
	};
}

async function readSmall(path: string): Promise<string | null> {
	try {
		return (await stat(path)).size <= maximumOutputBytes ? await readFile(path, 'utf8') : null;
	} catch {
		return null;
	}
}
