import {stat} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {isExecutable} from '../../system/executable.ts';
import type {Git} from '../git.ts';
import type {Worktree} from '../repository.ts';

/** The hooks that `git commit` and `git push` run on this side, in their order (githooks). */
const hooksOf = {
	commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'],
	push: ['pre-push'],
} as const;

export type HookStep = keyof typeof hooksOf;

/** The hooks that can refuse a step: `--hooks` runs these. */
const checkingHooks = ['pre-commit', 'commit-msg', 'pre-push'] as const;

export type CheckingHook = Hook & {name: (typeof checkingHooks)[number]};

export type Hook = {
	name: (typeof hooksOf)[HookStep][number];
	/** Absolute path. */
	file: string;
	/** git ignores those that are not. */
	isExecutable: boolean;
};

/** The hooks that are here for these steps, in the order in which git runs them. */
export async function findHooks(
	git: Git,
	{root, commonDir}: Pick<Worktree, 'root' | 'commonDir'>,
	steps: readonly HookStep[],
): Promise<Hook[]> {
	const {stdout} = await git.run(['config', '-z', '--type=path', '--get-all', 'core.hooksPath']);
	// Our own setting, which turns hooks off, comes last.
	const folder = stdout.toString().split('\0').slice(0, -1).at(-2) ?? join(commonDir, 'hooks');
	// As git puts it together: an empty path is the root of the file system.
	const fileOf = (name: string) => resolve(root, `${folder}/${name}`);
	const hooks = steps
		.flatMap(step => [...hooksOf[step]])
		.map(async name => {
			const file = fileOf(name);
			const isThere = await stat(file).then(
				stats => stats.isFile(),
				() => false,
			);
			return isThere ? [{name, file, isExecutable: await isExecutable(file)}] : [];
		});
	return (await Promise.all(hooks)).flat();
}

/** Whether `--hooks` runs a hook. */
export const isChecking = (hook: Hook): hook is CheckingHook =>
	hook.isExecutable && checkingHooks.some(name => name === hook.name);
