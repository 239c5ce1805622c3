import type {RepositoryName} from '../code-host/location.ts';
/** A repository as an address spells it; on GitHub its case or, after a rename, its name may differ. */
export type RepositoryAddress = {host: string; owner: string; name: string};

export type PullRequestAddress = RepositoryAddress & {number: number};

const segment = '[A-Za-z0-9_.-]+';
const repositoryPath = new RegExp(`^/*(${segment})/(${segment}?)(?:\\.git)?/*$`);
const pullRequestPath = new RegExp(
	`^/(?:api/v3/)?(?:repos/)?(${segment})/(${segment})/pulls?/([1-9][0-9]{0,9})(?:[/?#]|$)`,
	'i',
);
/** `git@host:owner/name`; one letter before the colon is a Windows drive. */
const scpLike = /^(?:[^@/:\s]+@)?([^@/:\s]{2,}):(?!\/\/)(.+)$/;
const networkProtocols = new Set(['https:', 'http:', 'ssh:', 'git:', 'git+ssh:', 'git+https:']);

/** The canonical name of a host: lower case, without its `www.`, `api.` or `ssh.` prefix. */
export function hostName(host: string): string {
	const lower = host.toLowerCase().replace(/\.$/, '');
	if (/^(?:www|api|ssh)\.github\.com$/.test(lower)) return 'github.com';
	return lower.replace(/^(?:api|ssh)\.(?=[^.]+\.ghe\.com$)/, '');
}

/** Whether it is github.com or a data-residency host, which environment tokens belong to. */
export function isGitHubCloud(host: string): boolean {
	return host === 'github.com' || host.endsWith('.ghe.com');
}

/**
 * Reads the URL of a git remote: https, ssh, scp-like, SSH over port 443, any host, with or without `.git`.
 * User names and passwords in it are dropped. Null if it has no `owner/name` on a network host.
 */
export function parseRemoteUrl(url: string): RepositoryAddress | null {
	const text = url.trim();
	if (!text.includes('://')) {
		const [, host, path = ''] = scpLike.exec(text) ?? [];
		return host ? repositoryAt(host, path) : null;
	}
	const parsed = parseUrl(text);
	if (!parsed || !networkProtocols.has(parsed.protocol)) return null;
	// The port of an SSH address is not that of the API.
	const overHttp = /^(?:git\+)?https?:$/.test(parsed.protocol);
	return repositoryAt(overHttp ? parsed.host : parsed.hostname, parsed.pathname);
}

/**
 * Reads the web or API address of a pull request or of anything under it (`/pull/12/files`, `#discussion_r1`,
 * `/repos/o/r/pulls/12`), any host, with or without `https://`. Null for other texts.
 */
export function parsePullRequestUrl(text: string): PullRequestAddress | null {
	const trimmed = text.trim();
	if (!/^https?:\/\//i.test(trimmed) && !/^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(trimmed)) return null;
	const parsed = parseUrl(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
	const [, owner, name, number] = (parsed && pullRequestPath.exec(parsed.pathname)) ?? [];
	if (!parsed || !owner || !name) return null;
	return {host: hostName(parsed.host), owner, name, number: Number(number)};
}

/** A pull request by its number; a null repository is the one at hand, and a null host the one of that repository. */
export type PullRequestName = {
	number: number;
	repository: {host: string | null; owner: string; name: string} | null;
};

const shortName = new RegExp(`^(?:(${segment})/(${segment})(?=#))?#?([1-9][0-9]{0,9})$`);

/** Reads a pull request by its number, as people write it: `12`, `#12`, `owner/name#12` or a URL. Null for other texts. */
export function parsePullRequestName(text: string): PullRequestName | null {
	const url = parsePullRequestUrl(text);
	if (url) return {number: url.number, repository: url};
	const [, owner, name, number] = shortName.exec(text.trim()) ?? [];
	if (number === undefined) return null;
	return {number: Number(number), repository: owner && name ? {host: null, owner, name} : null};
}

function repositoryAt(host: string, path: string): RepositoryAddress | null {
	const [, owner, name] = repositoryPath.exec(path) ?? [];
	return owner && name ? {host: hostName(host), owner, name} : null;
}

function parseUrl(text: string): URL | null {
	return URL.canParse(text) ? new URL(text) : null;
}

/** The halves of `owner/name`. */
export function halvesOf(nameWithOwner: string): RepositoryName {
	const [owner, name] = nameWithOwner.split('/') as [string, string];
	return {owner, name};
}
