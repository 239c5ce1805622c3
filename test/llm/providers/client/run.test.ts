import {tmpdir} from 'node:os';
import process from 'node:process';
import {expect, onTestFinished, test} from 'vitest';
import {runClient} from '../../../../source/llm/providers/client/run.ts';
import {neverAborted} from '../api.ts';
import {isAlive} from '../clients.ts';

/** Answers and ends; what it started lives on in a session of its own and has its streams. */
const script = `
	const stdio = ['ignore', 'inherit', 'inherit'];
	const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {stdio, detached: true});
	child.unref();
	console.log(child.pid);`;

test('what left the group and holds the streams is not waited for', async () => {
	const command = {args: ['-e', script], input: ''};
	const ended = await runClient(process.execPath, command, {cwd: tmpdir(), env: {}, signal: neverAborted});
	const pid = Number(ended.stdout);
	onTestFinished(() => void process.kill(pid, 'SIGKILL'));
	expect(isAlive(pid)).toBe(true);
	expect(ended).toMatchObject({exitCode: 0, stoppedBy: null});
});
