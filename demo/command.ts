import {spawn} from 'node:child_process';
import {Failure} from '../source/failure.ts';

/** Where and how the programs of the demo run. */
export type Place = {cwd: string; env: Readonly<Record<string, string | undefined>>};

/** Runs a program with our stdout and stderr. Returns its exit code. */
export function show(program: string, args: readonly string[], {cwd, env}: Place, input = ''): Promise<number> {
	const child = spawn(program, args, {cwd, env, stdio: ['pipe', 'inherit', 'inherit']});
	// A program that does not read its input may end before all of it is written.
	child.stdin.on('error', () => {}).end(input);
	const {promise, resolve, reject} = Promise.withResolvers<number>();
	child.once('error', reject);
	child.once('close', code => resolve(code ?? 1));
	return promise;
}

/** Runs git without output. @throws {Failure} `git-missing`, `git-failed` */
export async function git(args: readonly string[], place: Place, input?: string): Promise<void> {
	const code = await show('git', args, place, input).catch(cause => {
		const remedy = 'Install git 2.31 or later, and add it to your PATH.';
		throw new Failure('usage', 'git-missing', 'git could not be started.', remedy, {cause});
	});
	if (code === 0) return;
	throw new Failure(
		'failed',
		'git-failed',
		`git ${args[0]} failed with exit code ${code}.`,
		'Install git 2.31 or later.',
	);
}
