import type {Environment} from '../../system/environment.ts';
import {isOfRunner, runnerFiles} from './runner-files.ts';
import {isSecretVariable, withoutLogin} from './secret-variables.ts';

/** Variables that the user names for a command. */
export type VariableChoice = {
	names: readonly string[];
	/** Whether it gets no others, except those that any program needs. */
	isOnly: boolean;
};

/** What a command that runs the pull request's code gets of the environment. */
export type CommandEnvironment = {
	env: Record<string, string>;
	/** Names of variables that it does not get, sorted, without those of the runner, which it never gets. */
	heldBack: string[];
	/** Names of variables that it gets without the user and the password in them, sorted. */
	withoutLogin: string[];
	/** Absolute paths of files that must be afterwards as they were: those of the runner of a workflow. */
	keptFiles: string[];
};

/** Names that programs around a run use: this one, git, and the runner of a workflow. */
const ofPrograms = /^(?:CR|GIT|INPUT|ACTIONS)_/i;
const ofProxies = /_PROXY$/i;
/** What programs need to run at all. */
const basic = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TZ|TMPDIR|TERM|CI)$/;

/**
 * The environment of a command that runs the pull request's code: without tokens and keys, so that they do not get into
 * its output. It is no protection against hostile code, which can read what its user can read.
 */
export async function commandEnvironment(env: Environment, choice: VariableChoice): Promise<CommandEnvironment> {
	const made: CommandEnvironment = {env: {}, heldBack: [], withoutLogin: [], keptFiles: runnerFiles(env)};
	for (const name of Object.keys(env).sort()) {
		const given = env[name];
		if (given === undefined || isOfRunner(name, env)) continue;
		const value = await passedValue(name, given, choice);
		if (value === null) made.heldBack.push(name);
		else made.env[name] = value;
		if (value !== null && value !== given) made.withoutLogin.push(name);
	}
	return made;
}

/** Null if the variable is held back. */
async function passedValue(name: string, value: string, {names, isOnly}: VariableChoice): Promise<string | null> {
	if (names.includes(name)) return value;
	if (isOnly) return basic.test(name) ? value : null;
	if (ofPrograms.test(name)) return null;
	const passed = ofProxies.test(name) ? withoutLogin(value) : value;
	return (await isSecretVariable(name, passed)) ? null : passed;
}
