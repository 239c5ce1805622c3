import {randomBytes} from 'node:crypto';
import process from 'node:process';
import {setTimeout} from 'node:timers/promises';
import {exitCodes} from '../exit-code.ts';
import {interruption} from '../headless/interruption.ts';
import type {Io} from './command.ts';
import {main} from './main.ts';
import {reportTrouble} from './trouble.ts';

/** Runs the program in this process and ends it. @param banner what its screens say of the services behind them */
export async function start(version: string, banner?: string): Promise<never> {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) {
		process.on(name, () => {
			if (controller.signal.aborted) process.exit(exitCodes.interrupted);
			controller.abort(interruption(name));
		});
	}
	const io = {...ioOf(version, controller.signal), ...(banner !== undefined && {banner})};
	process.on('uncaughtException', error => process.exit(reportTrouble(error, io)));
	for (const stream of [process.stdout, process.stderr]) {
		stream.on('error', (error: NodeJS.ErrnoException) => {
			// The reader of a pipe has seen enough; the command goes on to its end, so that nothing is left half-done.
			if (error.code !== 'EPIPE') throw error;
		});
	}
	const code = await main(io);
	await Promise.all([process.stdout, process.stderr].map(flushed));
	process.exit(code);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
	return new Promise(resolve => stream.write('', () => resolve()));
}

function ioOf(version: string, signal: AbortSignal): Io {
	return {
		argv: process.argv.slice(2),
		version,
		cwd: process.cwd(),
		env: process.env,
		stdin: process.stdin,
		stdout: process.stdout,
		stderr: process.stderr,
		now: Date.now,
		sleep: async (ms, signal) => {
			await setTimeout(ms, undefined, signal === undefined ? {} : {signal}).catch(error => {
				throw signal?.reason ?? error;
			});
		},
		randomId: () => randomBytes(3).toString('hex'),
		random: Math.random,
		fetch: globalThis.fetch,
		signal,
		pid: process.pid,
		isAlive,
	};
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// The process of another user cannot be signalled, but it is there.
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
