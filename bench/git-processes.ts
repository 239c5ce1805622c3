import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {runSync} from './child.ts';
import type {Environment} from './isolation.ts';

/** The purpose of each git command. */
const reasons: Readonly<Record<string, string>> = {
	'rev-parse': 'paths of the working tree and its git folder, and HEAD',
	config: 'which repository this is, and the upstream of the branch',
	'cat-file': 'earlier files and commits',
	'diff-index': 'renamed files',
	'ls-files': 'files outside a sparse checkout',
};

export type GitLog = {
	/** An environment in which each `git` is logged. */
	env: Environment;
	/** The commands that were run, such as `fetch`, in their order. */
	commands: () => string[];
};

/** Logs the git processes that a program starts. @param folder gets the log */
export function logGit(folder: string, env: Environment): GitLog {
	const [log, bin] = ['git.log', 'bin'].map(name => join(folder, name)) as [string, string];
	const git = runSync('/bin/sh', ['-c', 'command -v git'], {cwd: folder, env}).trim();
	mkdirSync(bin);
	writeFileSync(log, '');
	writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >>'${log}'\nexec '${git}' "$@"\n`, {mode: 0o755});
	return {
		env: {...env, PATH: [bin, env.PATH].join(delimiter)},
		commands: () => readFileSync(log, 'utf8').split('\n').filter(Boolean).map(commandIn),
	};
}

const commandIn = (line: string) => /^(?:(?:-[cC]|--git-dir) \S+ |-\S+ )*(\S+)/.exec(line)?.[1] ?? line;

/** `command: purpose` */
export const describeGit = (command: string) => `${command}: ${reasons[command] ?? 'unknown'}`;
