import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {newFolder} from '../../helpers/folders.ts';

const {PATH} = process.env;

/** The path of the machine's git. */
export const realGit = PATH!
	.split(':')
	.map(folder => join(folder, 'git'))
	.find(existsSync)!;

/**
 * A `git` on the PATH that notes its arguments, and runs a script of the shell before (or with `exit`, instead of) each
 * command with a certain word.
 */
export function gitThat(word: string, script: string) {
	const folder = newFolder();
	const [log, program] = [join(folder, 'arguments'), join(folder, 'git')];
	const steps = [
		'#!/bin/sh',
		`printf '%s\\n' "$*" >>${log}`,
		`case " $* " in *" ${word} "*) ${script} ;; esac`,
		`exec ${realGit} "$@"`,
	];
	writeFileSync(program, `${steps.join('\n')}\n`);
	chmodSync(program, 0o755);
	return {env: {PATH: `${folder}:${PATH}`}, calls: () => readFileSync(log, 'utf8')};
}

/** A `git` that kills what started it, before or after it runs a command. */
export function gitThatKills(command: string, when: string) {
	const kill = 'kill -9 $PPID; exit 1';
	return gitThat(command, when === 'before' ? kill : `${realGit} "$@"; ${kill}`).env;
}
