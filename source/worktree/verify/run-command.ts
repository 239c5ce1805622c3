import {randomUUID} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {platform} from 'node:os';
import type {TrialVerdict} from '../../resolve/verification.ts';
import {openCapture} from './capture.ts';
import {keepFiles} from './runner-files.ts';

/** Time for a command to end after SIGTERM, before SIGKILL. */
const graceMs = 5000;
/** Time for what a command has left behind to end by itself and to close its output. */
const restMs = 500;

/** How a run of a command ended. */
export type CommandEnd = {
	/** Null if a signal ended it. */
	exitCode: number | null;
	signal: string | null;
	isTimeout: boolean;
	ms: number;
	/** The end of its output, at most 64 KiB; untrusted. */
	tail: string;
	/** Absolute path of a file with its output. */
	log: string;
};

/** git bisect's exit code for "cannot be tested". */
const untestable = 125;
/** Of a shell: found but not executable, and not found. */
const unstartable: readonly (number | null)[] = [126, 127];

/** A shell's exit code for a command that a signal ended: 128 and its number. */
const isOfSignal = (exitCode: number) => exitCode > 128 && exitCode <= 128 + 64;

export function verdictOf({exitCode, isTimeout}: Pick<CommandEnd, 'exitCode' | 'isTimeout'>): TrialVerdict {
	if (isTimeout || exitCode === null || exitCode === untestable || isOfSignal(exitCode)) return 'unknown';
	if (exitCode === 0) return 'passed';
	return unstartable.includes(exitCode) ? 'cannot-run' : 'failed';
}

export type CommandWorld = {
	cwd: string;
	env: Record<string, string>;
	/** Absolute paths of files that have their contents again when it has ended. */
	keptFiles: readonly string[];
	/** Absolute path of a new file for its output. */
	log: string;
	timeoutMs: number;
	signal: AbortSignal;
	/** `$0`, `$1`, ... of the shell. */
	args?: readonly string[];
	/** Its stdin; none by default. */
	input?: string;
	/** Called when it has written more; reads the end of its output, as `tail`. */
	onOutput?: (tail: () => string) => void;
};

/**
 * Runs a command of the user by `/bin/sh -c`, in a process group of its own. However it ends, no process of the group
 * outlives the call, nor on Linux one that left the group; and the call does not wait for those to end by themselves.
 *
 * @throws the signal's reason, once the command has ended; an `Error` with a `code` if no shell can be started
 */
export async function runCommand(
	command: string,
	{cwd, env, keptFiles, log, timeoutMs, signal, args = [], input, onOutput = () => {}}: CommandWorld,
): Promise<CommandEnd> {
	signal.throwIfAborted();
	const {execa} = await import('execa');
	const putBack = await keepFiles(keptFiles);
	const capture = await openCapture(log);
	const timers: NodeJS.Timeout[] = [];
	const after = (ms: number, act: () => unknown) => timers.push(setTimeout(act, ms));
	const start = performance.now();
	const mark = randomUUID();
	let isTimeout = false;
	let stop = () => {};
	const onAbort = () => stop();
	signal.addEventListener('abort', onAbort);
	try {
		signal.throwIfAborted();
		const child = execa('/bin/sh', ['-c', command, ...args], {
			cwd,
			env: {...env, [markName]: mark},
			extendEnv: false,
			...(input === undefined ? {stdin: 'ignore'} : {input}),
			buffer: false,
			reject: false,
			killDescendants: true,
			// For the end of this process: then there is no time for anything else.
			killSignal: 'SIGKILL',
		});
		const streams = [child.stdout, child.stderr];
		for (const stream of streams) {
			stream.on('data', (chunk: Buffer) => {
				capture.add(chunk);
				onOutput(capture.tail);
			});
		}
		const kill = () => child.kill('SIGKILL');
		stop = () => {
			child.kill('SIGTERM');
			after(graceMs, kill);
		};
		after(timeoutMs, () => {
			isTimeout = true;
			stop();
		});
		child.nodeChildProcess.once('exit', () => {
			after(restMs, kill);
			// A process that left the group can hold the streams open forever.
			after(2 * restMs, () => streams.map(stream => stream.destroy()));
		});
		const {exitCode = null, signal: ended = null, cause} = await child;
		kill();
		signal.throwIfAborted();
		if (exitCode === null && ended === null) throw cause;
		const ms = performance.now() - start;
		return {exitCode, signal: ended, isTimeout, ms, tail: capture.tail(), log};
	} finally {
		signal.removeEventListener('abort', onAbort);
		for (const timer of timers) clearTimeout(timer);
		await endMarked(mark);
		await putBack();
		await capture.close();
	}
}

/** The variable of a command that all its children inherit, also those that leave its process group. */
const markName = 'PR_RESOLVE_COMMAND';

/** Times that processes are looked for: one can start another while it is ended. */
const mostRounds = 50;

/** Ends all processes of the user with this mark in their environment. Only Linux shows it; elsewhere nothing happens. */
async function endMarked(mark: string): Promise<void> {
	if (platform() !== 'linux') return;
	for (let round = 0; round < mostRounds; round += 1) {
		const pids = await markedProcesses(mark);
		if (pids.length === 0) return;
		const {execa} = await import('execa');
		await execa('/bin/sh', ['-c', 'kill -KILL "$@"', 'sh', ...pids], {reject: false, stdio: 'ignore'});
	}
}

/** Their ids. Those that have ended, and those of other users, have no environment to read. */
async function markedProcesses(mark: string): Promise<string[]> {
	const entry = Buffer.from(`${markName}=${mark}\0`);
	const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
	const marked = await Promise.all(
		pids.map(async pid => (await readFile(`/proc/${pid}/environ`).catch(() => Buffer.alloc(0))).includes(entry)),
	);
	return pids.filter((_, index) => marked[index]);
}
