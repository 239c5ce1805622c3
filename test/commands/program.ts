import {type ChildProcess, spawn} from 'node:child_process';
import {join} from 'node:path';
import {newFolder} from '../helpers/folders.ts';
import {typeStripping} from '../helpers/type-stripping.ts';

export {executable} from '../helpers/work-tree.ts';

export const oddCommands = join(import.meta.dirname, 'odd-commands.ts');

type Options = {
	cwd?: string;
	env?: Record<string, string>;
	/** Is called with the running child. */
	meanwhile?: (child: ChildProcess) => void;
};

/** Runs a script of ours in an environment of its own: an empty home, no variable but the path. */
export async function run(script: string, argv: readonly string[], {cwd, env, meanwhile}: Options = {}) {
	const home = newFolder();
	const child = spawn(process.execPath, [script, ...argv], {
		cwd: cwd ?? home,
		env: {...typeStripping, PATH: process.env.PATH, HOME: home, ...env},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	meanwhile?.(child);
	const ended = new Promise<number | NodeJS.Signals | null>(resolve => {
		child.on('close', (code, signal) => resolve(code ?? signal));
	});
	const [stdout, stderr] = [child.stdout, child.stderr].map(stream => {
		const chunks: Buffer[] = [];
		stream.on('data', chunk => chunks.push(chunk));
		return () => Buffer.concat(chunks).toString();
	}) as [() => string, () => string];
	const code = await ended;
	return {stdout: stdout(), stderr: stderr(), code};
}
