import {join} from 'node:path';
import type {Worktree} from '../repository.ts';
import {type CommandEnd, type CommandWorld, runCommand} from '../verify/run-command.ts';
import type {Hook} from './find-hooks.ts';

/** What git passes to a hook. */
export type HookCall = Pick<CommandWorld, 'args' | 'input'> & {
	/** Further variables, such as `GIT_INDEX_FILE`. */
	variables?: Record<string, string>;
};

/**
 * Runs a hook as git does, in the root of the working tree, with the variables that git sets (githooks), but by the rules
 * for a command of the user.
 * @param world `env`: without git's variables
 * @throws as `runCommand`
 */
export function runHook(
	{file}: Hook,
	{args = [], input, variables}: HookCall,
	{root, gitDir}: Pick<Worktree, 'root' | 'gitDir'>,
	world: Omit<CommandWorld, 'cwd' | 'args' | 'input'>,
): Promise<CommandEnd> {
	// git sets it only where it is needed to find the folder.
	const place = gitDir === join(root, '.git') ? {} : {GIT_DIR: gitDir};
	const env = {...world.env, GIT_PREFIX: '', GIT_EDITOR: ':', ...place, ...variables};
	// The shell also runs a script without a first line that names its program, as git does.
	const command = 'exec "$0" "$@"';
	return runCommand(command, {...world, env, cwd: root, args: [file, ...args], ...(input !== undefined && {input})});
}
