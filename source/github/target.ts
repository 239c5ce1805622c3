import {Failure} from '../failure.ts';
import {
	hostName,
	isGitHubCloud,
	parsePullRequestUrl,
	parseRemoteUrl,
	type RepositoryAddress,
} from './repository-url.ts';

export type Remote = {name: string; url: string};

/** What a user named and what the work tree tells. */
export type TargetInput = {
	/** The positional: number, `#12`, URL, `owner/name#12`, branch, `owner:branch`. */
	argument?: string | null;
	/** `--pr`, the same forms. */
	pr?: string | number | null;
	owner?: string | null;
	/** `name`, `owner/name` or `host/owner/name`. */
	repo?: string | null;
	remotes: readonly Remote[];
	/** Current branch; null where HEAD is detached. */
	branch: string | null;
	/** `branch.<name>.remote` (a remote's name or a URL) and `branch.<name>.merge`. */
	upstream?: {remote: string; branch: string} | null;
};

/** A branch to find the open pull request of; `owner` null: of one of the work tree's own repositories. */
export type HeadBranch = {owner: string | null; branch: string; isCurrent: boolean};

export type Target = {
	/** Host that was asked for by hand; null where only remotes or the environment tell. */
	askedHost: string | null;
	/** Host of the remotes; null where there are none. */
	inferredHost: string | null;
	/** Repository that was named by hand, whole or in part; the rest comes from the remotes. */
	named: {owner: string | null; name: string | null};
	head: {number: number} | HeadBranch;
	/** Where the current branch is pushed to, where git knows. */
	upstream: {repository: RepositoryAddress | null; branch: string} | null;
	remotes: ({remote: string} & RepositoryAddress)[];
};

/** `upstream` and `github` are what people call the base of a fork; gh has the same order. */
const remoteOrder = ['upstream', 'github', 'origin'];

/**
 * Reads what pull request is meant, without asking anybody.
 * @throws Failure usage `bad-pull-request`, `bad-repository`, `no-branch`
 */
export function readTarget(input: TargetInput): Target {
	const heads = [input.argument, input.pr].flatMap(text => readHead(text == null ? '' : String(text)) ?? []);
	const [first, second] = heads;
	if (first && second && JSON.stringify(first) !== JSON.stringify(second)) {
		throw usage('bad-pull-request', `Two pull requests are named: ${input.argument} and ${input.pr}.`, 'Name one.');
	}
	const flags = readRepository(input.owner ?? null, input.repo ?? null);
	const url = first?.repository ?? null;
	if (url && ((flags.owner ?? url.owner) !== url.owner || (flags.name ?? url.name) !== url.name)) {
		throw usage(
			'bad-repository',
			`The pull request is in ${url.owner}/${url.name}, and --owner/--repo name another repository.`,
			'Leave out --owner and --repo, or name the pull request by its number.',
		);
	}
	const remotes = readRemotes(input.remotes);
	const {owner, name} = url ?? flags;
	return {
		askedHost: url?.host ?? flags.host,
		inferredHost: (remotes.find(({host}) => isGitHubCloud(host)) ?? remotes[0])?.host ?? null,
		named: {owner, name},
		head: first?.head ?? currentHead(input),
		upstream: readUpstream(input, remotes),
		remotes,
	};
}

type Named = {head: Target['head']; repository: {host: string | null; owner: string; name: string} | null};

function readHead(text: string): Named | null {
	const trimmed = text.trim();
	if (trimmed === '') return null;
	const url = parsePullRequestUrl(trimmed);
	if (url) return {head: {number: url.number}, repository: url};
	const short = /^(?:([\w.-]+)\/([\w.-]+))?#?([1-9]\d{0,9})$/.exec(trimmed);
	if (short && (short[1] === undefined || trimmed.includes('#'))) {
		const repository = short[1] && short[2] ? {host: null, owner: short[1], name: short[2]} : null;
		return {head: {number: Number(short[3])}, repository};
	}
	const branch = /^(?:([A-Za-z0-9][\w-]*):)?([^\s:~^?*[\\/-][^\s:~^?*[\\]*)$/.exec(trimmed);
	// Every number that gets here is none of a pull request.
	if (branch && !/^#?\d+$/.test(trimmed)) {
		return {head: {owner: branch[1] ?? null, branch: branch[2]!, isCurrent: false}, repository: null};
	}
	throw usage(
		'bad-pull-request',
		`This names no pull request: ${trimmed}`,
		'Give a number (12), a URL (https://github.com/owner/name/pull/12), a branch, or owner:branch.',
	);
}

function readRepository(owner: string | null, repo: string | null) {
	const parts = (repo ?? '').trim().split('/').filter(Boolean);
	const name = parts.at(-1) ?? null;
	const within = parts.at(-2) ?? null;
	if (parts.length > 3 || (owner && within && owner !== within)) {
		throw usage(
			'bad-repository',
			`--repo ${repo} does not fit.`,
			'Give --owner OWNER --repo NAME, or --repo OWNER/NAME.',
		);
	}
	return {host: parts.length === 3 ? hostName(parts[0]!) : null, owner: owner || within, name};
}

/** The branch that HEAD is on. `gh pr checkout` and Actions leave `refs/pull/12/head` as its upstream. */
function currentHead({branch, upstream}: TargetInput): Target['head'] {
	const pull = /^(?:refs\/)?pull\/([1-9]\d*)\/(?:head|merge)$/.exec(upstream?.branch ?? '');
	if (pull) return {number: Number(pull[1])};
	if (branch !== null) return {owner: null, branch, isCurrent: true};
	throw usage(
		'no-branch',
		'HEAD is on no branch, so it does not tell the pull request.',
		'Name the pull request: its number, URL or branch.',
	);
}

function readRemotes(remotes: readonly Remote[]): Target['remotes'] {
	const rank = (name: string) => (remoteOrder.includes(name) ? remoteOrder.indexOf(name) : remoteOrder.length);
	return remotes
		.flatMap(({name, url}) => {
			const address = parseRemoteUrl(url);
			return address ? [{remote: name, ...address}] : [];
		})
		.sort((a, b) => rank(a.remote) - rank(b.remote));
}

function readUpstream({upstream}: TargetInput, remotes: Target['remotes']): Target['upstream'] {
	if (!upstream) return null;
	const remote = remotes.find(candidate => candidate.remote === upstream.remote);
	return {
		repository: remote ?? parseRemoteUrl(upstream.remote),
		branch: upstream.branch.replace(/^refs\/heads\//, ''),
	};
}

function usage(code: string, message: string, remedy: string): Failure {
	return new Failure('usage', code, message, remedy);
}
