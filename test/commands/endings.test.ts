import type {ChildProcess} from 'node:child_process';
import {expect, test} from 'vitest';
import {plainFolder} from '../helpers/work-tree.ts';
import {executable, oddCommands, run} from './program.ts';

/** Sends the signals, each once the program has written that it waits. */
const interrupt =
	(...signals: NodeJS.Signals[]) =>
	(child: ChildProcess) => {
		child.stderr?.once('data', () => {
			for (const signal of signals) child.kill(signal);
		});
	};

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a command through its signal, with 130', async signal => {
	const {stdout, stderr, code} = await run(oddCommands, ['waits'], {meanwhile: interrupt(signal)});
	expect([stdout, code]).toEqual(['', 130]);
	expect(stderr).toContain(`Interrupted (${signal}).`);
	// It has no run that could be undone.
	expect(stderr).not.toContain('undo');
});

test('an interrupted command with --json prints its document', async () => {
	const {stdout, code} = await run(oddCommands, ['waits', '--json'], {meanwhile: interrupt('SIGINT')});
	expect(code).toBe(130);
	expect(JSON.parse(stdout)).toMatchObject({error: {code: 'interrupted'}, exitCode: 130});
});

test('the second interruption ends at once what does not listen to the first', async () => {
	const twice = (child: ChildProcess) => {
		// Two signals that are pending at the same time would be one: the second follows when the first was heard.
		child.stderr?.on('data', () => child.kill('SIGINT'));
	};
	expect((await run(oddCommands, ['deaf'], {meanwhile: twice})).code).toBe(130);
});

test('a bug is reported in short, with its stack at DEBUG', async () => {
	const short = await run(oddCommands, ['crashes']);
	expect(short.code).toBe(1);
	expect(short.stderr).toContain('Unexpected error: x is not a function\n');
	expect(short.stderr.split('\n')).toHaveLength(3);
	const long = await run(oddCommands, ['crashes', '--log-level', 'DEBUG']);
	expect(long.stderr).toMatch(/^DEBUG TypeError: x is not a function\\n +at /);
});

test('a bug beside the command ends in the same way', async () => {
	const {stdout, code} = await run(oddCommands, ['strays', '--json']);
	expect(code).toBe(1);
	expect(JSON.parse(stdout)).toMatchObject({
		error: {code: 'unexpected', message: 'Unexpected error: y is not a function'},
	});
});

test('a folder that was deleted is a failure that names what to do', async () => {
	const shell = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"';
	const {stdout, code} = await plainFolder().run(['runs', '--json'], {shell});
	expect([JSON.parse(stdout), code]).toMatchObject([{schema: 'pr-resolve/runs@1', error: {code: 'no-folder'}}, 2]);
});

test('a failure ends with the exit code of its kind, and its text cannot drive the terminal', async () => {
	const {stderr, code} = await run(oddCommands, ['fails']);
	expect([stderr, code]).toEqual(['pr-resolve: Authentication\\u001b[31m failed\nSet a token.\n', 4]);
});

test('a reader that has seen enough does not stop the command', async () => {
	const {stderr, code} = await run(oddCommands, ['talks'], {
		meanwhile: child => child.stdout?.once('data', () => child.stdout?.destroy()),
	});
	expect([stderr, code]).toEqual(['came to the end\n', 3]);
});

test('a long output to a pipe arrives whole', async () => {
	const {stdout} = await run(oddCommands, ['talks']);
	expect(stdout.endsWith('line 49999\n')).toBe(true);
});

test('an older Node gets one line, and nothing else is loaded', async () => {
	const versions = "{value: {...process.versions, node: '22.12.0'}}";
	const preload = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
	const env = {NODE_OPTIONS: `--import=${encodeURI(preload)}`};
	for (const argv of [['--version'], ['--help'], ['config', '--json'], []]) {
		const {stdout, stderr, code} = await run(executable, argv, {env});
		expect([stdout, code]).toEqual(['', 2]);
		expect(stderr).toMatch(/^pr-resolve requires Node.js >= 22.13 \(this is v22.12.0\): .*nodejs.org\n$/);
	}
});

test('native Windows gets one line about WSL, and nothing else is loaded', async () => {
	const preload = "data:text/javascript,Object.defineProperty(process, 'platform', {value: 'win32'})";
	const env = {NODE_OPTIONS: `--import=${encodeURI(preload)}`};
	for (const argv of [['--version'], ['apply', '12', '--json'], []]) {
		const {stdout, stderr, code} = await run(executable, argv, {env});
		expect([stdout, code]).toEqual(['', 2]);
		expect(stderr).toMatch(/^pr-resolve runs on Linux and macOS: .*WSL.*\n$/);
	}
});
