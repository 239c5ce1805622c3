import {quoteForShell} from '../../system/shell.ts';
import {isAncestor} from '../ancestry.ts';
import {pathsBetween} from '../blame.ts';
import {type Git, isOid} from '../git.ts';
import {openHistory} from '../history.ts';
import type {Repository} from '../repository.ts';
import {readSettings} from '../settings.ts';
import {type BranchThere, readLocalBranches} from './local-branches.ts';
import {trackingRef} from './tracking.ts';

/** The branch of a pull request, which has commits that the current one lacks. */
export type HeadBranch = BranchThere & {
	/** Where it is. */
	oid: string;
	/** Object ids that it is known to have been at; they may be unknown here. */
	earlier: readonly string[];
	/** Those of its commits that the host lists: if the new ones cannot be fetched, nothing else tells what they are on. */
	listed: readonly string[];
};

export type CatchUp = {
	/** `rewritten`: a force-push has removed commits that are here; `elsewhere`: another branch is checked out. */
	kind: 'behind' | 'rewritten' | 'elsewhere';
	/** Short name of the branch that is checked out; null without one. */
	current: string | null;
	/** What brings the files to it: commands of git, one after the other. */
	commands: string[];
	/** The files that these change; null if that is unknown. */
	paths: ReadonlySet<string> | null;
};

/** How a working tree gets what the branch of a pull request has, without losing a commit or an edit. */
export async function catchUp(git: Git, repository: Repository, head: HeadBranch): Promise<CatchUp> {
	const {remote, branch, number, oid} = head;
	const [to, name] = [quoteForShell(remote), quoteForShell(branch)];
	const isHere = await fetchHead(git, repository, oid);
	const {current, here, isFollowing, wanted, isUsed} = await readLocalBranches(git, head);
	const base = await earlierHead(git, head);
	// A branch without an upstream can have any name.
	const mayBeIt = base !== null && (wanted === null || !isFollowing);
	if (current === null || (wanted !== current && !mayBeIt)) {
		const fresh = isUsed(branch) ? `pr-${number}` : name;
		const commands = wanted
			? [`git switch ${quoteForShell(wanted)}`]
			: [`git fetch ${to} ${name}`, `git switch --create ${fresh} FETCH_HEAD`];
		const there = wanted ? (await git.run(['rev-parse', `refs/heads/${wanted}`])).stdout.toString().trim() : oid;
		return {kind: 'elsewhere', current, commands, paths: await pathsBetween(git, here, there)};
	}
	const paths = isHere ? await pathsBetween(git, here, oid) : null;
	if (isHere ? await isAncestor(git, here, oid) : head.listed.includes(here)) {
		const own = (await rebasesOnPull(git, current)) ? '--no-rebase ' : '';
		return {kind: 'behind', current, commands: [`git pull ${own}--ff-only ${to} ${name}`], paths};
	}
	const onto = base === null ? 'FETCH_HEAD' : `--onto FETCH_HEAD ${base}`;
	const isRewritten = isHere && base !== null && !(await isAncestor(git, base, oid));
	return {
		kind: isRewritten ? 'rewritten' : 'behind',
		current,
		commands: [`git fetch ${to} ${name}`, `git rebase --autostash ${onto}`],
		paths,
	};
}

/** Gets the objects of a commit, and moves no branch. Returns whether it is here. */
async function fetchHead(git: Git, repository: Repository, oid: string): Promise<boolean> {
	const history = openHistory(git, repository);
	const remotes = repository.remotes.map(({name}) => name);
	return (await history.fetchCommits([oid], remotes).finally(history.close)).length === 0;
}

/**
 * The last commit up to HEAD that the branch of the pull request is known to have been at: those after it are not on the
 * host. Null if none is known.
 */
async function earlierHead(git: Git, {remote, branch, earlier}: HeadBranch): Promise<string | null> {
	const tracking = await trackingRef(git, remote, branch);
	const forked = tracking && (await git.run(['merge-base', '--fork-point', tracking, 'HEAD']));
	const known = [...new Set([...earlier, ...(forked ? [forked.stdout.toString().trim()] : [])])].filter(isOid);
	let last: {oid: string; after: number} | null = null;
	for (const oid of known) {
		const {code, stdout} = await git.run(['rev-list', '--left-right', '--count', `${oid}...HEAD`]);
		const [lacking, after = 0] = stdout.toString().split('\t').map(Number);
		if (code === 0 && lacking === 0 && (last === null || after < last.after)) last = {oid, after};
	}
	return last?.oid ?? null;
}

/** With this setting, git refuses even a fast-forward beside uncommitted edits (git-pull). */
async function rebasesOnPull(git: Git, branch: string | null): Promise<boolean> {
	const settings = new Map(await readSettings(git, '^(branch\\..*|pull)\\.rebase$'));
	const name = [`branch.${branch}.rebase`, 'pull.rebase'].find(one => settings.has(one));
	return name !== undefined && settings.get(name) !== 'false';
}
