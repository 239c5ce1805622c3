import {randomBytes} from 'node:crypto';
import {Readable, Writable} from 'node:stream';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterAll, vi} from 'vitest';
import type {ParserProcess} from '../../source/worktree/syntax/start-parser.ts';
import {originsIn} from '../emulators/vendor/lead.ts';
import type {Ended} from './child.ts';
import {once} from './once.ts';

type Options = {cwd: string; env: Record<string, string | undefined>};

type StartParser = typeof import('../../source/worktree/syntax/start-parser.ts')['startParser'];

const parsers: ParserProcess[] = [];
const always = new AbortController().signal;
afterAll(() => {
	for (const parser of parsers.splice(0)) parser.end();
});

/** Starts of parsers that use a process again which an earlier run ended well: its start takes longer than the run. */
function kept(startParser: StartParser): StartParser {
	return async start => {
		const used = parsers.pop();
		const parser = used ?? (await startParser({...start, signal: always}));
		if (parser === null) return null;
		if (used?.pid !== undefined) start.onStart(used.pid);
		let isBusy = false;
		let isEnded = false;
		const end = () => {
			if (isEnded) return;
			isEnded = true;
			if (isBusy || !parser.isAlive()) parser.end();
			else parsers.push(parser);
		};
		start.signal.addEventListener('abort', end);
		return {
			...parser,
			isAlive: () => !isEnded && parser.isAlive(),
			ask: async (...question) => {
				isBusy = true;
				const answer = await parser.ask(...question);
				isBusy = false;
				return answer;
			},
			end,
		};
	};
}

const loaded = once(() => {
	vi.doMock('../../source/worktree/syntax/start-parser.ts', async original => {
		const actual = await original<typeof import('../../source/worktree/syntax/start-parser.ts')>();
		return {...actual, startParser: kept(actual.startParser)};
	});
	return import('../../source/commands/main.ts');
});

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
export async function callMain(args: readonly string[], {cwd, env: given}: Options): Promise<Ended> {
	const {main} = await loaded();
	const {NODE_OPTIONS: nodeOptions, ...env} = given;
	const origins = originsIn(nodeOptions);
	if (nodeOptions?.includes(' --import')) throw new Error('What is preloaded needs a process');
	const [stdout, stderr] = [collector(), collector()];
	const code = await main({
		argv: args,
		version: '0.0.0',
		cwd,
		env,
		stdin: Readable.from([]),
		stdout: stdout.stream,
		stderr: stderr.stream,
		now: Date.now,
		sleep: async (ms, signal) => {
			await sleep(ms, undefined, signal ? {signal} : {}).catch(error => {
				throw signal?.reason ?? error;
			});
		},
		randomId: () => randomBytes(3).toString('hex'),
		random: Math.random,
		fetch: (input, init) => {
			const {origin, pathname, search} = new URL(String(input));
			return fetch(origin in origins ? origins[origin] + pathname + search : input, init);
		},
		signal: always,
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
