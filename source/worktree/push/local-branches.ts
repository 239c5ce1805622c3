import {branchOf, currentRef} from '../checkout.ts';
import type {Git} from '../git.ts';
import {branchSettings} from '../repository.ts';

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
	/** Whether the current one follows a branch of a remote. */
	isFollowing: boolean;
	/** The one for the pull request: the current one if it is one, otherwise any; null if there is none. */
	wanted: string | null;
	isUsed: (name: string) => boolean;
};

/** A branch is that of a pull request if it follows the one there, or has its name and does not follow another of that name. */
export async function readLocalBranches(git: Git, {remote, branch, number}: BranchThere): Promise<LocalBranches> {
	const [head, listed, settings, remotes] = await Promise.all([
		currentRef(git),
		git.run(['for-each-ref', '--format=%(refname)', 'refs/heads/']),
		branchSettings(git),
		git.run(['remote']),
	]);
	const names = linesOf(listed.stdout).map(ref => ref.slice('refs/heads/'.length));
	const known = new Set(linesOf(remotes.stdout));
	const ref = `refs/heads/${branch}`;
	const follows = (name: string) => {
		const [on, merge] = [settings.get(`branch.${name}.remote`), settings.get(`branch.${name}.merge`)];
		// `gh pr checkout` follows the address of a fork, or the ref of the pull request.
		const isThere = on === remote || (on !== undefined && !known.has(on));
		if (merge === `refs/pull/${number}/head` || (merge === ref && isThere)) return 'it';
		return merge === ref ? 'its namesake' : null;
	};
	const current = branchOf(head);
	const sorted = [...names.filter(name => name === current), ...names.filter(name => name !== current)];
	const fitting = sorted.filter(name => follows(name) === 'it' || (name === branch && follows(name) === null));
	return {
		current,
		isFollowing: settings.has(`branch.${current}.merge`),
		wanted: fitting[0] ?? null,
		isUsed: name => names.includes(name),
	};
}

const linesOf = (stdout: Buffer) => stdout.toString().split('\n').filter(Boolean);
