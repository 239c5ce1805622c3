import {spawn} from 'node:child_process';
import type {Environment} from '../system/environment.ts';
import {systemCode} from '../system/errors.ts';

/**
 * Runs a program in the terminal; resolves with its exit code or signal. Rejects if it cannot start.
 * @param input its standard input, instead of the keyboard
 */
export function runProgram(
	file: string,
	args: readonly string[],
	env: Environment,
	input: string | null = null,
): Promise<number | string> {
	const {promise, resolve, reject} = Promise.withResolvers<number | string>();
	const child = spawn(file, [...args], {
		stdio: [input === null ? 'inherit' : 'pipe', 'inherit', 'inherit'],
		env: {...env},
	});
	child.once('error', reject);
	// It may end before it has read everything.
	child.stdin?.on('error', () => {}).end(input);
	child.once('close', (code, signal) => resolve(code ?? signal ?? 'an unknown signal'));
	return promise;
}

/**
 * Prints and runs a command of plain words in the terminal; resolves with the reason of a failure, otherwise null.
 */
export async function runInTerminal(
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
