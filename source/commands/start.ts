import {randomBytes} from 'node:crypto';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {type ExitCode, exitCodes, worstExitCode} from '../exit-code.ts';
import {Failure} from '../failure.ts';
import {interruption} from '../headless/prompt.ts';
import {systemCode} from '../system/errors.ts';
import {openWaits} from '../system/waits.ts';
import type {Io} from './command.ts';
import {main} from './main.ts';
import {watchStreams} from './streams.ts';
import {reportTrouble} from './trouble.ts';

type Start = {
	/** What its screens show about the services. */
	banner?: string;
	/** What to run. Default: the command in the arguments. */
	program?: (io: Io) => Promise<ExitCode>;
};

/** Runs the program in this process and ends it. */
export async function start(version: string, {banner, program = main}: Start = {}): Promise<never> {
	const controller = new AbortController();
	const interrupt = (signal: NodeJS.Signals) => {
		if (!controller.signal.aborted) controller.abort(interruption(signal));
		// A closing terminal sends several signals, and no user is pressing Ctrl-C again.
		else if (signal !== 'SIGHUP') process.exit(exitCodes.interrupted);
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt);
	const unwritten = watchStreams(process, () => interrupt('SIGHUP'));
	const {stdout, stderr} = process;
	const outside = {argv: process.argv.slice(2), signal: controller.signal, stdout, stderr};
	process.on('uncaughtException', error => process.exit(reportTrouble(error, outside)));
	const io = {...ioOf(version), ...outside, ...(banner !== undefined && {banner})};
	const code = await program(io);
	await flushed(process.stdout);
	const lost = unwritten();
	if (lost) process.stderr.write(`pr-resolve: ${lost.message}\n${lost.remedy}\n`);
	await flushed(process.stderr);
	process.exit(worstExitCode(lost ? [code, lost.exitCode] : [code]));
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
	return new Promise(resolve => stream.write('', () => resolve()));
}

function ioOf(version: string): Omit<Io, 'argv' | 'signal' | 'stdout' | 'stderr'> {
	return {
		version,
		cwd: currentFolder(),
		env: process.env,
		stdin: process.stdin,
		now: Date.now,
		// Whole, as timers count: they would end before a fraction does.
		tick: () => Math.trunc(performance.now()),
		sleep: async (ms, signal) => {
			await setTimeout(ms, undefined, signal === undefined ? {} : {signal}).catch(error => {
				throw signal?.reason ?? error;
			});
		},
		randomId: () => randomBytes(3).toString('hex'),
		random: Math.random,
		fetch: globalThis.fetch,
		waits: openWaits({now: () => performance.now(), every}),
		pid: process.pid,
		isAlive,
	};
}

/** It does not keep the process alive. */
function every(ms: number, act: () => void): () => void {
	const timer = setInterval(act, ms);
	timer.unref();
	return () => clearInterval(timer);
}

function currentFolder(): string {
	try {
		return process.cwd();
	} catch (error) {
		if (systemCode(error) !== 'ENOENT') throw error;
		const message = 'The folder that you are in does not exist any more.';
		throw new Failure('usage', 'no-folder', message, 'Change to another folder, such as with: cd ~', {cause: error});
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// Another user's process cannot be signaled, but it exists.
		return systemCode(error) === 'EPERM';
	}
}
