import {readCheckout} from '../checkout.ts';
import type {Git} from '../git.ts';

/**
 * A line that says how a local branch gets the commits that another one has pushed to it; null if it has them, or had others
 * before.
 */
export async function leftBehind(git: Git, {branch, before}: {branch: string; before: string}): Promise<string | null> {
	if ((await readCheckout(git)).branch === branch) return null;
	const {code, stdout} = await git.run(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
	if (code !== 0 || stdout.toString().trim() !== before) return null;
	return `Your branch ${branch} lacks what was pushed. To update it, run: git fetch . HEAD:${branch}`;
}
