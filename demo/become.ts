import process from 'node:process';
import type {Place} from './command.ts';

/** Makes this process look as if a shell had started it there with these arguments. */
export function become({cwd, env}: Place, program: string, args: readonly string[]): void {
	for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
	Object.assign(process.env, env);
	process.chdir(cwd);
	process.argv.splice(1, Infinity, program, ...args);
}
