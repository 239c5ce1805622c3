import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {setTimeout} from 'node:timers/promises';
import type {Program} from '../review-of-files.ts';
import type {HostedClone} from './hosted-clone.ts';

/** When a process is killed; null: it is not. */
export type Death =
	/** At its n-th effect on the world, alone or with all that it has started. */
	| {at: number; isGroup: boolean}
	/** After this time, with all that it has started. */
	| {afterMs: number}
	/** By this signal, once this is so; alone or with all that it has started. */
	| {signal: NodeJS.Signals; when: Promise<unknown>; isGroup: boolean}
	| null;

export type RunEnd = {
	/** Null if it was killed. */
	code: number | null;
	/** Its JSON document; null if it was killed. */
	json: Report | null;
	stderr: string;
	/** How many effects it had; null if it was killed. */
	effects: number | null;
};

/** What the trials read of any `--json`. */
export type Report = {
	error?: {code: string; message: string};
	stops?: {code: string; message: string}[];
	warnings?: {kind: string; text: string}[];
	run?: {id: string} | null;
	findings?: {source: {commentId?: string}; changes: string[]}[];
};

const preloads = ['no-waits.mjs', 'kill-at-effect.mjs'].map(name => `--import=${join(import.meta.dirname, name)}`);

/** Runs the program until it ends or dies, and waits until nothing of its process group is left. */
export async function runUntil(
	death: Death,
	{root, env, folder}: Pick<HostedClone, 'root' | 'env' | 'folder'>,
	{node, cli}: Program,
	args: readonly string[],
): Promise<RunEnd> {
	const count = join(folder, 'effects');
	const at = death && 'at' in death ? String(death.at) : '0';
	const child = spawn(node, [cli, ...args], {
		cwd: root,
		env: {KILL_UNDER: root, ...env, NODE_OPTIONS: preloads.join(' '), KILL_AT: at, KILL_COUNT: count},
		stdio: ['ignore', 'pipe', 'pipe'],
		// Its own process group.
		detached: true,
	});
	const killGroup = () => signalGroup(child.pid!, 'SIGKILL');
	const timer = death && 'afterMs' in death ? globalThis.setTimeout(killGroup, death.afterMs) : undefined;
	if (death && 'signal' in death) {
		const {signal, when, isGroup} = death;
		void when.then(() => (isGroup ? signalGroup(child.pid!, signal) : child.kill(signal)));
	}
	const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
	clearTimeout(timer);
	if (code === null && death && 'isGroup' in death && death.isGroup) killGroup();
	while (signalGroup(child.pid!, 0)) await setTimeout(5);
	if (code === null) return {code, json: null, stderr, effects: null};
	return {
		code,
		json: stdout === '' ? null : (JSON.parse(stdout) as Report),
		stderr,
		effects: existsSync(count) ? Number(readFileSync(count, 'utf8')) : null,
	};
}

/** Whether the group still has a process. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-pid, signal);
	} catch {
		return false;
	}
}
