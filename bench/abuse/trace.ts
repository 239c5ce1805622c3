import {fork, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {setTimeout as delay} from 'node:timers/promises';
import type {CommandEnd, Program} from './review-of-files.ts';

/** A system call that should fail: the `nth` one of its name, counted from 1. */
export type Fault = {call: string; error: string; nth: number};

/** A system call as strace prints it: `rename("/a", "/b") = 0`. */
export type Call = {name: string; line: string};

/** Why system calls cannot fail on this machine; null if they can. */
export function whyNoTracing(): string | null {
	if (process.platform !== 'linux') return 'strace is for Linux';
	const [major, minor] = process.versions.uv.split('.').map(Number);
	if (major === 1 && minor! < 50) return `libuv ${process.versions.uv} of this Node does not name the thread for files`;
	// Attaching to a running process requires more permissions than starting one.
	const waiting = spawn('sleep', ['1'], {stdio: 'ignore'});
	const args = ['-qq', '-o', '/dev/null', '-e', 'inject=rename:error=EIO:when=1', '-p', `${waiting.pid}`];
	const {error, status, stderr} = spawnSync('strace', args, {encoding: 'utf8'});
	if (error) return 'strace is not installed';
	return status === 0 ? null : `strace may not attach to a process here: ${stderr.trim()}`;
}

/**
 * Runs a command in a working tree and returns the system calls with these names, in order, of the one thread that works
 * on files. Node's start and git are in other threads and processes.
 */
export async function runTraced(
	cwd: string,
	{node, cli, env}: Program,
	args: readonly string[],
	names: readonly string[],
	fault: Fault | null,
): Promise<CommandEnd & {calls: Call[]}> {
	const child = fork(cli, args, {
		cwd,
		execPath: node,
		execArgv: ['--import', join(import.meta.dirname, 'wait-for-tracer.mjs')],
		env: {...env, UV_THREADPOOL_SIZE: '1'},
		stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
		timeout: 240_000,
		killSignal: 'SIGKILL',
	});
	const printed = text(child.stdout!);
	const ended = once(child, 'exit');
	await Promise.race([once(child, 'message'), ended.then(failToStart)]);
	const log = join(env.HOME!, 'tmp', `strace-${child.pid}`);
	const traced = ['-qq', '-y', '-s', '4096', '-o', log, '-p', threadForFiles(child.pid!)];
	const selected = ['-e', `trace=${names.map(name => `?${name}`).join(',')}`];
	const failing = fault ? ['-e', `inject=${fault.call}:error=${fault.error}:when=${fault.nth}`] : [];
	const tracer = spawn('strace', [...traced, ...selected, ...failing], {stdio: 'ignore'});
	const detached = once(tracer, 'exit');
	try {
		await attached(child.pid!, tracer.pid!);
		child.send('attached');
		const [exitCode] = (await ended) as [number | null];
		await detached;
		return {exitCode, printed: await printed, calls: callsIn(readFileSync(log, 'utf8'))};
	} finally {
		child.kill('SIGKILL');
		tracer.kill('SIGKILL');
	}
}

function failToStart(): never {
	throw new Error('The program ended before a tracer could attach to it.');
}

const tasksOf = (pid: number) => readdirSync(`/proc/${pid}/task`);
const read = (pid: number, task: string, what: string) => readFileSync(`/proc/${pid}/task/${task}/${what}`, 'utf8');

/** The one thread of libuv's pool, which does all work of `node:fs/promises`. */
function threadForFiles(pid: number): string {
	const thread = tasksOf(pid).find(task => read(pid, task, 'comm').trim() === 'libuv-worker');
	if (thread === undefined) throw new Error('Node has no thread of its own for files.');
	return thread;
}

/** Waits until this tracer has a thread of the process. @throws {Error} if that does not happen */
async function attached(pid: number, tracer: number): Promise<void> {
	const pattern = new RegExp(`^TracerPid:\\s*${tracer}$`, 'm');
	const end = performance.now() + 60_000;
	while (!tasksOf(pid).some(task => pattern.test(read(pid, task, 'status')))) {
		if (performance.now() > end) throw new Error('strace did not attach within a minute.');
		await delay(2);
	}
}

function callsIn(log: string): Call[] {
	return log.split('\n').flatMap(line => {
		const name = /^(\w+)\(/.exec(line)?.[1];
		return name === undefined ? [] : {name, line};
	});
}
