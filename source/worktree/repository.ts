import {join} from 'node:path';
import {Failure} from '../failure.ts';
import {type Checkout, checkoutArgs, checkoutOf} from './checkout.ts';
import {type Git, type GitWorld, openGit} from './git.ts';
import {remotePattern, remotesIn} from './remotes.ts';
import {readSettings} from './settings.ts';

export type Remote = {
	name: string;
	/** As git uses it (`insteadOf` applied); may contain credentials. */
	url: string;
};

/** What a run knows of the repository of a pull request, with a working tree or without one. */
export type Repository = Checkout & {
	/** Absolute path of the working tree; null if there is none. */
	root: string | null;
	/** Absolute path of this working tree's own git folder, also for linked working trees and submodules. */
	gitDir: string;
	/** Absolute path of the git folder that all working trees of the repository share. */
	commonDir: string;
	/** Absolute path of the folder with the records of its runs, and their lock. */
	records: string;
	remotes: Remote[];
	/** The branch's upstream: `remote` is a name, a URL or `.`; `ref` a full name there (`refs/heads/x`, `refs/pull/7/head`). */
	upstream: {remote: string; ref: string} | null;
	/** Whether this is a shallow clone. */
	isShallow: boolean;
};

/** All that reads or writes files of a working tree needs one. */
export type Worktree = Repository & {root: string};

export const hasTree = <Place extends Repository>(repository: Place): repository is Place & Worktree =>
	repository.root !== null;

/** Git in a repository: in its working tree, or in its git folder if it has none. */
export const gitOf = (
	{root, gitDir}: Pick<Repository, 'root' | 'gitDir'>,
	world: Omit<GitWorld, 'cwd' | 'gitDir'>,
): Git => (root === null ? openGit({...world, cwd: gitDir, gitDir}) : openGit({...world, cwd: root}));

function notARepository(said: string): Failure {
	const dubious = /dubious ownership in repository at '(.*)'/.exec(said);
	if (dubious) {
		return new Failure(
			'usage',
			'not-a-repository',
			`git refuses to use the repository at ${dubious[1]}, because it belongs to another user.`,
			`If you trust it, run: git config --global --add safe.directory '${dubious[1]}'`,
		);
	}
	return new Failure(
		'usage',
		'not-a-repository',
		'This folder is not in the working tree of a git repository.',
		"Run the command in a clone of the pull request's repository, or pass the pull request's URL and --no-checkout.",
	);
}

/** The names of the settings with the upstreams of branches: `branch.main.remote`, `branch.main.merge`. */
export const upstreamPattern = '^branch\\..*\\.(remote|merge)$';

/**
 * The working tree and git folder of the folder of `git`, for what needs nothing more of the repository.
 *
 * @throws {Failure} as {@link openRepository}
 */
export async function locateRepository(git: Git) {
	const places = ['--show-toplevel', '--git-dir', '--git-common-dir', '--is-shallow-repository'];
	const {code, stdout, stderr} = await git.run(['rev-parse', '--path-format=absolute', ...places, ...checkoutArgs]);
	const [root, gitDir, commonDir, shallow, ...checkout] = stdout.toString().trim().split('\n');
	if (!root || !gitDir || !commonDir || !shallow) throw notARepository(stderr);
	const records = join(gitDir, 'pr-resolve');
	return {root, gitDir, commonDir, records, isShallow: shallow === 'true', checkout: code === 0 ? checkout : null};
}

/**
 * The repository whose working tree contains the folder of `git`. Runs two git commands at once: for the paths and HEAD,
 * and for the settings of remotes and branches.
 *
 * @throws {Failure} `not-a-repository`: outside a working tree, in a bare repository or inside a git folder
 */
export async function openRepository(git: Git): Promise<Worktree> {
	const [{checkout, ...places}, settings] = await Promise.all([
		locateRepository(git),
		readSettings(git, `${upstreamPattern}|${remotePattern}`),
	]);
	const {branch, head} = await checkoutOf(git, checkout);
	const byName = remotesIn(settings).toSorted((one, other) => (one.name < other.name ? -1 : 1));
	const remotes = byName.flatMap(({name, fetched: [url]}) => (url === undefined ? [] : [{name, url}]));
	const last = new Map(settings);
	const [remote, followed] = [last.get(`branch.${branch}.remote`), last.get(`branch.${branch}.merge`)];
	const upstream = branch !== null && remote && followed ? {remote, ref: followed} : null;
	return {...places, branch, head, remotes, upstream};
}
