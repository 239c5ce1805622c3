import {readCheckout} from '../checkout.ts';
import type {Git} from '../git.ts';
import {remotePattern, remotesIn} from '../remotes.ts';
import {upstreamPattern} from '../repository.ts';
import {readSettings} from '../settings.ts';

/** A branch that a pull request is made from. */
export type BranchThere = {
	/** A remote that leads to its repository, or its address. */
	remote: string;
	branch: string;
	/** Number of the pull request. */
	number: number;
};

/** The local branches, and which of them are that of a pull request. */
export type LocalBranches = {
	/** Short name of the one that is checked out; null without one. */
	current: string | null;
	/** Object id of HEAD; empty without a commit. */
	here: string;
	/** Whether the current one follows a branch of a remote. */
	isFollowing: boolean;
	/** The one for the pull request: the current one if it is one, otherwise any; null if there is none. */
	wanted: string | null;
	isUsed: (name: string) => boolean;
};

/** A branch is that of a pull request if it follows the one there, or has its name and does not follow another of that name. */
export async function readLocalBranches(git: Git, {remote, branch, number}: BranchThere): Promise<LocalBranches> {
	const [checkout, listed, settings] = await Promise.all([
		readCheckout(git),
		git.run(['for-each-ref', '--format=%(refname)', 'refs/heads/']),
		readSettings(git, `${upstreamPattern}|${remotePattern}`),
	]);
	const lines = listed.stdout.toString().split('\n').filter(Boolean);
	const names = lines.map(line => line.slice('refs/heads/'.length));
	const known = new Set(remotesIn(settings).map(({name}) => name));
	const last = new Map(settings);
	const ref = `refs/heads/${branch}`;
	const follows = (name: string) => {
		const [on, merge] = [last.get(`branch.${name}.remote`), last.get(`branch.${name}.merge`)];
		// `gh pr checkout` follows the address of a fork, or the ref of the pull request.
		const isThere = on === remote || (on && !known.has(on));
		if (merge === `refs/pull/${number}/head` || (merge === ref && isThere)) return 'it';
		return merge === ref ? 'its namesake' : null;
	};
	const {branch: current, head} = checkout;
	const sorted = [...names.filter(name => name === current), ...names.filter(name => name !== current)];
	const fitting = sorted.filter(name => follows(name) === 'it' || (name === branch && follows(name) === null));
	return {
		current,
		here: head ?? '',
		isFollowing: last.has(`branch.${current}.merge`),
		wanted: fitting[0] ?? null,
		isUsed: name => names.includes(name),
	};
}
