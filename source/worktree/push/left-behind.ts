import {readCheckout} from '../checkout.ts';
import {type Git, outputOf} from '../git.ts';

/**
 * A line that says how a local branch gets the commits that another one has pushed to it; null if it has them, or had others
 * before.
 */
export async function leftBehind(git: Git, {branch, before}: {branch: string; before: string}): Promise<string | null> {
	if ((await readCheckout(git)).branch === branch) return null;
	if ((await outputOf(git, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)) !== before) return null;
	return `Your branch ${branch} lacks what was pushed. To update it, run: git fetch . HEAD:${branch}`;
}
