/**
 * Preload that kills the process as `test/worktree/kill-at.mjs` does, and also right before and after each program that it
 * starts and each request that it sends. The n-th of all these is KILL_AT. If it comes to its end, their number is in the
 * file KILL_COUNT.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {pass, passedSoFar} from '../../../test/worktree/kill-at.mjs';

const {spawn} = childProcess;
const {fetch} = globalThis;
const {writeFileSync} = fs;

childProcess.spawn = (...args) => {
	pass();
	return spawn(...args).once('exit', () => pass());
};

globalThis.fetch = async (...args) => {
	pass();
	const response = await fetch(...args);
	pass();
	return response;
};

syncBuiltinESMExports();
process.once('exit', () => writeFileSync(process.env.KILL_COUNT, String(passedSoFar())));
