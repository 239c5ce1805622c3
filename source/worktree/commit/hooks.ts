import {join, resolve} from 'node:path';
import {isExecutable} from '../../system/executable.ts';
import type {Git} from '../git.ts';
import type {Repository} from '../repository.ts';

/** The hooks that `git commit` and `git push` run on this side, in their order (githooks). */
const hooksOf = {
	commit: ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'],
	push: ['pre-push'],
} as const;

/** Names of the hooks that git would run for these steps here, and that pr-resolve does not. */
export async function activeHooks(
	git: Git,
	{root, commonDir}: Pick<Repository, 'root' | 'commonDir'>,
	steps: readonly (keyof typeof hooksOf)[],
): Promise<string[]> {
	const {stdout} = await git.run(['config', '-z', '--type=path', '--get-all', 'core.hooksPath']);
	// Our own setting, which turns hooks off, comes last.
	const own = stdout.toString().split('\0').slice(0, -1).at(-2);
	const folder = own === undefined ? join(commonDir, 'hooks') : resolve(root, own);
	const names = steps.flatMap(step => [...hooksOf[step]]);
	const isActive = await Promise.all(names.map(name => isExecutable(join(folder, name))));
	return names.filter((_, index) => isActive[index]);
}
