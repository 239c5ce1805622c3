import {spawn} from 'node:child_process';
import type {Environment} from '../system/environment.ts';
import {systemCode} from '../system/errors.ts';

/** Runs a program that has the terminal; resolves with its exit code, or the signal that ended it. Rejects where it is not there. */
export function runProgram(file: string, args: readonly string[], env: Environment): Promise<number | string> {
	const {promise, resolve, reject} = Promise.withResolvers<number | string>();
	const child = spawn(file, [...args], {stdio: 'inherit', env: {...env}});
	child.once('error', reject);
	child.once('close', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
	return promise;
}

/**
 * Runs a command of plain words with the terminal, and shows it first; resolves with why it did not do its work, null
 * where it did.
 */
export async function runCommand(
	command: string,
	say: (text: string) => void,
	env: Environment,
): Promise<string | null> {
	const [file = '', ...args] = command.split(' ');
	say(`$ ${command}\n`);
	try {
		const code = await runProgram(file, args, env);
		say('\n');
		return code === 0 ? null : `${command} exited with ${code}`;
	} catch (error) {
		const code = systemCode(error);
		return code === 'ENOENT' ? `${file}: command not found` : `could not start ${command}: ${code}`;
	}
}
