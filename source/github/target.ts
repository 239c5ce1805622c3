import type {Clone, PullRequestArgument} from '../code-host/port.ts';
import {Failure} from '../failure.ts';
import type {CodeOf} from '../failure-codes.ts';
import {
	hostName,
	isGitHubCloud,
	type PullRequestName,
	parsePullRequestName,
	parseRemoteUrl,
	type RepositoryAddress,
} from './repository-url.ts';

/** A branch whose open pull request is meant. `owner` null: it is in one of the remotes' repositories. */
export type HeadBranch = {owner: string | null; branch: string; isCurrent: boolean};

export type Target = {
	/** Host that the user passed; null if only remotes or the environment name one. */
	askedHost: string | null;
	/** Host of the remotes; null if there are none. */
	inferredHost: string | null;
	/** Repository that the user passed, in whole or in part; the rest comes from the remotes. */
	named: {owner: string | null; name: string | null};
	head: {number: number} | HeadBranch;
	/** Where the current branch is pushed to, if configured. */
	upstream: {repository: RepositoryAddress | null; branch: string} | null;
	remotes: ({remote: string} & RepositoryAddress)[];
};

/** By convention the base of a fork is called `upstream` or `github`; gh uses the same order. */
const remoteOrder = ['upstream', 'github', 'origin'];

/**
 * Reads which pull request is meant, without any request.
 * @throws Failure usage `bad-pull-request`, `bad-repository`, `no-branch`
 */
export function readTarget({argument, pr, owner, repo}: PullRequestArgument, clone: Clone): Target {
	const heads = [argument, pr].flatMap(text => readHeadBranch(text ?? '') ?? []);
	const [first, second] = heads;
	if (first && second && JSON.stringify(first) !== JSON.stringify(second)) {
		throw usageFailure(
			'bad-pull-request',
			`Two different pull requests: ${argument} and --pr ${pr}.`,
			'Pass only one of them.',
		);
	}
	const flags = readRepository(owner, repo);
	const url = first?.repository ?? null;
	if (
		url &&
		(['host', 'owner', 'name'] as const).some(part => (flags[part] ?? url[part]) !== (url[part] ?? flags[part]))
	) {
		throw usageFailure(
			'bad-repository',
			`The pull request is in ${url.owner}/${url.name}, but --owner and --repo name another repository.`,
			'Remove --owner and --repo, or pass the number of the pull request.',
		);
	}
	const remotes = readRemotes(clone.remotes);
	const named = url ?? flags;
	return {
		askedHost: url?.host ?? flags.host,
		inferredHost: hostOfRemotes(remotes),
		named: {owner: named.owner, name: named.name},
		head: first?.head ?? currentHead(clone),
		upstream: readUpstream(clone, remotes),
		remotes,
	};
}

type Named = {head: Target['head']; repository: PullRequestName['repository']};

/** Reads a number, `#12`, a URL, `owner/name#12`, a branch or `owner:branch`. */
function readHeadBranch(text: string): Named | null {
	const trimmed = text.trim();
	if (trimmed === '') return null;
	const numbered = parsePullRequestName(trimmed);
	if (numbered) return {head: {number: numbered.number}, repository: numbered.repository};
	const [, owner = null, branch] = /^(?:([A-Za-z0-9][\w-]*):)?([^\s:~^?*[\\/-][^\s:~^?*[\\]*)$/.exec(trimmed) ?? [];
	// A number that reaches this point is not a pull request number.
	if (branch && !/^#?\d+$/.test(trimmed)) {
		return {head: {owner, branch, isCurrent: false}, repository: null};
	}
	throw usageFailure(
		'bad-pull-request',
		`"${trimmed}" is not a pull request.`,
		'Pass a number (12), a URL (https://github.com/owner/name/pull/12), a branch, or owner:branch.',
	);
}

/** @param repo `name`, `owner/name`, `host/owner/name`, or a URL that git clones from */
function readRepository(owner: string | null, repo: string | null) {
	const url = parseRemoteUrl(repo ?? '');
	const parts = url ? [url.host, url.owner, url.name] : (repo ?? '').trim().split('/').filter(Boolean);
	const [name = null, within = null, host = null] = parts.toReversed();
	if (parts.length > 3 || (owner && within && owner !== within)) {
		throw usageFailure(
			'bad-repository',
			owner && within && owner !== within
				? `--repo ${repo} contradicts --owner ${owner}.`
				: `--repo does not accept "${repo}".`,
			'Pass --owner OWNER --repo NAME, or --repo OWNER/NAME.',
		);
	}
	return {host: host && hostName(host), owner: owner || within, name};
}

/** The branch that HEAD is on. `gh pr checkout` and Actions leave `refs/pull/12/head` as its upstream. */
function currentHead({branch, upstream}: Clone): Target['head'] {
	const pull = /^(?:refs\/)?pull\/([1-9]\d*)\/(?:head|merge)$/.exec(upstream?.ref ?? '');
	if (pull) return {number: Number(pull[1])};
	if (branch !== null) return {owner: null, branch, isCurrent: true};
	throw usageFailure(
		'no-branch',
		'HEAD is detached, so the pull request cannot be determined from a branch.',
		'Pass the number, URL or branch of the pull request.',
	);
}

/** Those that are on a code host, the most likely base first. */
export function readRemotes(remotes: Clone['remotes']): Target['remotes'] {
	const rank = (name: string) => (remoteOrder.includes(name) ? remoteOrder.indexOf(name) : remoteOrder.length);
	return remotes
		.flatMap(({name, url}) => {
			const address = parseRemoteUrl(url);
			return address ? [{remote: name, ...address}] : [];
		})
		.sort((a, b) => rank(a.remote) - rank(b.remote));
}

/** The host that they point to; null if there are none. */
export function hostOfRemotes(remotes: Target['remotes']): string | null {
	return (remotes.find(({host}) => isGitHubCloud(host)) ?? remotes[0])?.host ?? null;
}

function readUpstream({upstream}: Clone, remotes: Target['remotes']): Target['upstream'] {
	if (!upstream) return null;
	const remote = remotes.find(candidate => candidate.remote === upstream.remote);
	return {
		repository: remote ?? parseRemoteUrl(upstream.remote),
		branch: upstream.ref.replace(/^refs\/heads\//, ''),
	};
}

function usageFailure(code: CodeOf<'usage'>, message: string, remedy: string): Failure {
	return new Failure('usage', code, message, remedy);
}
