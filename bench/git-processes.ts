import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {runSync} from './child.ts';
import type {Environment} from './isolation.ts';

/** The purpose of each git command. */
const reasons: Readonly<Record<string, string>> = {
	'rev-parse': 'paths of the working tree and its git folder, and HEAD',
	remote: 'which repository this is',
	config: 'upstream of the branch',
	'cat-file': 'earlier files and commits',
	'diff-index': 'renamed files',
	'ls-files': 'files outside a sparse checkout',
};

/**
 * The git processes that a program starts, as `command: purpose`, in their order.
 * @param work runs the program with an environment that logs each `git`
 */
export function gitProcesses(folder: string, env: Environment, work: (env: Environment) => void): string[] {
	const [log, bin] = ['git.log', 'bin'].map(name => join(folder, name)) as [string, string];
	const git = runSync('/bin/sh', ['-c', 'command -v git'], {cwd: folder, env}).trim();
	mkdirSync(bin);
	writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >>'${log}'\nexec '${git}' "$@"\n`, {mode: 0o755});
	work({...env, PATH: [bin, env.PATH].join(delimiter)});
	return readFileSync(log, 'utf8').trimEnd().split('\n').map(describe);
}

function describe(line: string): string {
	const command = /^(?:-[cC] \S+ |-\S+ )*(\S+)/.exec(line)?.[1] ?? line;
	return `${command}: ${reasons[command] ?? 'unknown'}`;
}
