import {openGit} from '../worktree/git.ts';
import type {Context} from './context.ts';

/**
 * The command line of the user's pager for diffs, as git finds it. The repository's own configuration does not count: it
 * could start any program.
 */
export async function pagerCommand({cwd, env, signal}: Pick<Context, 'cwd' | 'env' | 'signal'>): Promise<string> {
	if (env.GIT_PAGER !== undefined) return env.GIT_PAGER || 'cat';
	const git = openGit({cwd, env, signal, offline: true});
	const configured = async (key: string): Promise<string | null> => {
		for (const scope of ['--global', '--system']) {
			const {code, stdout} = await git.run(['config', scope, '--includes', '--get', key]);
			if (code === 0) return stdout.toString().trim();
		}
		return null;
	};
	const forDiffs = await configured('pager.diff');
	if (forDiffs !== null && !isSwitch(forDiffs)) return forDiffs;
	return ((await configured('core.pager')) ?? env.PAGER ?? 'less -R') || 'cat';
}

/** Whether git reads a value of `pager.<command>` as "page its output or not", which names no program. */
const isSwitch = (value: string) => /^(?:true|yes|on|false|no|off|[-+]?\d+[kmg]?)?$/i.test(value);
