import {randomBytes} from 'node:crypto';
import {Readable, Writable} from 'node:stream';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Io} from '../../source/commands/command.ts';
import {main} from '../../source/commands/main.ts';
import {openParsers, type Parsers} from '../../source/worktree/syntax/parsers.ts';
import {originsIn} from '../emulators/vendor/lead.ts';
import type {Ended} from './child.ts';

export type CallOptions = {
	cwd: string;
	env: Record<string, string | undefined>;
	/** Default: that of the machine. */
	clock?: Pick<Io, 'now' | 'sleep'>;
	signal?: AbortSignal;
	/** Default: those of all tests, which end with the process of the test. */
	parsers?: Parsers;
	/** Default: the command in the arguments. */
	program?: (io: Io) => Promise<number>;
};

const machineClock: NonNullable<CallOptions['clock']> = {
	now: Date.now,
	sleep: async (ms, signal) => {
		await sleep(ms, undefined, signal ? {signal} : {}).catch(error => {
			throw signal?.reason ?? error;
		});
	},
};

const always = new AbortController().signal;

/** Starting a parser takes longer than most runs. */
const sharedParsers = openParsers({signal: always, timeoutMs: 30_000, onStart: () => {}});

/** A stream that is no terminal, and what was written to it. */
function collector() {
	const chunks: Buffer[] = [];
	const stream = new Writable({
		write: (chunk, _, done) => {
			chunks.push(chunk);
			done();
		},
	});
	return {stream, text: () => Buffer.concat(chunks).toString()};
}

/**
 * Runs the program's source in the process of the test, without a terminal: everything but the start and the end of a
 * process, at a fraction of its time.
 */
export async function callMain(args: readonly string[], options: CallOptions): Promise<Ended> {
	const {cwd, env: given, clock = machineClock, signal = always, parsers = sharedParsers, program = main} = options;
	const {NODE_OPTIONS: nodeOptions, ...env} = given;
	const origins = originsIn(nodeOptions);
	if (nodeOptions?.includes(' --import')) throw new Error('What is preloaded needs a process');
	const [stdout, stderr] = [collector(), collector()];
	const code = await program({
		argv: args,
		version: '0.0.0',
		cwd,
		env,
		stdin: Readable.from([]),
		stdout: stdout.stream,
		stderr: stderr.stream,
		...clock,
		randomId: () => randomBytes(3).toString('hex'),
		random: Math.random,
		fetch: (input, init) => {
			const {origin, pathname, search} = new URL(String(input));
			return fetch(origin in origins ? origins[origin] + pathname + search : input, init);
		},
		signal,
		parsers,
		pid: process.pid,
		isAlive: pid => {
			try {
				return process.kill(pid, 0);
			} catch {
				return false;
			}
		},
	});
	return {
		code,
		stdout: stdout.text(),
		stderr: stderr.text(),
		get json() {
			return JSON.parse(stdout.text());
		},
	};
}
