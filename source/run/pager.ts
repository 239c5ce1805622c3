import {openGit} from '../worktree/git.ts';
import type {Context} from './context.ts';

/**
 * The command line of the user's pager, as git finds it. The repository's own configuration does not count: it could start
 * any program.
 */
export async function pagerCommand({cwd, env, signal}: Pick<Context, 'cwd' | 'env' | 'signal'>): Promise<string> {
	if (env.GIT_PAGER !== undefined) return env.GIT_PAGER || 'cat';
	const git = openGit({cwd, env, signal, offline: true});
	for (const scope of ['--global', '--system']) {
		const {code, stdout} = await git.run(['config', scope, '--get', 'core.pager']);
		const found = stdout.toString().trim();
		if (code === 0) return found || 'cat';
	}
	return (env.PAGER ?? 'less -R') || 'cat';
}
