import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {PullRequestData, RepositoryData, RepositoryRole} from './records.ts';

export type World = {
	repositories: RepositoryData[];
	pullRequests: PullRequestData[];
	/** The host sends at most this many nodes a page, whatever was asked. */
	pageCap: number;
	/** Who made a commit on the host, and whether the host signed it. */
	commits: Map<string, {login: string; isSigned: boolean}>;
	/** The login of the account with an address. */
	emails: ReadonlyMap<string, string>;
	/** By id. */
	checkRuns: CheckRunData[];
	/** When each search came, in milliseconds since the epoch. */
	searches: number[];
	/** Whether searches have parentheses and "or". */
	searchIsAdvanced: boolean;
	/** Milliseconds since the epoch. */
	now: () => number;
};

export type CheckRunData = {
	head_sha: string;
	conclusion: string;
	output: {title: string; summary: string; annotations: object[]};
};

/** `isApp`: with the token of an app's installation, such as a workflow's GITHUB_TOKEN. */
export type Viewer = {login: string; isApp: boolean; seesPrivate: boolean; permissions: Permissions};

/** Of a fine-grained token, or what the scopes of a classic one come to. */
export type Permissions = Record<'contents' | 'pullRequests' | 'workflows' | 'checks', 'read' | 'write'>;

export function repositoryNamed({repositories}: World, name: string): RepositoryData | undefined {
	return repositories.find(({nameWithOwner, formerNames = []}) =>
		[nameWithOwner, ...formerNames].some(known => known.toLowerCase() === name.toLowerCase()),
	);
}

/** The head as the pull request was written down, unless a force push has replaced it, and what was pushed since. */
export function commitsOf(world: World, data: PullRequestData): string[] {
	const head = headOf(world, data);
	const folder = data.headRepository === null ? undefined : repositoryNamed(world, data.headRepository)?.folder;
	if (folder === undefined || head === data.headRefOid) return [head];
	const range = [head, '--not', `${data.headRefOid}^@`];
	const key = [folder, ...range].join(' ');
	const listed =
		known.get(key) ??
		execFileSync('git', ['--git-dir', folder, 'rev-list', '--reverse', '--topo-order', ...range]).toString();
	known.set(key, listed);
	return listed.split('\n').filter(Boolean);
}

/** Lists of commits, which never change, by what was asked for. */
const known = new Map<string, string>();

/** Everyone may write unless roles are given. */
export const roleOf = ({roles}: RepositoryData, login: string): RepositoryRole =>
	roles === undefined ? 'write' : (roles[login] ?? 'read');

/** The head of a branch that is pushed to, else as the pull request was written down. */
export function headOf(world: World, {headRepository, headRefName, headRefOid}: PullRequestData): string {
	const folder = headRepository === null ? undefined : repositoryNamed(world, headRepository)?.folder;
	const file = folder && join(folder, 'refs/heads', headRefName);
	return file && existsSync(file) ? readFileSync(file, 'utf8').trim() : headRefOid;
}
