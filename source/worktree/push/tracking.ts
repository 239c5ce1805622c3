import {type LockPatience, tryForLock} from '../commit/git-lock.ts';
import type {Git} from '../git.ts';

/**
 * Notes that a branch of a remote is at a commit, as git does after a push to that remote: for a push whose answer was lost,
 * git has not done it.
 * @returns the lock of another git that keeps it from that; null if there is none
 */
export async function notePushed(
	git: Git,
	{remote, branch, oid}: {remote: string; branch: string; oid: string},
	sleep: LockPatience['sleep'],
): Promise<string | null> {
	const ref = await trackingRef(git, remote, branch);
	if (ref === null) return null;
	const {lock} = await tryForLock(() => git.run(['update-ref', '-m', 'update by push', ref, oid]), sleep);
	return lock;
}

/** What a branch of a remote is fetched to, as `refs/remotes/origin/main`; null if it is fetched to nothing (git-fetch). */
export async function trackingRef(git: Git, remote: string, branch: string): Promise<string | null> {
	const {stdout} = await git.run(['config', '-z', '--get-all', `remote.${remote}.fetch`]);
	const ref = `refs/heads/${branch}`;
	const specs = stdout.toString().split('\0').filter(Boolean);
	if (specs.some(spec => spec.startsWith('^') && matchOf(spec.slice(1), ref) !== null)) return null;
	for (const spec of specs) {
		const [from = '', to = ''] = spec.replace(/^\+/, '').split(':');
		const match = matchOf(from, ref);
		if (match !== null && to !== '') return to.replace('*', () => match);
	}
	return null;
}

/** What the star of a pattern stands for in a ref; null if the ref does not match. */
function matchOf(pattern: string, ref: string): string | null {
	const [head = '', tail] = pattern.split('*');
	if (tail === undefined) return pattern === ref ? '' : null;
	const isMatch = ref.length >= head.length + tail.length && ref.startsWith(head) && ref.endsWith(tail);
	return isMatch ? ref.slice(head.length, ref.length - tail.length) : null;
}
