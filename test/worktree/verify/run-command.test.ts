import {existsSync, lstatSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {platform} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {runCommand, verdictOf} from '../../../source/worktree/verify/run-command.ts';
import {newFolder} from '../../helpers/folders.ts';
import {isRunning} from '../../helpers/is-running.ts';

type Options = {keptFiles?: string[]; timeoutMs?: number; signal?: AbortSignal; env?: Record<string, string>};

const never = new AbortController().signal;

function start(command: string, {keptFiles = [], timeoutMs = 60_000, signal = never, env = {}}: Options = {}) {
	const cwd = newFolder();
	const log = join(cwd, 'verify-1.log');
	const run = runCommand(command, {
		cwd,
		env: {PATH: process.env.PATH!, ...env},
		keptFiles,
		log,
		timeoutMs,
		signal,
	});
	return {cwd, log, run, pidIn: (name: string) => Number(readFileSync(join(cwd, name), 'utf8'))};
}

test.each([
	['true', 'passed'],
	['exit 3', 'failed'],
	['exit 255', 'failed'],
	['exit 125', 'unknown'],
	['exit 137', 'unknown'],
	['kill -9 $$', 'unknown'],
	['/etc/passwd', 'cannot-run'],
	['no-such-program', 'cannot-run'],
])('%s is %s', async (command, verdict) => {
	expect(verdictOf(await start(command).run)).toBe(verdict);
});

test('a command has no input, and both outputs are kept in the log and at its end', async () => {
	const {run, log} = start('cat; echo to stdout; echo to stderr >&2; exit 7');
	const {exitCode, signal, isTimeout, tail} = await run;
	expect([exitCode, signal, isTimeout]).toEqual([7, null, false]);
	expect(tail.split('\n').sort()).toEqual(['', 'to stderr', 'to stdout']);
	expect(readFileSync(log, 'utf8')).toBe(tail);
	expect(statSync(log).mode & 0o777).toBe(0o600);
});

test('of 100 MB of output, the log has the first 10 MiB, and memory the last 64 KiB', async () => {
	const {run, log} = start("printf 'the start '; head -c 100000000 /dev/zero | tr '\\0' 'x'; printf ' the end'");
	const {exitCode, tail} = await run;
	expect([exitCode, tail.length]).toEqual([0, 65_536]);
	expect(tail).toBe(`${'x'.repeat(tail.length - 8)} the end`);
	const logged = readFileSync(log, 'utf8');
	const [first, last] = ['the start ', '\n[the rest was not kept]\n'];
	expect(logged === `${first}${'x'.repeat(10 * 1024 ** 2 - first.length)}${last}`).toBe(true);
});

test('a time-out ends what ignores SIGTERM, and what a shell started and left', async () => {
	const stubborn = `trap "" TERM; echo $$ > pid; sh -c 'trap "" TERM; echo $$ > grandchild; while :; do sleep 1; done' & wait`;
	const {run, pidIn} = start(stubborn, {timeoutMs: 1000});
	expect(await run).toMatchObject({isTimeout: true});
	expect([isRunning(pidIn('pid')), isRunning(pidIn('grandchild'))]).toEqual([false, false]);
});

test('a command that has ended leaves nothing of its group behind', async () => {
	const {run, pidIn} = start(
		'sh -c \'echo $$ > pid; trap "" TERM; while :; do sleep 1; done\' & until [ -s pid ]; do :; done',
	);
	expect(await run).toMatchObject({exitCode: 0, isTimeout: false});
	expect(isRunning(pidIn('pid'))).toBe(false);
});

test('the call does not wait for a daemon that left the group with the output open', async () => {
	const {run, pidIn} = start("setsid sh -c 'echo $$ > pid; exec sleep 600' & until [ -s pid ]; do :; done; echo ready");
	expect(await run).toMatchObject({exitCode: 0, tail: 'ready\n'});
	// Elsewhere the environment of a process cannot be read.
	expect(isRunning(pidIn('pid'))).toBe(platform() !== 'linux');
	if (platform() !== 'linux') process.kill(pidIn('pid'), 'SIGKILL');
});

test.runIf(platform() === 'linux')(
	'what left the group is ended after a time-out too, with what it starts',
	async () => {
		const daemon = `trap "" TERM; echo $$ > pid; while :; do sleep 1 & echo $! > child; wait; done`;
		const {run, pidIn} = start(`setsid sh -c '${daemon}' & until [ -s child ]; do :; done; sleep 600`, {
			timeoutMs: 1000,
		});
		expect(await run).toMatchObject({isTimeout: true});
		expect([isRunning(pidIn('pid')), isRunning(pidIn('child'))]).toEqual([false, false]);
	},
);

test.runIf(platform() === 'linux')('a command ends nothing that another command has started', async () => {
	const other = start("setsid sh -c 'echo $$ > pid; exec sleep 600' & until [ -s go ]; do sleep 0.1; done");
	await expect.poll(() => pidOr0(other.pidIn)).toBeGreaterThan(0);
	await start('true').run;
	expect(isRunning(other.pidIn('pid'))).toBe(true);
	writeFileSync(join(other.cwd, 'go'), 'go');
	await other.run;
	expect(isRunning(other.pidIn('pid'))).toBe(false);
});

test('an abort ends the command before the call ends', async () => {
	const controller = new AbortController();
	const {run, pidIn} = start("echo $$ > pid; trap '' TERM; while :; do sleep 1; done", {signal: controller.signal});
	await expect.poll(() => pidOr0(pidIn)).toBeGreaterThan(0);
	controller.abort(new Error('enough'));
	await expect(run).rejects.toThrow('enough');
	expect(isRunning(pidIn('pid'))).toBe(false);
});

function pidOr0(pidIn: (name: string) => number): number {
	try {
		return pidIn('pid');
	} catch {
		return 0;
	}
}

test('files that are kept have their contents again, whatever the command made of them', async () => {
	const folder = newFolder();
	const at = (name: string) => join(folder, name);
	const names = ['same', 'longer', 'changed', 'linked', 'deleted', 'a-folder'];
	for (const name of [...names, 'other']) writeFileSync(at(name), `${name}=1\n`);
	const command = [
		'echo forged=1 >> longer; echo CHANGED=1 > changed; rm linked deleted a-folder; ln -s other linked',
		'mkdir a-folder; echo > a-folder/file; echo > new',
	].join('\n');
	const keptFiles = [...names, 'new'].map(at);
	await start(`cd "${folder}"\n${command}`, {keptFiles}).run;
	expect(names.map(name => readFileSync(at(name), 'utf8'))).toEqual(names.map(name => `${name}=1\n`));
	expect(readFileSync(at('other'), 'utf8')).toBe('other=1\n');
	expect([lstatSync(at('linked')).isFile(), existsSync(at('new'))]).toEqual([true, false]);
});
